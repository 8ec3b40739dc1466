/** Several markets on one chart, in percent of the first bar in view: chosen in the settings, told in the legend, ended one by one. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, verifyUnless, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

const chart = (page: Page) => page.getByRole("region", { name: "Chart" })
const sheet = (page: Page) => page.getByRole("dialog", { name: "Chart settings" })
const compareWith = (page: Page) => sheet(page).getByRole("combobox", { name: "Compare with" })

/** Each of these has its change in the legend, in this order. */
async function expectTold(page: Page, markets: readonly string[]): Promise<void> {
  const percent = String.raw`[+−]?\d[\d.,]*\s%`
  const told = new RegExp(`^${markets.map((market) => `${market} ${percent}`).join(String.raw`\s*`)}$`)
  await expect(chart(page).locator("p").filter({ hasText: told })).toHaveCount(1)
}

for (const [name, viewport, settings] of [
  ["a desk", DESK, "Indicators"],
  ["a phone", PHONE, "Chart settings"],
] as const)
  test.describe(`on ${name}${verifyUnless(viewport === DESK)}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })

    test("up to four markets are compared, each with its change", async ({ page, open }) => {
      const complaints = watchComplaints(page)
      await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
      await expect(chart(page).locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
      const openSettings = () => page.getByRole("button", { name: settings, exact: true }).click()
      await openSettings()
      for (const id of ["ETH_USDT", "SOL_USDT", "DOGE_USDT", "XRP_USDT"]) {
        await compareWith(page).selectOption(id)
        await expect(sheet(page).locator(`[data-compared="${id}"]`)).toBeVisible()
      }
      await expect(sheet(page).getByText("4 markets at most")).toBeVisible()
      await expect(compareWith(page)).toHaveCount(0)
      await expectAccessible(page, "compared", "[role=dialog]")
      await page.keyboard.press("Escape")
      await expectTold(page, ["BTC/USDT", "ETH/USDT", "SOL/USDT", "DOGE/USDT", "XRP/USDT"])

      await openSettings()
      for (const market of ["ETH/USDT", "SOL/USDT", "DOGE/USDT"])
        await sheet(page)
          .getByRole("button", { name: `Stop comparing with ${market}` })
          .click()
      await page.keyboard.press("Escape")
      await expectTold(page, ["BTC/USDT", "XRP/USDT"])
      expect(complaints).toEqual([])
    })
  })
