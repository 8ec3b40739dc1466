/** The fixtures of every journey: a real server, shared with all files of the same setup, and a page. */

import { test as base, expect, type Page } from "@playwright/test"
import { removeFolders, type SakerProcess, type SakerSetup, startSaker } from "./saker-process.ts"
import { SMALL } from "./setups.ts"

interface Journey {
  saker: SakerProcess
  /** Opens an address of the app (without the `#`), e.g. `/pages/spot/index`. */
  open(path: string): Promise<void>
}

/** Epoch ms after which no further journey is begun (tools/verify.mjs); left out: never. */
const until = Number(process.env.SAKER_JOURNEYS_UNTIL ?? Number.POSITIVE_INFINITY)

export const test = base.extend<
  { open: Journey["open"]; inTime: undefined },
  { saker: SakerProcess; setup: SakerSetup }
>({
  setup: [SMALL, { scope: "worker", option: true }],
  saker: [
    async ({ setup }, use) => {
      const saker = await startSaker(setup)
      await use(saker)
      await saker.end()
      removeFolders()
    },
    // As long as the start itself is waited for, and its end.
    { scope: "worker", timeout: 240_000 },
  ],
  inTime: [
    // The report names what was left out, by these words (tools/test-report.mjs).
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use, info) => {
      info.skip(Date.now() > until, "out of time")
      await use(undefined)
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page)
    // A request that a journey answers itself may still be under way at its end, which fails nothing.
    await page.unrouteAll({ behavior: "ignoreErrors" })
  },
  open: async ({ page, saker }, use) => {
    await use(async (path) => {
      await page.goto(`${saker.url}/#${path}`)
    })
  },
})

export { expect }

/**
 * Ends the title of a journey that only `npm run verify` walks unless `isUsual`: one that a change seldom breaks, or that
 * looks at what another has seen at another size. Where nothing is asked, `@verify` stands in the title itself.
 */
export const verifyUnless = (isUsual: boolean): string => (isUsual ? "" : " @verify")

export const PHONE = { width: 390, height: 844 }
export const SMALL_PHONE = { width: 360, height: 640 }
export const DESK = { width: 1440, height: 900 }

/** Collects what the console and the page complain of; journeys assert that it is empty. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  return complaints
}

/** Waits until some text of `locator` is another than now. */
export async function expectToChange(read: () => Promise<string | null>): Promise<void> {
  const before = await read()
  await expect.poll(read, { timeout: 60_000 }).not.toBe(before)
}

/** Makes the page another size, in place, and finds nothing that sticks out sideways once it is laid out anew. */
export async function expectNoOverflowAt(page: Page, viewport: typeof PHONE, where: string): Promise<void> {
  await page.setViewportSize(viewport)
  // Two frames: one tells what listens for sizes, the other paints what came of it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const said = `${where} at ${viewport.width}×${viewport.height}`
  await expect.poll(() => sidewaysOverflow(page), { message: said }).toBe(0)
}

/** How many px the page, or what it shows, is wider than its place, which cuts it off: 0 when nothing is cut or sticks out. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll("main")].map(
        (each) => each.scrollWidth - each.clientWidth,
      ),
    ),
  )
