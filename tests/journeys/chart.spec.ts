/** A visitor reads the candles of a market, as far back as they scroll. */

import { expect, PHONE, test, watchComplaints } from "../support/journey.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test("the chart is full at once, counts down and follows the chosen interval", async ({ page, open }) => {
  const complaints = watchComplaints(page)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=1m")
  const chart = page.getByRole("region", { name: "Chart" })
  await expect(chart.locator("canvas").first()).toBeVisible()
  await expect(chart.getByText(/^00:[0-5]\d$/)).toBeVisible()
  await page.getByRole("button", { name: "1 hour" }).click()
  await expect(page).toHaveURL(/interval=1h/)
  await expect(chart.getByText(/^(00:)?[0-5]\d:[0-5]\d$/)).toBeVisible()
  await page.getByRole("button", { name: "Line" }).click()
  await expect(page.getByRole("button", { name: "Line" })).toHaveAttribute("aria-pressed", "true")
  expect(complaints).toEqual([])
})

test("scrolling back loads older candles without end", async ({ page, open }) => {
  const pages: string[] = []
  page.on("response", (response) => {
    if (response.url().includes("/market/kline") && response.url().includes("before="))
      pages.push(response.url())
  })
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  const chart = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(page.getByRole("region", { name: "Chart" }).getByText(/MA99/)).toBeVisible()
  await chart.focus()
  await expect
    .poll(
      async () => {
        for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowLeft")
        return pages.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(2)
})

test("a nonsense symbol or interval doesn't break the page", async ({ page, open }) => {
  await open("/pages/kline/index?symbol=%3Cb%3E&interval=7y")
  await expect(page.getByRole("heading", { name: "BTC/USDT" })).toBeVisible()
  await expect(page.getByRole("button", { name: "15 minutes" })).toHaveAttribute("aria-pressed", "true")
})
