/** What a desk's chart has, by thumb: an indicator's length and colour, bars of a range, the liquidity heat map. */

import type { Page } from "@playwright/test"
import { expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { fingersOn } from "../support/touch.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

const chart = (page: Page) => page.getByRole("region", { name: "Chart" })
const sheet = (page: Page) => page.getByRole("dialog", { name: "Chart settings" })
/** A line of the legends, which are hidden from screen readers. */
const line = (page: Page, text: RegExp) => chart(page).locator("p").filter({ hasText: text })

async function opened(page: Page): Promise<void> {
  await expect(chart(page).locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
}

async function openSettings(page: Page): Promise<void> {
  await chart(page).getByRole("button", { name: "Chart settings", exact: true }).tap()
  await expect(sheet(page)).toBeVisible()
}

test("an indicator's length and colour are chosen on its sheet, and stay over a reload @verify", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  await opened(page)
  await openSettings(page)
  const study = sheet(page).getByRole("region", { name: "Average true range" })
  await study.getByRole("switch").tap()
  await study.getByLabel("Length").fill("7")
  await study.getByLabel("Length").press("Enter")
  const swatch = study.getByRole("button", { name: /^Colour of / })
  await swatch.tap()
  await study.getByRole("button", { name: "Colour 5" }).tap()
  await expect(study.getByRole("button", { name: "Colour 5" })).toHaveAttribute("aria-pressed", "true")
  expect(await sidewaysOverflow(page)).toBe(0)
  const look = await swatch.locator("span").getAttribute("style")
  await page.keyboard.press("Escape")
  await expect(line(page, /^ATR 7/)).toHaveCount(1)
  await page.reload()
  await opened(page)
  await expect(line(page, /^ATR 7/)).toHaveCount(1)
  await openSettings(page)
  await expect(swatch.locator("span")).toHaveAttribute("style", look ?? "")
  expect(complaints).toEqual([])
})

test("bars of a range are chosen, and left by a tap on an interval @verify", async ({ page, open }) => {
  const complaints = watchComplaints(page)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  await opened(page)
  await openSettings(page)
  await sheet(page)
    .locator("label")
    .filter({ hasText: /^Range$/ })
    .tap()
  await sheet(page).getByRole("textbox", { name: "Range in ticks" }).fill("200")
  await page.keyboard.press("Escape")
  await expect(chart(page).locator("figure")).toHaveAttribute("aria-label", /Range 200 ticks/)
  await opened(page)
  expect(await sidewaysOverflow(page)).toBe(0)
  await chart(page).locator('[data-interval="15m"]').tap()
  await expect(chart(page).locator("figure")).toHaveAttribute("aria-label", /15 minutes/)
  expect(complaints).toEqual([])
})

test("the heat map is switched on, and a finger that rests reads what stood at a price @verify", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=1m")
  await opened(page)
  await openSettings(page)
  await sheet(page).getByRole("switch", { name: "Liquidity heat map" }).tap()
  await page.keyboard.press("Escape")
  const map = page.locator("[data-heat]")
  await expect(map).toHaveText(/^Order book since .*0 to .+ BTC per \d+ USDT/)
  await expect(map).toHaveAttribute("data-heat", /^[1-9]\d*$/)
  const figure = await chart(page).locator("figure").boundingBox()
  if (!figure) throw new Error("no chart")
  const fingers = await fingersOn(page)
  await fingers.down([figure.x + figure.width * 0.4, figure.y + figure.height * 0.4])
  await expect(map).toHaveText(/At [\d,.]+: nothing noted$/)
  await fingers.up()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(complaints).toEqual([])
})
