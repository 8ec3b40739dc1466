/** The looks in which each screen is tested, and their axe checks. */

import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { DESK, expect, PHONE } from "./journey.ts"

const TRIES = 3
const AGAIN_AFTER_MS = 500

type Size = typeof PHONE
export interface Look {
  theme: "dark" | "white"
  viewport: Size
}

/**
 * What a screen is looked at in. Colours hang on the theme and places on the size: `npm test` sees the sizes in one
 * theme and the next in the other, `npm run verify` (SAKER_EVERY_LOOK) every size in both.
 */
export function looksAt(sizes: readonly Size[]): Look[] {
  const themes = ["dark", "white"] as const
  return sizes.flatMap((viewport, place) =>
    themes
      .filter((_, each) => process.env.SAKER_EVERY_LOOK || each === place % 2)
      .map((theme) => ({ theme, viewport })),
  )
}

export const LOOKS: readonly Look[] = looksAt([PHONE, DESK])

export const lookName = ({ theme, viewport }: Look): string => `${theme} at ${viewport.width}`

/** The page opens in this size and theme from now on. */
export async function putOn(page: Page, { theme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
}

/**
 * Nothing in the page, or in the part that `within` names, breaks a rule of axe's. `where`: said with what does. Asked
 * again, since a screen that is about to change has no heading for a moment.
 */
export async function expectAccessible(page: Page, where = "", within?: string): Promise<void> {
  const axe = () => {
    const builder = new AxeBuilder({ page })
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
