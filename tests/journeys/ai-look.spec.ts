/** How the screens of AI products look: axe in both themes, and no word cut in any of the eight languages at 360 px. */

import type { Page } from "@playwright/test"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { expect, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

const main = (page: Page) => page.getByRole("main")

/** With one holding that runs and one that was ended early. */
async function newSaver(base: string) {
  const trader = await newTrader(base)
  const ids: number[] = []
  for (const product of ["usdt-30", "usdt-90"]) {
    const body = { product, amount: "1234.56789012", key: `look-${product}` }
    const { code, data } = await trader.post<{ id: number }>("/ai/buy", body)
    expect(code).toBe(200)
    ids.push(data.id)
  }
  const [running = 0, ended = 0] = ids
  expect(await trader.post("/ai/withdraw", { id: ended, key: "look-end" })).toMatchObject({ code: 200 })
  return { trader, running }
}

/** Each screen, with something of it that is there when all is. */
const screensOf = (running: number) =>
  [
    { path: "/pages/ai/index", shows: "a[href*='ai/product']" },
    { path: "/pages/ai/product?id=usdt-30", shows: "form" },
    { path: "/pages/ai/holdings", shows: "[data-holding]" },
    { path: `/pages/ai/withdraw?id=${running}`, shows: "dl" },
    { path: "/pages/assets/index", shows: "a[href*='ai/holdings']" },
  ] as const

for (const look of LOOKS)
  test(`the screens pass axe, ${lookName(look)} @verify`, async ({ page, open, saker }) => {
    await putOn(page, look)
    const { trader, running } = await newSaver(saker.url)
    await openAs(page, trader)
    for (const { path, shows } of screensOf(running)) {
      await open(path)
      await expect(main(page).locator(shows).first()).toBeVisible()
      await expectAccessible(page, path)
    }
    await open("/pages/ai/product?id=usdt-30")
    await main(page).getByRole("textbox").fill("500")
    await main(page).locator("button[type=submit]").click()
    await expect(page.getByRole("alertdialog")).toBeVisible()
    await expectAccessible(page, "question")
  })

/** Texts that stick out of the window, or of a box that hides what does. */
const cutTexts = (page: Page): Promise<string[]> =>
  main(page).evaluate((root) => {
    const cut: string[] = []
    for (const element of root.querySelectorAll<HTMLElement>(
      "p, b, strong, small, dt, dd, button, a, li, h2, h3",
    )) {
      if (!element.textContent?.trim() || element.closest("[aria-hidden=true]")) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      const hides = getComputedStyle(element).overflowX !== "visible"
      if (box.right > innerWidth + 1 || (hides && element.scrollWidth > element.clientWidth + 1))
        cut.push(element.textContent)
    }
    return cut
  })

const LONGEST: readonly Language[] = ["de", "pl"]

test.describe("at 360 px", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  for (const languages of [LONGEST, LANGUAGES.filter((each) => !LONGEST.includes(each))])
    test(`no word is cut in ${languages.join(", ")} @verify`, async ({ page, open, saker }) => {
      test.setTimeout(600_000)
      const { trader, running } = await newSaver(saker.url)
      await openAs(page, trader)
      for (const language of languages) {
        await page.addInitScript((code) => localStorage.setItem("lang", code), language)
        await page.goto("about:blank")
        for (const { path, shows } of screensOf(running)) {
          await open(path)
          await expect(page.locator("html")).toHaveAttribute("lang", language)
          await expect(main(page).locator(shows).first()).toBeVisible()
          expect(await sidewaysOverflow(page), path).toBe(0)
          expect(await cutTexts(page), path).toEqual([])
        }
        await open("/pages/ai/holdings")
        await page.getByRole("tab").nth(1).click()
        await expect(main(page).getByRole("tabpanel").locator("[data-holding]")).toBeVisible()
        expect(await cutTexts(page), "ended").toEqual([])
      }
    })
})
