/** A trader waits with a trailing stop on spot, sees it among the open orders, and cancels it: on a phone and at a desk. */

import type { Locator, Page } from "@playwright/test"
import { lineOf } from "../support/chart-lines.ts"
import {
  DESK,
  expect,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  verifyUnless,
  watchComplaints,
} from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs, type Trader, watchOrders } from "../support/page-trader.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

for (const [name, viewport] of [
  ["a phone", SMALL_PHONE],
  ["a desk", DESK],
] as const) {
  const isPhone = viewport === SMALL_PHONE
  const ticketOf = (page: Page): Locator =>
    isPhone ? page.getByRole("dialog") : page.getByRole("region", { name: "Order ticket" })
  const field = (page: Page, label: string) =>
    ticketOf(page).getByRole("textbox", { name: label, exact: true })

  test.describe(`a trailing stop on ${name}${verifyUnless(isPhone)}`, () => {
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone })
    let trader: Trader

    test.beforeEach(async ({ page, saker, open }) => {
      trader = await newTrader(saker.url)
      await openAs(page, trader)
      await open(TRADE)
      if (isPhone) await page.getByRole("main").getByText("Buy BTC").tap()
      await expect(
        ticketOf(page)
          .getByText(/10,000\sUSDT/)
          .first(),
      ).toBeVisible()
      await ticketOf(page).getByRole("tab", { name: "Stop" }).click()
      await ticketOf(page).getByRole("combobox", { name: "Kind of stop order" }).selectOption("trailing-stop")
    })

    test("is sized by money, refused beyond its limits, placed, seen and cancelled", async ({ page }) => {
      const complaints = watchComplaints(page)
      const sent = watchOrders(page)
      await field(page, "Distance").fill("60")
      await field(page, "Amount").fill("100")
      await expect(ticketOf(page).getByText("The distance must lie between 0.1 % and 50 %.")).toBeVisible()
      await ticketOf(page)
        .getByRole("button", { name: /^Use 50\s%/ })
        .click()
      await field(page, "Distance").fill("0.2")
      expect(await sidewaysOverflow(page)).toBe(0)
      await expectAccessible(page, "a trailing stop in the ticket", isPhone ? "[role=dialog]" : "main")
      await ticketOf(page)
        .getByRole("button", { name: /^Buy BTC for 100 USDT/ })
        .click()
      const question = page.getByRole("alertdialog")
      await expect(question).toContainText("Trailing stop")
      await expect(question).toContainText("0.2\u202f%")
      await question.getByRole("button").last().click()
      await expect(
        page.getByRole("status").getByText(/^Trailing stop placed: buys BTC\/USDT once the price has risen/),
      ).toBeVisible()
      expect(sent).toMatchObject([{ type: "trailing-stop", side: "buy", distance: "0.002", budget: "100" }])
      expect(sent[0]).not.toHaveProperty("quantity")
      // Where it stands now, in the list and, on a desk, on the chart.
      const [order] = await trader.openOrders()
      expect(order).toMatchObject({ type: "trailing-stop", status: "waiting" })
      if (isPhone)
        await page
          .getByRole("main")
          .getByRole("button", { name: /^Open orders/ })
          .tap()
      const row = page.locator(`[data-order="${order?.id}"]`)
      await expect(row).toContainText("Trailing stop")
      await expect(row).toContainText("0.2\u202f%")
      await expect(row).toContainText(/Stop [\d,]+\.\d\d/)
      if (!isPhone)
        await expect(lineOf(page, `${order?.id}-trail`).getByText("Trail 0.2\u202f%")).toBeVisible()
      await row.getByRole("button", { name: `Cancel order ${order?.id}` }).click()
      await expect.poll(async () => (await trader.openOrders()).length).toBe(0)
      expect(await trader.available("USDT")).toBe("10000")
      expect(complaints).toEqual([])
    })

    test(`that sells is sized by coins, and may begin to follow later @verify`, async ({ page }) => {
      const sent = watchOrders(page)
      await ticketOf(page)
        .locator("label")
        .filter({ hasText: /^Sell$/ })
        .click()
      await field(page, "Distance").fill("2")
      await field(page, "Activation price").fill("99000")
      await field(page, "Amount").fill("0.001")
      await ticketOf(page)
        .getByRole("button", { name: /^Sell 0\.00100 BTC/ })
        .click()
      await page.getByRole("alertdialog").getByRole("button").last().click()
      await expect.poll(() => sent.length).toBe(1)
      expect(sent).toMatchObject([
        { type: "trailing-stop", side: "sell", distance: "0.02", quantity: "0.00100", stopPrice: "99000.00" },
      ])
      await expect.poll(async () => (await trader.openOrders()).length).toBe(1)
    })
  })
}
