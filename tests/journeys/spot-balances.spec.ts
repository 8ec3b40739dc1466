/** Somebody trading sees what they hold beside their orders: each coin, what of it is frozen, and what it is worth. */

import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { panelOf, place, priceAt } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { bringToken, getFrom, signUp } from "../support/signed-up.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

const number = (text: string | null | undefined) => Number(text?.replace(/[^\d.]/g, ""))

/** What one of a currency is worth in USDT, as the server says now. */
async function rateOf(base: string, token: string, currency: string): Promise<number> {
  const { data } = await getFrom<{ rates: { currency: string; rate: string }[] }>(
    base,
    "/assets/index",
    token,
  )
  return Number(data.rates.find((row) => row.currency === currency)?.rate)
}

async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include('[aria-label="Orders and balances"]')
    .analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("each coin has its sum and its worth in the chosen currency, live, and hides with all amounts", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    const price = await priceAt(saker.url, "BTC_USDT", 0.9)
    await place(trader, { price, quantity: "0.00200" })
    await openAs(page, trader)
    await open(TRADE)
    const panel = panelOf(page)
    await panel.getByRole("tab", { name: "Balances" }).click()
    await expect(panel.getByRole("columnheader")).toHaveText([
      "Coin",
      "Available",
      "Frozen",
      "Total",
      "Value USDT",
    ])
    // The market's own two first, the others by name.
    await expect(panel.getByRole("row").getByRole("cell").first()).toHaveText("USDT")
    const cells = (name: string) =>
      panel.getByRole("row", { name: new RegExp(`^${name} `) }).getByRole("cell")
    // Shown to the cent, cut.
    const held = Math.floor(Number(price) * 0.2 + 1e-6) / 100
    await expect.poll(async () => number(await cells("USDT").nth(2).textContent())).toBeCloseTo(held, 4)
    await expect(cells("USDT").nth(3)).toHaveText("10,000")
    await expect(cells("USDT").nth(4)).toHaveText("10,000.00")
    const worth = 0.05 * (await rateOf(saker.url, trader.token, "BTC"))
    // Prices move between the two readings.
    await expect
      .poll(async () => Math.abs(number(await cells("BTC").nth(4).textContent()) / worth - 1))
      .toBeLessThan(0.01)

    // A fill while one looks: the coins change by themselves.
    const bought = async () => (await place(trader, { type: "market", quantity: "0.00100" })).status
    // On a machine that stalls the house may have nothing in the book for a moment.
    await expect.poll(bought).toBe("filled")
    await expect(cells("BTC").nth(3)).toHaveText(/^0\.0509/)

    await page.evaluate(() => localStorage.setItem("saker:total-in", "BTC"))
    await page.evaluate(() => localStorage.setItem("saker:hide-amounts", "hidden"))
    await page.reload()
    await panel.getByRole("tab", { name: "Balances" }).click()
    await expect(panel.getByRole("columnheader", { name: "Value BTC" })).toBeVisible()
    for (const column of [1, 2, 3, 4]) await expect(cells("ETH").nth(column)).toContainText("•••••")
    expect(complaints).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  test("somebody who holds nothing is told so @verify", async ({ page, open, saker }) => {
    const { token } = await signUp(saker.url)
    await bringToken(page, token)
    await open(TRADE)
    await panelOf(page).getByRole("tab", { name: "Balances" }).click()
    await expect(panelOf(page).getByText("No balances in this account yet.")).toBeVisible()
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("each coin is a line of the sheet: sum and worth, what is free and what is frozen @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9), quantity: "0.00200" })
    await openAs(page, trader)
    await open(TRADE)
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Open orders/ })
      .tap()
    await page.getByRole("tab", { name: "Balances" }).tap()
    const coin = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) })
    await expect(coin("USDT")).toContainText(/^USDT10,000[\d,.]+ available, [\d,.]+ frozen10,000\.00\sUSDT$/)
    await expect(coin("ETH")).toContainText(/^ETH11 available[\d,]+\.\d\d\sUSDT$/)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  })
})
