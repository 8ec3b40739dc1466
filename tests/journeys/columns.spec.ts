/** Somebody chooses the columns of a table, their order and their widths, by mouse and by keys. */

import type { Locator, Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { panelOf, place, priceAt, rowOf } from "../support/own-orders.ts"
import { newSecondTrader, newTrader, openAs } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const columnsOf = (page: Page) => page.getByRole("dialog", { name: "Columns" })
/** Keys of the columns that can be seen, in the order in which they are read. */
const seen = (place: Locator) =>
  place
    .locator("[data-column]")
    .evaluateAll((heads) =>
      heads
        .filter((head) => head.getClientRects().length > 0)
        .map((head) => head.getAttribute("data-column")),
    )
const widthOf = (place: Locator, key: string) =>
  place.locator(`[data-column="${key}"]`).evaluate((head) => (head as HTMLElement).offsetWidth)

async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox()
  if (!box) throw new Error("nothing to drag")
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2)
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 })
  await page.mouse.up()
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("columns of open orders are hidden, ordered and sized by mouse and keys, and stay so", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.9)
    const order = await place(trader, { price, quantity: "0.00200" })
    await openAs(page, trader)
    await open(TRADE)
    const panel = panelOf(page)
    // Also while the sheet covers it.
    const heads = page.locator('[data-table="orders-open"]')
    await expect(rowOf(page, order)).toBeVisible()
    const before = await seen(heads)
    expect(before).toEqual(["market", "side", "type", "price", "filled", "total", "actions"])

    await panel.getByRole("button", { name: "Columns" }).click()
    const sheet = columnsOf(page)
    await expectAccessible(page)
    // What had no room isn't ticked; what the order is of, and its cancelling, can't be hidden.
    await expect(sheet.getByRole("checkbox", { name: "Time" })).not.toBeChecked()
    await expect(sheet.getByRole("checkbox", { name: "Market" })).toBeDisabled()
    await expect(sheet.getByRole("checkbox", { name: "Actions" })).toBeDisabled()
    await sheet.getByRole("checkbox", { name: "Total" }).uncheck()
    await sheet.getByRole("checkbox", { name: "Time" }).check()
    await expect
      .poll(() => seen(heads))
      .toEqual(["time", "market", "side", "type", "price", "filled", "actions"])

    // By keys: the price before the side, and wider.
    await sheet.getByRole("button", { name: "Reorder Price" }).focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(sheet.getByRole("status")).toHaveText("Price moved to position 3 of 9.")
    await expect(sheet.getByRole("button", { name: "Reorder Price" })).toBeFocused()
    const priceBefore = await widthOf(heads, "price")
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowRight")
    await expect.poll(() => widthOf(heads, "price")).toBeGreaterThan(priceBefore + 24)
    // By the mouse: the time to the end of the list.
    const rowPx = (await sheet.getByRole("listitem").first().boundingBox())?.height ?? 0
    await drag(page, sheet.getByRole("button", { name: "Reorder Time" }), { x: 0, y: rowPx * 3 })
    await expect
      .poll(() => seen(heads))
      .toEqual(["market", "price", "side", "time", "type", "filled", "actions"])
    await page.keyboard.press("Escape")
    await expect(sheet).toBeHidden()

    // By the edge of its head; no narrower than its longest figure.
    const filled = await widthOf(heads, "filled")
    await drag(page, heads.locator('[data-edge="filled"]'), { x: 60, y: 0 })
    await expect.poll(() => widthOf(heads, "filled")).toBeGreaterThan(filled + 45)
    await drag(page, heads.locator('[data-edge="filled"]'), { x: -900, y: 0 })
    const figure = rowOf(page, order)
      .getByText(/0\.00200/)
      .first()
    expect(await figure.evaluate((text) => text.scrollWidth <= text.clientWidth + 1)).toBe(true)

    const chosen = await seen(heads)
    const sizes = await widthOf(heads, "price")
    await page.reload()
    await expect(rowOf(page, order)).toBeVisible()
    expect(await seen(heads)).toEqual(chosen)
    expect(await widthOf(heads, "price")).toBe(sizes)
    // Rows say the same in the same order as their heads.
    const cells = rowOf(page, order).getByRole("cell")
    await expect(cells.first()).toHaveText("BTC/USDT")
    await expect(cells.nth(2)).toHaveText("Buy")

    // An order is amended and cancelled as before.
    await panel.getByRole("button", { name: /Cancel order/ }).click()
    await expect(rowOf(page, order)).toContainText("Cancelled")

    await panel.getByRole("button", { name: "Columns" }).click()
    await sheet.getByRole("button", { name: "Reset to default" }).click()
    await page.keyboard.press("Escape")
    await expect.poll(() => seen(heads)).toEqual(before)
    expect(complaints).toEqual([])
  })

  test("columns of markets and of funding rates are chosen, each list for itself @verify", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open("/pages/contract/index")
    const table = page.getByRole("table")
    await expect(table.locator("[data-market]").first()).toBeVisible()
    await page.getByRole("button", { name: "Columns" }).click()
    const sheet = columnsOf(page)
    await expect(sheet.getByRole("checkbox", { name: "Pair" })).toBeDisabled()
    await sheet.getByRole("checkbox", { name: "Mark" }).uncheck()
    await sheet.getByRole("button", { name: "Move Turnover up" }).click()
    await page.keyboard.press("Escape")
    await expect
      .poll(() => seen(table))
      .toEqual(["star", "pair", "last", "change", "funding", "turnover", "fundingIn", "day", "trade"])
    const width = await widthOf(table, "last")
    await drag(page, table.locator('[data-edge="last"]'), { x: 80, y: 0 })
    await expect.poll(() => widthOf(table, "last")).toBeGreaterThan(width + 40)
    await page.reload()
    await expect(table.locator("[data-market]").first()).toBeVisible()
    expect(await widthOf(table, "last")).toBeGreaterThan(width + 40)
    expect(await seen(table)).not.toContain("mark")

    await page.getByRole("button", { name: "Funding rates" }).click()
    await expect(page.getByRole("columnheader", { name: "Annualised" })).toBeVisible()
    await page.getByRole("button", { name: "Columns" }).click()
    await sheet.getByRole("checkbox", { name: "Annualised" }).uncheck()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("columnheader", { name: "Annualised" })).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test("columns of transactions are chosen, and what a row is and moves can't be hidden @verify", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    await openAs(page, await newTrader(saker.url))
    await open("/pages/assets/record")
    const table = page.getByRole("table")
    await expect(table.getByRole("row").nth(1)).toBeVisible()
    expect(await seen(table)).toEqual(["what", "time", "account", "market", "reference", "amount", "after"])
    await page.getByRole("button", { name: "Columns" }).click()
    const sheet = columnsOf(page)
    await expect(sheet.getByRole("checkbox", { name: "Amount" })).toBeDisabled()
    await expect(sheet.getByRole("checkbox", { name: "Type" })).toBeDisabled()
    await sheet.getByRole("checkbox", { name: "Reference" }).uncheck()
    await sheet.getByRole("button", { name: "Move Account up" }).click()
    await page.keyboard.press("Escape")
    const chosen = ["what", "account", "time", "market", "amount", "after"]
    await expect.poll(() => seen(table)).toEqual(chosen)
    const row = table.getByRole("row", { name: /Practice money.*10,000/ }).first()
    await expect(row.getByRole("cell").nth(4)).toContainText("+10,000")
    await page.reload()
    await expect(row).toBeVisible()
    expect(await seen(table)).toEqual(chosen)
    expect(complaints).toEqual([])
  })

  test("columns of coins and of ended second contracts are chosen; what a row is and comes to stays @verify", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newSecondTrader(saker.url)
    const { data: products } = await getFrom<{
      rows: { instrument: string; periods: { seconds: number }[] }[]
    }>(saker.url, "/option/products", trader.token)
    const [product] = products.rows
    const seconds = Math.min(...(product?.periods.map((period) => period.seconds) ?? []))
    const request = {
      instrument: product?.instrument,
      direction: "bullish",
      seconds,
      stake: "5",
      key: "columns",
    }
    await expect.poll(async () => (await trader.post("/option/open", request)).code).toBe(200)
    await openAs(page, trader)

    await open("/pages/assets/index")
    const coins = page.locator('[data-table="coins"]')
    await expect(coins).toBeVisible()
    const all = ["coin", "total", "available", "frozen", "price", "day", "value", "actions"]
    expect(await seen(coins)).toEqual(all)
    await page.getByRole("button", { name: "Columns" }).click()
    const sheet = columnsOf(page)
    await expect(sheet.getByRole("checkbox", { name: "Coin", exact: true })).toBeDisabled()
    await expect(sheet.getByRole("checkbox", { name: "Total" })).toBeDisabled()
    await sheet.getByRole("checkbox", { name: "Frozen" }).uncheck()
    await page.keyboard.press("Escape")
    await expect.poll(() => seen(coins)).toEqual(all.filter((key) => key !== "frozen"))

    const ended = async () =>
      (await getFrom<{ rows: unknown[] }>(saker.url, "/option/records", trader.token)).data.rows.length
    await expect.poll(ended, { timeout: (seconds + 20) * 1000 }).toBe(1)
    await open("/pages/option/record")
    const records = page.locator('[data-table="seconds"]')
    await expect(records).toBeVisible()
    await page.getByRole("button", { name: "Columns" }).click()
    await sheet.getByRole("checkbox", { name: "Stake" }).uncheck()
    await page.keyboard.press("Escape")
    const left = ["time", "market", "direction", "seconds", "prices", "status", "net", "more"]
    await expect.poll(() => seen(records)).toEqual(left)
    await expect(page.getByRole("row").nth(1).getByRole("cell")).toHaveCount(left.length)
    expect(complaints).toEqual([])
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("orders stay cards, whatever was chosen for tables @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.9)
    const order = await place(trader, { price, quantity: "0.00200" })
    await page.addInitScript(() => {
      const choice = { order: ["actions"], hidden: ["time", "total"], widths: { price: 30 } }
      localStorage.setItem("saker:columns", JSON.stringify({ "orders-open": choice }))
    })
    await openAs(page, trader)
    await open(TRADE)
    await page.getByRole("button", { name: /^Open orders/ }).click()
    await expect(rowOf(page, order)).toContainText("0.00200")
    await expect(page.getByRole("button", { name: "Columns" })).toHaveCount(0)
    expect(await sidewaysOverflow(page)).toBe(0)
  })
})
