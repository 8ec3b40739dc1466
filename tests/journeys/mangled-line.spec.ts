/** A page behind a line that loses, repeats, swaps, delays and cuts never shows a book that wasn't; and is right again after. */

import type { Page } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { levelOf, ManglingProxy } from "../support/mangling-proxy.ts"

const SYMBOL = "BTC_USDT"
const FAULTS = 100
/** So many that far apart don't show by chance. */
const LOOKS_LEAST = 100
const SEED = 11

interface Shown {
  state: string | null
  rows: { side: "bid" | "ask"; price: number; size: string }[]
}

/** All rows and what the panel says of their age, read in one turn of the page. */
const shownBook = (page: Page): Promise<Shown> =>
  page.getByRole("region", { name: "Order book" }).evaluate((panel) => ({
    state:
      panel.closest("[data-stale]")?.getAttribute("data-stale") ??
      panel.querySelector("[data-stale]")?.getAttribute("data-stale") ??
      null,
    rows: [...panel.querySelectorAll<HTMLElement>("tbody tr")].flatMap((row) => {
      const price = row.querySelector<HTMLElement>("td:first-child button[tabindex]")
      const size = row.querySelector<HTMLElement>("td:nth-child(2)")
      if (!price || !size) return []
      const side = /ask/.test(row.className) ? ("ask" as const) : ("bid" as const)
      return [
        {
          side,
          price: Number(price.innerText.replaceAll(",", "")),
          size: size.innerText.replaceAll(",", ""),
        },
      ]
    }),
  }))

test.describe("a mangled line", () => {
  test.use({ viewport: DESK })

  test(`of ${FAULTS} lost, repeated, swapped, held and cut messages none puts a wrong level on the screen @verify`, async ({
    page,
    saker,
  }) => {
    const proxy = await ManglingProxy.open(saker.url, { seed: SEED, instrument: SYMBOL })
    try {
      await page.goto(`${proxy.url}/#/pages/spot/trade?symbol=${SYMBOL}`)
      let looks = 0
      let reached = 0
      let wrong = ""
      await expect
        .poll(
          async () => {
            const { rows } = await shownBook(page)
            if (rows.length > 8) {
              looks += 1
              const wanted = rows.flatMap(({ side, price, size }) =>
                Number.isFinite(Number(size)) ? [levelOf(side, price, Number(size))] : [],
              )
              // Some state that the server told of has all that is shown, at or behind the one that was shown before.
              const at = proxy.states.findIndex(
                (state, place) => place >= reached && wanted.every((level) => state.has(level)),
              )
              if (at < 0) wrong ||= `shown is what never was: ${wanted.join(", ")}`
              reached = Math.max(at, reached)
            }
            return wrong !== "" || (proxy.faults >= FAULTS && looks >= LOOKS_LEAST)
          },
          { timeout: 80_000, intervals: [50] },
        )
        .toBe(true)
      expect(wrong).toBe("")
      expect(Object.keys(proxy.counts).sort()).toEqual(["cut", "dropped", "repeated", "stalled", "swapped"])
      // Calm again, the book is soon that of now.
      proxy.isMangling = false
      await expect
        .poll(async () => {
          const { rows, state } = await shownBook(page)
          const wanted = rows.map(({ side, price, size }) => levelOf(side, price, Number(size)))
          return (
            state === null &&
            rows.length > 8 &&
            proxy.states.slice(-20).some((one) => wanted.every((level) => one.has(level)))
          )
        })
        .toBe(true)
    } finally {
      await proxy.close()
    }
  })
})
