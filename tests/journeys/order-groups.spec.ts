/** Somebody places orders as a group: an OCO pair on spot, a scaled order with its preview on a contract, and one by thumb. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { priceAt, rowOf, sendAsked } from "../support/own-orders.ts"
import { newContractTrader, newTrader, openAs, type ServerOrder } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const SPOT = "/pages/spot/trade?symbol=BTC_USDT"
const CONTRACT = "/pages/contract/trade?symbol=BTC_USDT_PERP"

/** Opens the sheet from the ticket on screen. */
async function openGroups(page: Page, kind: "OCO" | "Scaled") {
  await page.getByRole("button", { name: "More order types" }).click()
  const sheet = page.getByRole("dialog")
  await sheet
    .locator("label")
    .filter({ hasText: new RegExp(`^${kind}$`) })
    .click()
  return sheet
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("an OCO pair on spot is two rows of one group, and ends as one", async ({ page, open, saker }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(SPOT)
    const [low, high] = [await priceAt(saker.url, "BTC_USDT", 0.9), await priceAt(saker.url, "BTC_USDT", 1.1)]
    const sheet = await openGroups(page, "OCO")
    const place = sheet.getByRole("button", { name: "Buy BTC: place OCO" })
    await expect(place).toBeDisabled()
    await sheet.getByRole("textbox", { name: "Limit price" }).fill(low)
    await sheet.getByRole("textbox", { name: "Trigger price" }).fill(low)
    await sheet.getByRole("textbox", { name: "Limit after trigger" }).fill(high)
    await sheet.getByRole("textbox", { name: "Amount" }).fill("0.002")
    await expect(sheet.getByRole("alert")).toContainText("the other way around")
    await sheet.getByRole("textbox", { name: "Trigger price" }).fill(high)
    await expect(sheet.getByRole("alert")).toHaveCount(0)
    await expectAccessible(page)
    // Its limit lies 10 % below the market, which is told before, and each term of it in the question.
    await expect(sheet.getByRole("status")).toContainText(/ below /)
    await expect(sheet.getByText("Max. fee", { exact: false })).toBeVisible()
    await place.click()
    const question = page.getByRole("alertdialog", { name: /^Buy 0\.00200? BTC/ })
    await expect(question).toContainText("OCO")
    await expect(question).toContainText("Limit after trigger")
    await expect(question).toContainText(/ below /)
    await expectAccessible(page)
    await question.getByRole("button", { name: "Edit order" }).click()
    await expect(question).toHaveCount(0)
    expect(await trader.openOrders()).toEqual([])
    await place.click()
    await sendAsked(page)
    await expect(page.getByText("OCO placed.")).toBeVisible()
    await expect(sheet).toHaveCount(0)

    const orders = await trader.openOrders()
    expect(orders.map(({ type, quantity }) => [type, quantity]).sort()).toEqual([
      ["limit", "0.00200"],
      ["stop-limit", "0.00200"],
    ])
    const [row, other] = orders.map((order) => rowOf(page, order))
    if (!row || !other) throw new Error("no two rows")
    await expect(row).toContainText("OCO")
    await expect(row.getByRole("button", { name: /^Edit order/ })).toHaveCount(0)
    await row.getByRole("button", { name: /^Cancel order/ }).click()
    await page.mouse.move(10, 10)
    await expect(other).toHaveCount(0)
    expect(await trader.openOrders()).toEqual([])
    expect(complaints).toEqual([])
  })

  test("a scaled order on a contract shows its orders before, and is cancelled as a group @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newContractTrader(saker.url)
    await openAs(page, trader)
    await open(CONTRACT)
    const [from, to] = [
      await priceAt(saker.url, "BTC_USDT_PERP", 0.95),
      await priceAt(saker.url, "BTC_USDT_PERP", 0.9),
    ]
    const sheet = await openGroups(page, "Scaled")
    await sheet.getByRole("textbox", { name: "First price" }).fill(from)
    await sheet.getByRole("textbox", { name: "Last price" }).fill(to)
    await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.02")
    await sheet.getByRole("textbox", { name: "Orders" }).fill("4")
    await sheet.getByRole("combobox", { name: "Sizes" }).selectOption("increasing")
    // Sized by what may be lost, all of it counted at the dearest price; then as it was.
    await sheet.getByText("Size from risk").click()
    await sheet
      .getByRole("textbox", { name: "Stop", exact: true })
      .fill(await priceAt(saker.url, "BTC_USDT_PERP", 0.85))
    await sheet.getByRole("textbox", { name: "Risk", exact: true }).fill("100")
    await sheet.getByRole("button", { name: "Apply size" }).click()
    const total = sheet.getByRole("textbox", { name: "Total amount" })
    await expect.poll(async () => Number(await total.inputValue())).toBeLessThan(0.02)
    expect(Number(await total.inputValue())).toBeGreaterThan(0.005)
    await total.fill("0.02")
    const preview = sheet.getByRole("region", { name: "Preview of the orders" })
    await expect(preview.getByRole("row")).toHaveCount(5)
    await expect(preview.getByRole("row").nth(4)).toContainText("0.008")
    await expect(preview).toContainText("Avg. price")
    await sheet.getByRole("button", { name: "Buy BTC: place scaled order" }).click()
    await sendAsked(page)
    await expect(page.getByText("Scaled order placed.")).toBeVisible()

    const placed = async () =>
      (await getFrom<{ rows: ServerOrder[] }>(saker.url, "/contract/open", trader.token)).data.rows
    await expect.poll(async () => (await placed()).length).toBe(4)
    const sizes = (await placed()).map(({ quantity }) => Number(quantity)).sort()
    expect(sizes).toEqual([0.002, 0.004, 0.006, 0.008])
    const own = page.getByRole("region", { name: "Contract orders" })
    await own.getByRole("tab", { name: /^Open orders/ }).click()
    const label = own.getByRole("button", { name: "Scaled: cancel the whole group" })
    await expect(label).toHaveCount(4)
    await label.first().click()
    await page.getByRole("button", { name: "Cancel group" }).click()
    await expect.poll(placed).toEqual([])
    await expect(label).toHaveCount(0)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a scaled order is placed by thumb @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(SPOT)
    const [from, to] = [await priceAt(saker.url, "BTC_USDT", 0.95), await priceAt(saker.url, "BTC_USDT", 0.9)]
    await page.getByRole("main").getByText("Buy BTC").tap()
    await page.getByRole("dialog").getByRole("button", { name: "Order settings" }).tap()
    const sheet = await openGroups(page, "Scaled")
    await sheet.getByRole("textbox", { name: "First price" }).fill(from)
    await sheet.getByRole("textbox", { name: "Last price" }).fill(to)
    await sheet.getByRole("textbox", { name: "Total amount" }).fill("0.01")
    expect(await sidewaysOverflow(page)).toBe(0)
    await sheet.getByRole("button", { name: "Buy BTC: place scaled order" }).tap()
    await sendAsked(page)
    await expect(page.getByText("Scaled order placed.")).toBeVisible()
    expect(await trader.openOrders()).toHaveLength(5)
  })
})
