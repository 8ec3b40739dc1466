/** Indicators and Heikin-Ashi candles say figures, each where it belongs; a template brings indicators to another market by one press. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

const at = (symbol: string, interval = "15m") => `/pages/kline/index?symbol=${symbol}&interval=${interval}`
const chart = (page: Page) => page.getByRole("region", { name: "Chart" })
const sheet = (page: Page) => page.getByRole("dialog", { name: "Chart settings" })

/** A line of the legends, which follow the pointer and are hidden from screen readers. */
const line = (page: Page, text: RegExp) => chart(page).locator("p").filter({ hasText: text })

const FIGURE = String.raw`−?[\d,.]+`
/** The legends as they are once the indicators are on: each with its figures. */
const LINES = [
  String.raw`^VWAP\s*${FIGURE}`,
  `^ST 10 3.*(UP|DN) ${FIGURE}`,
  `^ICHI 9 26 52 26.*TENKAN ${FIGURE}.*KIJUN ${FIGURE}.*A ${FIGURE}.*B ${FIGURE}`,
  `^PIVOT.*P ${FIGURE}.*R1 ${FIGURE}.*S1 ${FIGURE}`,
  `^VPVR 40 70.*POC ${FIGURE}.*VAH ${FIGURE}.*VAL ${FIGURE}`,
  `^ATR 14.*${FIGURE}`,
  `^StochRSI 14 14 3 3.*K ${FIGURE}.*D ${FIGURE}`,
  `^OBV.*${FIGURE}`,
].map((text) => new RegExp(text))

const NAMES = [
  "Volume-weighted average price",
  "Supertrend",
  "Ichimoku cloud",
  "Pivot points",
  "Volume profile of the visible range",
  "Average true range",
  "Stochastic RSI",
  "On-balance volume",
]

async function opened(page: Page): Promise<void> {
  await expect(chart(page).locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
}

test("on a desk each indicator says its figures, and a template puts them on another market", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open(at("BTC_USDT"))
  await opened(page)
  await page.getByRole("button", { name: "Indicators" }).click()
  for (const name of NAMES) {
    const toggle = sheet(page).getByRole("switch", { name, exact: true })
    await toggle.click()
    await expect(toggle).toBeChecked()
  }
  const period = sheet(page).getByRole("region", { name: "Average true range" }).getByLabel("Length")
  await period.fill("7")
  await period.press("Enter")
  await sheet(page).getByRole("textbox", { name: "Template name" }).fill("All of it")
  await sheet(page).getByRole("button", { name: "Save" }).click()
  await expect(sheet(page).getByRole("button", { name: "Apply template All of it" })).toBeVisible()
  await period.fill("14")
  await period.press("Enter")
  await sheet(page).locator("label").filter({ hasText: "Heikin-Ashi" }).click()
  await expectAccessible(page, "settings", "[role=dialog]")
  await page.keyboard.press("Escape")
  for (const shown of LINES) await expect(line(page, shown)).toHaveCount(1)
  await expect(
    line(page, new RegExp(`^Heikin-Ashi ?O ?${FIGURE}.*averaged, not traded prices$`)),
  ).toHaveCount(1)

  await open(at("ETH_USDT", "1h"))
  await opened(page)
  await page.getByRole("button", { name: "Indicators" }).click()
  await sheet(page).getByRole("button", { name: "Reset indicators" }).click()
  await expect(sheet(page).getByRole("switch", { name: "Supertrend" })).not.toBeChecked()
  await sheet(page).getByRole("button", { name: "Apply template All of it" }).click()
  await expect(sheet(page).getByRole("switch", { name: "Supertrend" })).toBeChecked()
  await page.keyboard.press("Escape")
  await expect(line(page, /^ATR 7/)).toHaveCount(1)
  for (const shown of LINES.filter((_, place) => place !== 5)) await expect(line(page, shown)).toHaveCount(1)
  expect(complaints).toEqual([])
})

test("VWAP since the week with a band, pivots by another formula and OBV's average say so, after a reload too", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open(at("BTC_USDT"))
  await opened(page)
  await page.getByRole("button", { name: "Indicators" }).click()
  const study = (name: string) => sheet(page).getByRole("region", { name, exact: true })
  for (const name of ["Volume-weighted average price", "Pivot points", "On-balance volume"])
    await study(name).getByRole("switch").click()
  const vwap = study("Volume-weighted average price")
  await vwap.getByLabel("Anchor").selectOption("week")
  await expect(vwap.getByText("at most 2,500 candles back")).toBeVisible()
  await vwap.getByLabel("Band 1, σ (0: off)").fill("1.5")
  await vwap.getByLabel("Band 1, σ (0: off)").press("Enter")
  await study("Pivot points").getByLabel("Type").selectOption("camarilla")
  await study("Pivot points").getByLabel("Period").selectOption("week")
  await study("On-balance volume").getByLabel("Smoothing (0: off)").fill("9")
  await study("On-balance volume").getByLabel("Smoothing (0: off)").press("Enter")
  await expectAccessible(page, "settings", "[role=dialog]")
  await page.keyboard.press("Escape")
  const said = [
    `^VWAP 1W ±1.5 ?VWAP ${FIGURE} ?UP1 ${FIGURE} ?DN1 ${FIGURE}$`,
    `^PIVOT 1W Cam ?P ${FIGURE} ?R1 ${FIGURE} ?S1 ${FIGURE}$`,
    `^OBV 9 ?OBV ${FIGURE}K? ?MA ${FIGURE}K?$`,
  ]
  for (const text of said) await expect(line(page, new RegExp(text))).toHaveCount(1)
  await page.reload()
  await opened(page)
  for (const text of said) await expect(line(page, new RegExp(text))).toHaveCount(1)
  expect(complaints).toEqual([])
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a tap in the row switches one, and of panes below the candles the first gives way @verify", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open(at("BTC_USDT", "1m"))
    await opened(page)
    const tap = (sign: string) =>
      chart(page)
        .getByRole("button", { name: new RegExp(`^${sign},`) })
        .tap()
    // A minute's bars don't reach back to midnight: they are fetched, or it would be another average than everybody's.
    await tap("VWAP")
    await expect(line(page, LINES[0] as RegExp)).toHaveCount(1)
    // A third line would cover candles: the legend is one line, until somebody wants it whole. It stays so.
    await tap("ST")
    await expect(line(page, LINES[0] as RegExp)).toHaveCount(0)
    await chart(page).getByRole("button", { name: "Show indicator values" }).tap()
    await expect(line(page, LINES[0] as RegExp)).toHaveCount(1)
    await page.reload()
    await opened(page)
    await expect(line(page, LINES[1] as RegExp)).toHaveCount(1)
    await chart(page).getByRole("button", { name: "Hide indicator values" }).tap()
    await expect(line(page, LINES[1] as RegExp)).toHaveCount(0)
    for (const sign of ["ATR", "StochRSI", "OBV"]) await tap(sign)
    await expect(line(page, /^OBV/)).toHaveCount(1)
    await expect(line(page, /^StochRSI/)).toHaveCount(1)
    await expect(line(page, /^ATR/)).toHaveCount(0)
    expect(complaints).toEqual([])
  })
})
