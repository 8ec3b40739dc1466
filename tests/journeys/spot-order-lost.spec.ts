/** An order's answer is lost: it is unknown, never sent again, and then what the exchange says. Two tabs agree. */

import type { Page } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { priceAt } from "../support/own-orders.ts"
import { newTrader, openAs, type Trader, watchOrders } from "../support/page-trader.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const submit = (page: Page) => ticket(page).getByRole("button", { name: /^(Buy|Sell) (BTC|\d)/ })
const amount = (page: Page) => ticket(page).getByRole("textbox", { name: "Amount" })
const toast = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text)
const unknown = (page: Page) => ticket(page).getByText(/^Sent at \d\d:\d\d:\d\d, no reply yet\./)

async function ready(page: Page): Promise<void> {
  await expect(ticket(page).getByText(/10,000\sUSDT/)).toBeVisible()
  await expect(ticket(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue(/^\d+\.\d\d$/)
  await ticket(page).getByRole("checkbox", { name: "Confirm before sending" }).uncheck()
}

test.describe("an order whose answer is lost", () => {
  test.use({ viewport: DESK })
  let trader: Trader
  test.beforeEach(async ({ page, saker, open }) => {
    trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    await ready(page)
  })

  test("is unknown, and may arrive late: it was placed once, by the exchange's own word", async ({
    page,
    saker,
  }) => {
    const sent = watchOrders(page)
    await page.route("**/spot/place", (route) => route.abort("connectionreset"))
    await page.route("**/spot/order?*", (route) => route.abort())
    await amount(page).fill("0.001")
    await ticket(page)
      .getByRole("textbox", { name: "Price", exact: true })
      .fill(await priceAt(saker.url, "BTC_USDT", 0.98))
    await submit(page).click()
    await expect(unknown(page)).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await expect(ticket(page).getByText("Checking the order’s status")).toBeVisible()
    // What was under way arrives after all; nobody but the network sends it.
    expect(await trader.post("/spot/place", sent[0] ?? {})).toMatchObject({ code: 200 })
    await expect(
      ticket(page).getByText(/^The exchange received it: Order placed: buy 0\.00100 BTC at [\d,.]+/),
    ).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await trader.openOrders()).toHaveLength(1)
  })

  test("that never arrived is said to be nowhere, and isn't sent again @verify", async ({ page }) => {
    const sent = watchOrders(page)
    await page.route("**/spot/place", (route) => route.abort("connectionreset"))
    await amount(page).fill("0.001")
    await submit(page).click()
    await expect(
      ticket(page).getByText("The exchange did not receive this order. Nothing was placed."),
    ).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await trader.openOrders()).toEqual([])
    await expect(amount(page)).toHaveValue("0.00100")
    await expect(submit(page)).toBeEnabled()
  })

  test("stays unknown over a reload until the exchange has answered @verify", async ({ page }) => {
    await page.route("**/spot/place", (route) => route.abort("connectionreset"))
    let isCut = true
    await page.route("**/spot/order?*", (route) => (isCut ? route.abort() : route.continue()))
    await amount(page).fill("0.001")
    await submit(page).click()
    await expect(unknown(page)).toBeVisible()
    await page.reload()
    await expect(unknown(page)).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    isCut = false
    await expect(
      ticket(page).getByText("The exchange did not receive this order. Nothing was placed."),
    ).toBeVisible()
  })

  test("is told by the private socket, should that be quicker than the question @verify", async ({
    page,
  }) => {
    await page.route("**/spot/place", async (route) => {
      await route.fetch()
      await route.abort("connectionreset")
    })
    await page.route("**/spot/order?*", (route) => route.abort())
    await ticket(page).getByRole("tab", { name: "Market" }).click()
    await amount(page).fill("100")
    await submit(page).click()
    await expect(ticket(page).getByText(/^The exchange received it: Bought 0\.00\d+ BTC at /)).toBeVisible()
  })
})

test.describe("two tabs of one user", () => {
  test.use({ viewport: DESK })

  test("both know of an order, its mark and its fill, whichever sent it @verify", async ({
    page,
    saker,
    open,
    context,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    await ready(page)
    const other = await context.newPage()
    await openAs(other, trader)
    await other.goto(`${saker.url}/#${TRADE}`)
    await ready(other)
    // Wide enough rows that an order which the market can't reach meanwhile still has one.
    for (const each of [page, other])
      await each.getByRole("combobox", { name: "Price grouping" }).selectOption("10000")

    await page.bringToFront()
    await ticket(page).getByRole("tab", { name: "Market" }).click()
    await amount(page).fill("500")
    await submit(page).click()
    await expect(toast(page, /^Bought 0\.00\d+ BTC at /)).toHaveCount(1)
    await expect(toast(other, /^Bought 0\.00\d+ BTC at /)).toHaveCount(1)
    for (const each of [page, other]) await expect(ticket(each).getByText(/9,50\d[\d.]*\sUSDT/)).toBeVisible()

    await ticket(page).getByRole("tab", { name: "Limit", exact: true }).click()
    const price = Number(await ticket(page).getByRole("textbox", { name: "Price", exact: true }).inputValue())
    await ticket(page)
      .getByRole("textbox", { name: "Price", exact: true })
      .fill((price * 0.995).toFixed(2))
    await amount(page).fill("0.01")
    await submit(page).click()
    await expect(toast(page, /^Order placed/)).toBeVisible()
    const marks = (each: Page) => each.getByRole("region", { name: "Order book" }).locator("[data-own]")
    for (const each of [page, other]) await expect(marks(each)).toHaveCount(1)
    await trader.post("/spot/cancelAll", {})
    for (const each of [page, other]) await expect(marks(each)).toHaveCount(0)
  })
})
