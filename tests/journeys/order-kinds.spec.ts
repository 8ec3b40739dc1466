/** Somebody places the rarer kinds of orders: at the best bid or offer by name, as an iceberg, in slices over a time. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { priceAt, rowOf, sendAsked } from "../support/own-orders.ts"
import { newTrader, openAs, type ServerOrder, type Trader, watchOrders } from "../support/page-trader.ts"
import { SMALL } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ setup: SMALL })

const SPOT = "/pages/spot/trade?symbol=BTC_USDT"
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })

/** The sheet from the ticket on screen, at one of its kinds. */
async function openKind(page: Page, kind: "Iceberg" | "TWAP") {
  await page.getByRole("button", { name: "More order types" }).click()
  const sheet = page.getByRole("dialog")
  await sheet
    .locator("label")
    .filter({ hasText: new RegExp(`^${kind}$`) })
    .click()
  return sheet
}

/** What everybody sees at a price of the bids. */
async function shownAt(base: string, price: string): Promise<string> {
  const depth = "/market/depth?symbol=BTC_USDT&limit=200"
  const { data } = await getFrom<{ bids: [string, string][] }>(base, depth)
  return data.bids.find(([at]) => at === price)?.[1] ?? ""
}

const rowsOf = async (base: string, trader: Trader, path: string) =>
  (await getFrom<{ rows: ServerOrder[] }>(base, path, trader.token)).data.rows

test("a buy joins the best bid by name, by keys alone; an iceberg shows its part in the public book", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  const sent = watchOrders(page)
  await open(SPOT)
  const price = ticket(page).getByRole("textbox", { name: "Price", exact: true })
  await expect(price).toHaveValue(/^\d+\.\d\d$/)
  const named = ticket(page).getByRole("combobox", { name: "Order price" })
  // From the price on by the keyboard: the choice stands behind its field.
  await price.focus()
  await page.keyboard.press("Tab")
  await expect(named).toBeFocused()
  await named.selectOption("queue")
  await expect(price).toBeDisabled()
  await expect(ticket(page)).toContainText("Queue 1")
  await ticket(page).getByRole("checkbox", { name: "Post-only" }).check()
  await ticket(page).getByRole("textbox", { name: "Amount", exact: true }).fill("0.002")
  await expectAccessible(page, "a named price", "[data-field]")
  await ticket(page)
    .getByRole("button", { name: /^Buy \d/ })
    .click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("Queue 1")
  await question.getByRole("button", { name: /^(Buy|Send anyway)/ }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ type: "limit", bestPrice: "queue", postOnly: true })
  expect(sent[0]).not.toHaveProperty("price")
  // Its price is the engine's; it rests there, or has traded by now.
  const all = async () => [
    ...(await trader.openOrders()),
    ...(await rowsOf(saker.url, trader, "/spot/history")),
  ]
  await expect.poll(async () => (await all()).length).toBe(1)
  expect((await all())[0]?.price).toMatch(/^\d+\.\d\d$/)

  const low = await priceAt(saker.url, "BTC_USDT", 0.9)
  const sheet = await openKind(page, "Iceberg")
  await sheet.getByRole("textbox", { name: "Limit price" }).fill(low)
  await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.05")
  await sheet.getByRole("textbox", { name: "Shown amount" }).fill("0.0001")
  await expect(sheet.getByRole("alert")).toContainText("at least 0.0005")
  await sheet.getByRole("textbox", { name: "Shown amount" }).fill("0.002")
  await expect(sheet.getByRole("alert")).toHaveCount(0)
  await expectAccessible(page)
  await sheet.getByRole("button", { name: "Buy BTC: place iceberg" }).click()
  await sendAsked(page)
  await expect(page.getByText("Iceberg placed.")).toBeVisible()
  const find = async () => (await trader.openOrders()).find((order) => order.price === low)
  await expect.poll(find).toMatchObject({ quantity: "0.05000" })
  await expect.poll(() => shownAt(saker.url, low)).toBe("0.00200")
  const iceberg = await find()
  if (!iceberg) throw new Error("no iceberg")
  await expect(rowOf(page, iceberg)).toContainText("Shows 0.002")
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a TWAP is started by thumb, is a row with its progress, and is paused, resumed and ended", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(SPOT)
    await page.getByRole("main").getByText("Buy BTC").tap()
    const best = page.getByRole("dialog").getByRole("combobox", { name: "Order price" })
    const box = await best.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await page.getByRole("dialog").getByRole("button", { name: "Order settings" }).tap()
    const sheet = await openKind(page, "TWAP")
    await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.02")
    await sheet.getByRole("textbox", { name: "Duration" }).fill("4")
    await expect(sheet.getByRole("alert")).toContainText("5 minutes")
    await sheet.getByRole("textbox", { name: "Duration" }).fill("5")
    await sheet.getByRole("textbox", { name: "Interval" }).fill("30")
    await expect(sheet).toContainText("10 slices of about 0.00200 BTC")
    await expectAccessible(page)
    expect(await sidewaysOverflow(page)).toBe(0)
    await sheet.getByRole("button", { name: "Buy BTC: start TWAP" }).tap()
    await sendAsked(page)
    await expect(page.getByText("TWAP started.")).toBeVisible()
    const slices = () => rowsOf(saker.url, trader, "/spot/history")
    await expect.poll(async () => (await slices()).length).toBeGreaterThan(0)

    await page.getByRole("button", { name: /^Open orders/ }).tap()
    const row = page.getByRole("list", { name: "TWAPs" }).getByRole("listitem")
    await expect(row).toContainText("Next slice")
    await expect(row).toContainText(/\d+\s%/)
    await row.getByRole("button", { name: /^Pause TWAP/ }).tap()
    await expect(row).toContainText("Paused.")
    await expectAccessible(page, "the row of a TWAP", "[data-twap]")
    await row.getByRole("button", { name: /^Resume TWAP/ }).tap()
    await expect(row).toContainText("Next slice")
    await row.getByRole("button", { name: /^End TWAP/ }).tap()
    await expect(row).toContainText("Ended by you.")
    expect(await sidewaysOverflow(page)).toBe(0)
    await row.getByRole("button", { name: /^Dismiss TWAP/ }).tap()
    await expect(row).toHaveCount(0)
    await page.getByRole("tab", { name: /^Order history/ }).tap()
    await expect(page.locator("[data-order]").first()).toContainText("TWAP")
  })
})
