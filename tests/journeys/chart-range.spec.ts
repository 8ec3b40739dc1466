/** Range bars: chosen in the settings, told in the legend, carried on live, left by a press on an interval. */

import { DESK, expect, expectToChange, test, watchComplaints } from "../support/journey.ts"

test("bars of a range are built, follow the market, and give way to an interval", async ({ page, open }) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  const chart = page.getByRole("region", { name: "Chart" })
  const figure = chart.locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const sheet = page.getByRole("dialog", { name: "Chart settings" })
  await page.getByRole("button", { name: "Indicators", exact: true }).click()
  await sheet
    .locator("label")
    .filter({ hasText: /^Range$/ })
    .click()
  await sheet.getByRole("textbox", { name: "Range in ticks" }).fill("0")
  await expect(sheet.getByText("A whole number from 1 to 1000000.")).toBeVisible()
  await sheet.getByRole("textbox", { name: "Range in ticks" }).fill("100")
  await page.keyboard.press("Escape")
  const line = chart.locator("p").filter({ hasText: "Range 100 ticks" })
  await expect(line).toContainText("made of 1 minute candles")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await expect(figure).toHaveAttribute("aria-label", /Range 100 ticks/)
  await expect(chart.locator('[data-interval][aria-pressed="true"]')).toHaveCount(0)
  await expectToChange(() => figure.getAttribute("aria-label"))
  await chart.getByRole("button", { name: "1h, 1 hour" }).click()
  await expect(line).toHaveCount(0)
  await expect(figure).toHaveAttribute("aria-label", /1 hour/)
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  expect(complaints).toEqual([])
})
