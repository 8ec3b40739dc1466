/** The looks in which each screen is tested, and their axe checks. */

import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { DESK, expect, expectNoOverflowAt, PHONE, SMALL_PHONE, test } from "./journey.ts"

const TRIES = 3
const AGAIN_AFTER_MS = 500

type Size = typeof PHONE
export interface Look {
  theme: "dark" | "white"
  viewport: Size
}

/**
 * What a screen is looked at in: the sizes in turn in one theme and the next in the other. Places hang on the size;
 * colours, which hang on the theme, `npm run verify` (SAKER_EVERY_LOOK) sees in both: see {@link expectAccessible}.
 */
export const looksAt = (sizes: readonly Size[]): Look[] =>
  sizes.map((viewport, place) => ({ theme: place % 2 === 0 ? "dark" : "white", viewport }))

export const LOOKS: readonly Look[] = looksAt([PHONE, DESK])

export const lookName = ({ theme, viewport }: Look): string => `${theme} at ${viewport.width}`

/** The page opens in this size and theme from now on, and stands still: what fades in has its colours only in the end. */
export async function putOn(page: Page, { theme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
}

/**
 * Nothing in the page, or in the part that `within` names, breaks a rule of axe's; with SAKER_EVERY_LOOK its colours
 * hold in the other theme too, which is put on in place and taken off again. `where`: said with what does.
 */
export async function expectAccessible(page: Page, where = "", within?: string): Promise<void> {
  await expectNoViolation(page, where, within)
  if (!process.env.SAKER_EVERY_LOOK) return
  const own = await switchTheme(page)
  // A page without themes of ours, such as the documents.
  if (!own) return
  await expectNoViolation(page, `${where}, not in ${own}`, within, COLOUR_RULES)
  await switchTheme(page)
}

/** Opens screens one after the other and has each looked at, by its name. */
type Walk = (page: Page, url: string, look: (name: string) => Promise<void>) => Promise<void>

/** In turn with the looks: those of the longest words. */
const LANGUAGES = ["de", "pl"]

/** Journeys that only look: on each screen axe finds nothing, and at 360 px nothing sticks out and no word of `words` is cut. */
export function testLooksOf(what: string, walk: Walk, words?: string): void {
  for (const [index, each] of LOOKS.entries()) {
    const language = LANGUAGES[index] ?? "en"
    test(`axe finds nothing on ${what}, ${lookName(each)} in ${language}, and nothing sticks out at 360 px @verify`, async ({
      page,
      saker,
    }) => {
      await putOn(page, each)
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      await walk(page, saker.url, async (name) => {
        await expectAccessible(page, name)
        await expectNoOverflowAt(page, SMALL_PHONE, name)
        if (words) await expect.poll(() => cutWords(page, words), { message: name }).toEqual([])
        await page.setViewportSize(each.viewport)
      })
    })
  }
}

/** What doesn't fit into its own element, of those elements in what lies on top; words for screen readers alone are no part of it. */
const cutWords = (page: Page, elements: string): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      [
        ...(document.querySelector("[role=dialog]") ?? document).querySelectorAll(
          `:is(main, [role=dialog]) :is(${wanted})`,
        ),
      ]
        .filter((each) => each.textContent?.trim() && getComputedStyle(each).position !== "absolute")
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
        .map((each) => each.textContent ?? ""),
    elements,
  )

/** All that the theme can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]

/** To the other theme, whose colours are there at once; answers the name of the one before, of a page that has any. */
const switchTheme = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const root = document.documentElement
    const before = root.dataset.theme
    if (before) root.dataset.theme = before === "white" ? "dark" : "white"
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    return before
  })

/** Asked again, since a screen that is about to change has no heading for a moment. */
async function expectNoViolation(
  page: Page,
  where: string,
  within?: string,
  rules?: string[],
): Promise<void> {
  const axe = () => {
    const builder = new AxeBuilder({ page })
      // The same rules for a third of the work: no frames to join in a page of its own, no list of what is all right.
      .setLegacyMode()
      .options({ resultTypes: ["violations"], preload: false })
    // It takes a link to a screen (`/#/…`) for one within the page; the page's own is a button.
    if (!rules) builder.disableRules("skip-link")
    if (rules) builder.withRules(rules)
    return (within ? builder.include(within) : builder).analyze()
  }
  // Counted, not timed: a long page alone takes axe ten seconds and more.
  for (let turn = 1; turn <= TRIES; turn += 1) {
    const { violations } = await axe()
    if (violations.length > 0 && turn < TRIES) {
      await page.waitForTimeout(AGAIN_AFTER_MS)
      continue
    }
    const found = violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    )
    expect(found, where).toEqual([])
    return
  }
}
