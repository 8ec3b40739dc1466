/** In which looks must a screen hold, and what does axe say of it? */

import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { DESK, expect, PHONE } from "./journey.ts"

export interface Look {
  theme: "dark" | "white"
  viewport: typeof PHONE
}

const IN_PAIRS: readonly Look[] = [
  { theme: "dark", viewport: PHONE },
  { theme: "white", viewport: DESK },
]
const ACROSS: readonly Look[] = [
  { theme: "dark", viewport: DESK },
  { theme: "white", viewport: PHONE },
]

/**
 * What a screen is looked at in. Colours hang on the theme and places on the size: `npm test` sees each of both once,
 * `npm run verify` (SAKER_EVERY_LOOK) every one with every other.
 */
export const LOOKS: readonly Look[] = process.env.SAKER_EVERY_LOOK ? [...IN_PAIRS, ...ACROSS] : IN_PAIRS

export const lookName = ({ theme, viewport }: Look): string => `${theme} at ${viewport.width}`

/** The page opens in this size and theme from now on. */
export async function putOn(page: Page, { theme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
}

/** Nothing in the page, or in the part that `within` names, breaks a rule of axe's. `where`: said with what does. */
export async function expectAccessible(page: Page, where = "", within?: string): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const found = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
  )
  expect(found, where).toEqual([])
}
