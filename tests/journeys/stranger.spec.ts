/** Somebody who trades elsewhere and has read no manual goes once through the desk of a contract, and gets out by one key. */

import type { Page } from "@playwright/test"
import { labelOf, lineOf, pull, shownPrice } from "../support/chart-lines.ts"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { sendAsked } from "../support/own-orders.ts"
import { newContractTrader, openAs, type ServerOrder, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ viewport: DESK })

const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: string) => ticket(page).getByRole("textbox", { name, exact: true })
const chart = (page: Page) => page.getByRole("region", { name: "Chart" })

const rowsOf = async <Row = ServerOrder>(base: string, path: string, { token }: Trader) =>
  (await getFrom<{ rows: Row[] }>(base, path, token)).data.rows

/** By the word that other terminals use. */
async function find(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Market, page or setting" }).fill(typed)
  await page.getByRole("option", { name }).first().click()
}

test("a stranger draws, sizes, sends, drags, scales, slices, replays, and gets out by the panic key @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const trader = await newContractTrader(saker.url)
  await openAs(page, trader)
  await open("/pages/contract/trade?symbol=BTC_USDT_PERP&interval=15m")
  await expect(chart(page).locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await expect(field(page, "Price")).toHaveValue(/\d/)

  // A press on the empty part of a field is one into its figure.
  const empty = await ticket(page).locator("[data-field]").filter({ hasText: "Amount" }).first().boundingBox()
  if (!empty) throw new Error("no field")
  await page.mouse.click(empty.x + empty.width * 0.35, empty.y + 8)
  await expect(field(page, "Amount")).toBeFocused()

  // A position that is drawn fills the ticket by what may be lost.
  const box = await chart(page).locator("figure").boundingBox()
  if (!box) throw new Error("no chart")
  await page.getByRole("button", { name: "Draw", exact: true }).click()
  const tool = page
    .getByRole("toolbar", { name: "Drawing tools" })
    .getByRole("button", { name: "Long position" })
  await tool.click()
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.75)
  await expect(page.locator("[data-chosen]")).toHaveAttribute("aria-label", "Long position")
  await page.locator("[data-chosen]").getByRole("textbox", { name: /^Risk/ }).fill("20")
  // Sent from the chart by one press, with its stop and target.
  await page
    .locator("[data-chosen]")
    .getByRole("button", { name: /^Place order · / })
    .click()
  const drawn = page.getByRole("alertdialog")
  await expect(drawn).toContainText("Stop loss")
  await expect(drawn).toContainText("Take profit")
  await drawn.getByRole("button").last().click()
  const openDrawn = async () =>
    (await rowsOf(saker.url, "/contract/open", trader)).filter(({ type }) => type === "limit")
  await expect.poll(async () => (await openDrawn()).length).toBe(1)
  const [sent] = await openDrawn()
  expect(sent).toMatchObject({ side: "buy", takeProfit: { source: "mark" }, stopLoss: { source: "mark" } })
  await trader.post("/contract/cancel", { id: sent?.id })
  await expect.poll(async () => (await openDrawn()).length).toBe(0)
  // Or the ticket takes it.
  await page.locator("[data-chosen]").getByRole("button", { name: "Fill order form" }).click()
  await expect(field(page, "Amount")).toHaveValue(/^0?\.?\d/)
  await expect(field(page, "Stop loss")).toHaveValue(/\d/)
  await page.keyboard.press("Escape")

  // Sent below the market, its line dragged lower on the chart.
  await ticket(page).getByRole("checkbox", { name: "TP / SL" }).uncheck()
  const last = Number(await field(page, "Price").inputValue())
  await field(page, "Price").fill((last * 0.996).toFixed(1))
  await field(page, "Amount").fill("0.01")
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Buy \/ Long/ })
    .click()
  await page.getByRole("alertdialog").getByRole("button").last().click()
  const openOrders = () => rowsOf(saker.url, "/contract/open", trader)
  await expect.poll(async () => (await openOrders()).length).toBe(1)
  const [order] = await openOrders()
  if (!order) throw new Error("no order")
  await expect(labelOf(page, order.id)).toBeVisible()
  await pull(page, order.id, 20)
  const wanted = await shownPrice(page, order.id)
  await page.mouse.up()
  await lineOf(page, order.id)
    .getByRole("button", { name: /^Move to/ })
    .click()
  await expect.poll(async () => Number((await openOrders())[0]?.price)).toBe(wanted)
  expect(wanted).toBeLessThan(Number(order.price))

  // The rarer kinds are found by their names.
  await find(page, "scaled", /^More order types/)
  const sheet = page.getByRole("dialog")
  const kind = (name: string) => sheet.locator("label").filter({ hasText: new RegExp(`^${name}$`) })
  await kind("Scaled").click()
  await sheet.getByRole("textbox", { name: "First price" }).fill((last * 0.97).toFixed(1))
  await sheet.getByRole("textbox", { name: "Last price" }).fill((last * 0.96).toFixed(1))
  await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.02")
  await sheet.getByRole("textbox", { name: "Orders" }).fill("4")
  const [count, sizes] = [
    await sheet.locator("[data-field]").filter({ hasText: "Orders" }).first().boundingBox(),
    await sheet.locator("[data-field]").filter({ hasText: "Sizes" }).boundingBox(),
  ]
  expect(sizes?.y).toBe(count?.y)
  await sheet.getByRole("button", { name: "Buy BTC: place scaled order" }).click()
  await sendAsked(page)
  await expect.poll(async () => (await openOrders()).length).toBe(5)
  await find(page, "twap", /^More order types/)
  await kind("TWAP").click()
  await expect(sheet.getByRole("textbox", { name: "Limit price" })).toHaveAttribute("placeholder", "Market")
  await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.02")
  await sheet.getByRole("textbox", { name: "Duration" }).fill("5")
  await sheet.getByRole("textbox", { name: "Interval" }).fill("30")
  await sheet.getByRole("button", { name: "Buy BTC: start TWAP" }).click()
  await sendAsked(page)
  const lists = page.getByRole("region", { name: "Contract orders" })
  await lists.getByRole("tab", { name: /^Open orders/ }).click()
  // Its row comes by itself, and no page asks for it.
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/order/twaps")) asked.push(request.url())
  })
  await expect(lists.getByRole("list", { name: "TWAPs" }).getByRole("listitem")).toContainText("Next slice")
  await expect.poll(async () => (await rowsOf(saker.url, "/contract/positions", trader)).length).toBe(1)
  await lists.getByRole("tab", { name: /^Positions/ }).click()
  await expect(lists.getByRole("row").filter({ hasText: "BTC/USDT" })).toContainText("None")

  // The past, and back.
  await chart(page).getByRole("button", { name: "Replay" }).click()
  const stage = page.getByRole("dialog", { name: /^Replay · / })
  await stage.getByRole("button", { name: "Back to live" }).click()
  await expect(stage).toHaveCount(0)

  // The ladder and its mode of one click by name.
  await find(page, "one-click", /^Price ladder/)
  await expect(page.getByRole("grid", { name: "Price ladder" })).toBeVisible()

  // Out of all of it by one key and one answer.
  await page.keyboard.press("Control+Shift+X")
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel and close all" }).click()
  await expect.poll(async () => (await openOrders()).length).toBe(0)
  await expect.poll(async () => (await rowsOf(saker.url, "/contract/positions", trader)).length).toBe(0)
  // A question has the keys until it is gone.
  await expect(page.getByRole("alertdialog")).toHaveCount(0)
  const twaps = await rowsOf<{ status: string }>(saker.url, "/order/twaps", trader)
  expect(twaps.map(({ status }) => status)).toEqual(["ended"])
  await find(page, "journal", /^Journal/)
  await expect(page.getByRole("tab", { name: "Journal", selected: true })).toBeVisible()
  expect(asked).toEqual([])
  expect(complaints).toEqual([])
})
