/** Somebody with a phone and no manual goes once through a contract by thumb: sized, sent, moved, guarded, and out of it all. */

import type { Page } from "@playwright/test"
import { expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { newContractTrader, openAs, type ServerOrder, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

const face = (page: Page, name: string) => page.getByRole("tab", { name, exact: true })
const field = (page: Page, name: string) => page.getByRole("main").getByRole("textbox", { name, exact: true })
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true })

const rowsOf = async <Row = ServerOrder>(base: string, path: string, { token }: Trader) =>
  (await getFrom<{ rows: Row[] }>(base, path, token)).data.rows

test("a stranger finds a contract, sizes by risk, sends, sets an alert on a line, and gets out, all by thumb @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const trader = await newContractTrader(saker.url)
  const openOrders = () => rowsOf(saker.url, "/contract/open", trader)
  const positions = () => rowsOf(saker.url, "/contract/positions", trader)
  const answer = page.getByRole("alertdialog").getByRole("button").last()
  await openAs(page, trader)
  await open("/")
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: "Contracts" })
    .tap()
  await page.locator('[data-market="BTC_USDT_PERP"]').first().tap()
  await expect(page).toHaveURL(/contract\/trade/)
  await expect(field(page, "Price")).toHaveValue(/\d/)

  // The size follows from what may be lost.
  await page.getByText("Size from risk").tap()
  await page.getByRole("combobox", { name: "Stop in" }).selectOption("percent")
  await page.locator("[data-risk]").getByRole("textbox", { name: "Stop" }).fill("4")
  await page.locator("[data-risk]").getByRole("textbox", { name: "Risk" }).fill("20")
  await page.getByRole("button", { name: "Use size and stop loss" }).tap()
  await expect(field(page, "Amount")).toHaveValue(/^0\.0\d+$/)
  const last = Number(await field(page, "Price").inputValue())
  await field(page, "Price").fill((last * 0.99).toFixed(1))
  await page.getByRole("button", { name: /^Buy \/ Long/ }).tap()
  await expect(page.getByRole("alertdialog")).toContainText("Stop loss")
  await answer.tap()
  await expect.poll(async () => (await openOrders()).filter(({ type }) => type === "limit").length).toBe(1)

  // And one at the market: a position.
  await page.getByRole("combobox", { name: "Order type" }).selectOption({ label: "Market" })
  await field(page, "Amount").fill("0.01")
  // Faster than a hand: a second press right after the first order's answer is taken for a double tap.
  await expect(async () => {
    await page.getByRole("button", { name: /^Buy \/ Long/ }).tap()
    await expect(answer).toBeVisible({ timeout: 1000 })
  }).toPass()
  await answer.tap()
  await expect.poll(async () => (await positions()).length).toBe(1)

  // A level that is drawn wakes its owner.
  await face(page, "Chart").tap()
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await page.getByRole("button", { name: "More", exact: true }).tap()
  await page.getByRole("dialog").getByRole("button", { name: "Draw", exact: true }).tap()
  await tool(page, "Horizontal line").tap()
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  await page.touchscreen.tap(box.x + box.width * 0.4, box.y + box.height * 0.7)
  await page.locator("[data-chosen]").getByRole("button", { name: "Alert on this line" }).tap()
  await expect.poll(async () => (await rowsOf(saker.url, "/alert/list", trader)).length).toBe(1)
  expect(await sidewaysOverflow(page)).toBe(0)

  // Whoever loses the connection leaves no order behind.
  await face(page, "Order").tap()
  await page.getByRole("button", { name: "Order settings" }).tap()
  await page.getByRole("button", { name: "Limits and warnings" }).tap()
  const countdown = page.getByRole("combobox", { name: "Cancel orders when disconnected" })
  const [kept] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/order/cancelAfter")),
    countdown.selectOption("60"),
  ])
  expect(kept.request().postDataJSON()).toEqual({ seconds: 60 })
  await countdown.selectOption("off")
  await page.getByRole("dialog").last().getByRole("button", { name: "Close" }).tap()

  // Out of everything, from the menu.
  await page.getByRole("button", { name: "Menu" }).tap()
  await page.getByRole("button", { name: "Cancel all orders and close all positions" }).tap()
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel and close all" }).tap()
  await expect.poll(async () => (await positions()).length).toBe(0)
  await expect.poll(async () => (await openOrders()).length).toBe(0)
  expect(complaints).toEqual([])
})
