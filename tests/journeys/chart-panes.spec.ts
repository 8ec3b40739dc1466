/** An indicator is put into another's pane, over the candles and back, and its pane moved; so it stands after a reload. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

const MARKET = "/pages/kline/index?symbol=BTC_USDT&interval=15m"
const chart = (page: Page) => page.getByRole("region", { name: "Chart" })
const sheet = (page: Page) => page.getByRole("dialog", { name: "Chart settings" })
const study = (page: Page, name: string) => sheet(page).getByRole("region", { name, exact: true })

/** Distance of a legend's line from the top, in px. */
async function topOf(page: Page, sign: string): Promise<number> {
  const line = chart(page)
    .locator("p")
    .filter({ hasText: new RegExp(`^${sign} `) })
  return (await line.boundingBox())?.y ?? -1
}

async function opened(page: Page): Promise<void> {
  await expect(chart(page).locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
}

const put = (page: Page, name: string, place: string) =>
  study(page, name).getByLabel("Pane", { exact: true }).selectOption({ label: place })

test("on a desk ATR stands beside RSI, volume in a pane of its own above them, and all of it after a reload", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open(MARKET)
  await opened(page)
  await page.getByRole("button", { name: "Indicators" }).click()
  for (const name of ["RSI", "Average true range", "On-balance volume"])
    await sheet(page).getByRole("switch", { name, exact: true }).click()
  await put(page, "Average true range", "With RSI")
  await put(page, "Volume", "Pane of its own")
  await expectAccessible(page, "settings", "[role=dialog]")
  // Below OBV it came; one up, and again, and it is the first.
  const up = study(page, "Volume").getByRole("button", { name: "Move pane up" })
  await up.click()
  await up.click()
  await expect(up).toBeDisabled()
  await page.keyboard.press("Escape")
  const expectPlaced = async () => {
    await expect.poll(() => topOf(page, "ATR")).toBeGreaterThan(0)
    const [volume, rsi, atr, obv] = await Promise.all(
      ["VOL", "RSI", "ATR", "OBV"].map((sign) => topOf(page, sign)),
    )
    expect(atr).toBe(rsi)
    expect(volume).toBeGreaterThan(0)
    expect(volume).toBeLessThan(rsi as number)
    expect(obv).toBeGreaterThan(rsi as number)
  }
  await expectPlaced()
  await page.reload()
  await opened(page)
  await expectPlaced()

  // Over the candles, its line stands with the averages'.
  await page.getByRole("button", { name: "Indicators" }).click()
  await put(page, "Average true range", "On the chart")
  await expect(study(page, "Average true range").getByRole("button", { name: "Move pane up" })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect.poll(async () => (await topOf(page, "ATR")) < (await topOf(page, "VOL"))).toBe(true)
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("three indicators fit into two panes, once two of them share one", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open(MARKET)
    await opened(page)
    const tap = (sign: string) =>
      chart(page)
        .getByRole("button", { name: new RegExp(`^${sign},`) })
        .tap()
    await tap("RSI")
    await tap("ATR")
    await chart(page).getByRole("button", { name: "Chart settings" }).tap()
    await put(page, "Average true range", "With RSI")
    await page.keyboard.press("Escape")
    await expect.poll(() => topOf(page, "ATR")).toBe(await topOf(page, "RSI"))
    // The pane that came free takes another, and nothing gives way.
    await tap("OBV")
    await expect.poll(() => topOf(page, "OBV")).toBeGreaterThan(await topOf(page, "RSI"))
    expect(await topOf(page, "ATR")).toBe(await topOf(page, "RSI"))
    // Out again it needs a pane: the first of the others gives way.
    await chart(page).getByRole("button", { name: "Chart settings" }).tap()
    await put(page, "Average true range", "Pane of its own")
    await expect(sheet(page).getByRole("switch", { name: "RSI", exact: true })).not.toBeChecked()
    await study(page, "Average true range").getByRole("button", { name: "Move pane down" }).tap()
    await page.keyboard.press("Escape")
    await expect.poll(async () => (await topOf(page, "OBV")) < (await topOf(page, "ATR"))).toBe(true)
    expect(complaints).toEqual([])
  })
})
