/** How the screens of second contracts look: axe in both themes, and no word cut in any of the eight languages at 360 px. */

import type { Page } from "@playwright/test"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { expect, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { newSecondTrader, openAs, type Trader } from "../support/page-trader.ts"

const TRADE = "/pages/option/trade?symbol=BTC_USDT_SEC"
const main = (page: Page) => page.getByRole("main")

/** One that runs for five minutes; a server that has just started has no fresh index for a moment: then again. */
async function runningOf(trader: Trader, key = "look"): Promise<number> {
  const order = { instrument: "BTC_USDT_SEC", direction: "bullish", seconds: 300, stake: "50", key }
  let id = 0
  const opened = async () => {
    const { code, data } = await trader.post<{ id: number }>("/option/open", order)
    id = data?.id
    return code
  }
  await expect.poll(opened).toBe(200)
  return id
}

/** Texts within `part` that stick out of their box or of the window. */
const cutTexts = (page: Page, part: string): Promise<string[]> =>
  page.locator(part).evaluate((root) => {
    const cut: string[] = []
    for (const element of root.querySelectorAll<HTMLElement>(
      "p, span, b, dt, dd, button, label, a, th, td",
    )) {
      const text = element.textContent?.trim() ?? ""
      if (
        text === "" ||
        element.closest("figure, [aria-hidden=true]") ||
        element.closest("[data-second-line]")
      )
        continue
      const box = element.getBoundingClientRect()
      // For screen readers alone: a box of one pixel, or within one.
      const around = element.parentElement?.getBoundingClientRect()
      if (Math.min(box.width, box.height, around?.width ?? 2) <= 1) continue
      const hides = getComputedStyle(element).overflowX !== "visible"
      const sideways = element.closest("section")?.scrollWidth ?? 0
      if (hides && element.scrollWidth > element.clientWidth + 1) cut.push(text)
      else if (box.right > innerWidth + 1 && sideways <= innerWidth) cut.push(text)
    }
    return cut
  })

for (const look of LOOKS)
  test(`trade screen and record pass axe, ${lookName(look)} @verify`, async ({ page, open, saker }) => {
    await putOn(page, look)
    const trader = await newSecondTrader(saker.url)
    const id = await runningOf(trader)
    await openAs(page, trader)
    await open(TRADE)
    await expect(main(page).locator("[data-second]").first()).toBeVisible()
    await main(page)
      .getByRole("textbox", { name: /^Stake/ })
      .fill("10")
    await expect(main(page).getByRole("button", { name: /^Up/ })).toBeEnabled()
    await expectAccessible(page, "trade")
    await main(page)
      .getByRole("button", { name: /^Lost today/ })
      .click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page, "limit")
    await open(`/pages/option/record?id=${id}`)
    await expect(page.getByRole("dialog").getByRole("table")).toBeVisible()
    await expectAccessible(page, "record")
  })

const LONGEST: readonly Language[] = ["de", "pl"]

test.describe("at 360 px", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  for (const languages of [LONGEST, LANGUAGES.filter((each) => !LONGEST.includes(each))])
    test(`no word is cut in ${languages.join(", ")} @verify`, async ({ page, open, saker }) => {
      test.setTimeout(600_000)
      const trader = await newSecondTrader(saker.url)
      await openAs(page, trader)
      for (const language of languages) {
        // Each its own: the first may have ended before the last language has its turn.
        const id = await runningOf(trader, language)
        await page.addInitScript((code) => localStorage.setItem("lang", code), language)
        await page.goto("about:blank")
        await open(TRADE)
        await expect(page.locator("html")).toHaveAttribute("lang", language)
        await expect(main(page).locator("[data-second]").first()).toBeVisible()
        await main(page).getByRole("textbox").fill("4000")
        await expect(main(page).getByRole("textbox")).toHaveAttribute("aria-invalid", "true")
        expect(await sidewaysOverflow(page)).toBe(0)
        expect(await cutTexts(page, "main")).toEqual([])
        await open(`/pages/option/record?id=${id}`)
        await expect(page.getByRole("dialog").getByRole("table")).toBeVisible()
        expect(await sidewaysOverflow(page)).toBe(0)
        expect(await cutTexts(page, '[role="dialog"]')).toEqual([])
      }
    })
})
