/** A page behind a line that loses, repeats, swaps, delays and cuts never shows a book, a trade or a price that wasn't; and is right again after. */

import type { Page } from "@playwright/test"
import type { TradeRow } from "#core/wire/index.ts"
import { DESK, expect, test } from "../support/journey.ts"
import { levelOf, ManglingProxy } from "../support/mangling-proxy.ts"
import { getFrom } from "../support/signed-up.ts"

const SYMBOL = "BTC_USDT"
/** `npm run chaos -- page` takes ten thousand, on several pages at a time. */
const PAGES = Number(process.env.SAKER_MANGLED_PAGES ?? 1)
const FAULTS = Math.ceil(Number(process.env.SAKER_MANGLED_MESSAGES ?? 100) / PAGES)
/** So many that far apart don't show by chance. */
const LOOKS_LEAST = 100
/** A quarter of the messages come out wrong, of a dozen a second; four pages and four servers on two cores take one second for each. */
const WITHIN_MS = 60_000 + FAULTS * 3000
const SEEDS = Array.from({ length: PAGES }, (_, page) => 11 + page)
/** Trades in a row of the tape, on average over its rows. */
const TOGETHER_MAX = 8
/** So many rows are worth looking at. */
const ROWS_LEAST = 8

interface Shown {
  state: string | null
  rows: { side: "bid" | "ask"; price: number; size: string }[]
  /** Of the tape, the newest first; empty while it says itself that it is behind. */
  trades: { price: string; quantity: string }[]
  last: number
}

/** What book, tape and head show and what they say of its age, read in one turn of the page. */
const shownMarket = (page: Page): Promise<Shown> =>
  page.getByRole("region", { name: "Order book" }).evaluate((panel) => {
    const numberOf = (text: string | undefined) => Number(text?.replaceAll(",", ""))
    return {
      state:
        panel.closest("[data-stale]")?.getAttribute("data-stale") ??
        panel.querySelector("[data-stale]")?.getAttribute("data-stale") ??
        null,
      rows: [...panel.querySelectorAll<HTMLElement>("tbody tr")].flatMap((row) => {
        const price = row.querySelector<HTMLElement>("td:first-child button[tabindex]")
        const size = row.querySelector<HTMLElement>("td:nth-child(2)")
        if (!price || !size) return []
        const side = /ask/.test(row.className) ? ("ask" as const) : ("bid" as const)
        return [{ side, price: numberOf(price.innerText), size: size.innerText.replaceAll(",", "") }]
      }),
      trades: [
        ...document.querySelectorAll<HTMLElement>('section[aria-label="Trades"]:not([data-stale]) tbody tr'),
      ].flatMap((row) => {
        const [price, quantity] = [...row.querySelectorAll("td")].map((cell) => cell.innerText)
        return price && quantity ? [{ price, quantity }] : []
      }),
      last: numberOf(document.querySelector<HTMLElement>('[class*="barLast"]')?.innerText),
    }
  })

/** A trade, or a row of the tape: trades of one price that came within a tenth of a second are one row. */
interface Sold {
  price: number
  /** In hundred-thousandths, the market's lot. */
  lots: number
}

const soldOf = (price: string, quantity: string): Sold => ({
  price: Number(price.replaceAll(",", "")),
  lots: Math.round(Number(quantity.replaceAll(",", "")) * 1e5),
})

/** How much was sold at each price. */
const sumsOf = (all: readonly Sold[]): string => {
  const sums = new Map<number, number>()
  for (const { price, lots } of all) sums.set(price, (sums.get(price) ?? 0) + lots)
  return JSON.stringify([...sums].sort(([one], [other]) => one - other))
}

/** All trades of the server since shortly before the test began, in order, as the server itself says them. */
class Trades {
  readonly #base: string
  readonly #all: Sold[] = []
  readonly #prices = new Set<number>()
  #newest = 0
  /** Which was the newest on the tape that was shown before. */
  #reached = 0

  constructor(base: string) {
    this.#base = base
  }

  async read(): Promise<void> {
    const path = `/market/trades?symbol=${SYMBOL}&limit=500`
    const { data } = await getFrom<{ rows: TradeRow[] }>(this.#base, path)
    for (const [id, price, quantity] of data.rows.toSorted(([one], [other]) => one - other)) {
      if (id <= this.#newest) continue
      if (this.#newest > 0 && id !== this.#newest + 1) throw new Error("the test itself has lost trades")
      this.#newest = id
      this.#all.push(soldOf(price, quantity))
      this.#prices.add(Number(price))
    }
  }

  /** What stands around these rows, for a person who looks for the cause. */
  around(rows: readonly Sold[]): string {
    const newest = this.#all.findLastIndex(({ price }) => price === rows[0]?.price)
    const told = this.#all.slice(Math.max(0, newest - 14), newest + 1).toReversed()
    const text = (all: readonly Sold[]) => all.map(({ price, lots }) => `${price}×${lots}`).join(" ")
    return `${text(rows)}; told was ${text(told)}, ${newest} behind ${this.#reached}`
  }

  hasPrice = (price: number): boolean => this.#prices.has(price)

  /**
   * Whether these rows, the newest first, are trades one behind the other, none left out or told twice, not older than what was shown
   * before. The last rows may be a part of what came together.
   */
  take(rows: readonly Sold[]): boolean {
    const wanted = new Set(
      rows.map((_, last) => sumsOf(rows.slice(0, last + 1))).slice(Math.ceil(rows.length / 2)),
    )
    for (let newest = this.#reached; newest < this.#all.length; newest += 1) {
      if (this.#all[newest]?.price !== rows[0]?.price) continue
      for (let count = 1; count <= TOGETHER_MAX * rows.length; count += 1)
        if (wanted.has(sumsOf(this.#all.slice(Math.max(0, newest + 1 - count), newest + 1)))) {
          this.#reached = newest
          return true
        }
    }
    return false
  }
}

test.describe("a mangled line", () => {
  test.use({ viewport: DESK })
  test.describe.configure({ mode: "parallel" })

  for (const seed of SEEDS)
    test(`of ${FAULTS} lost, repeated, swapped, held and cut messages none puts a wrong level, trade or price on the screen (seed ${seed}) @verify`, async ({
      page,
      saker,
    }) => {
      test.setTimeout(WITHIN_MS + 60_000)
      const proxy = await ManglingProxy.open(saker.url, { seed, instrument: SYMBOL })
      try {
        const trades = new Trades(saker.url)
        await trades.read()
        await page.goto(`${proxy.url}/#/pages/spot/trade?symbol=${SYMBOL}`)
        let looks = 0
        let tapes = 0
        let reached = 0
        let wrong = ""
        const wrongTrades = async (shown: Shown): Promise<string> => {
          const rows = shown.trades.map(({ price, quantity }) => soldOf(price, quantity))
          const isRight = () => rows.length < ROWS_LEAST || trades.take(rows)
          // It may be newer than what was read of the server.
          if (!isRight()) await trades.read()
          if (!isRight()) return `the tape shows what never was: ${trades.around(rows)}`
          if (rows.length >= ROWS_LEAST) tapes += 1
          const isPaid = () => !(shown.last > 0) || trades.hasPrice(shown.last)
          if (!isPaid()) await trades.read()
          return isPaid() ? "" : `the head shows what was never paid: ${shown.last}`
        }
        await expect
          .poll(
            async () => {
              const shown = await shownMarket(page)
              const { rows } = shown
              if (rows.length > ROWS_LEAST) {
                looks += 1
                const wanted = rows.flatMap(({ side, price, size }) =>
                  Number.isFinite(Number(size)) ? [levelOf(side, price, Number(size))] : [],
                )
                // Some state that the server told of has all that is shown, at or behind the one that was shown before.
                const at = proxy.stateWith(wanted, reached)
                if (at < 0) wrong ||= `shown is what never was: ${wanted.join(", ")}`
                reached = Math.max(at, reached)
              }
              wrong ||= await wrongTrades(shown)
              return wrong !== "" || (proxy.faults >= FAULTS && looks >= LOOKS_LEAST)
            },
            { timeout: WITHIN_MS, intervals: [50] },
          )
          .toBe(true)
        expect(wrong).toBe("")
        expect(tapes).toBeGreaterThan(LOOKS_LEAST / 2)
        expect(Object.keys(proxy.counts).sort()).toEqual(["cut", "dropped", "repeated", "stalled", "swapped"])
        // Calm again, the book is soon that of now.
        proxy.isMangling = false
        await expect
          .poll(async () => {
            const { rows, state } = await shownMarket(page)
            const wanted = rows.map(({ side, price, size }) => levelOf(side, price, Number(size)))
            return (
              state === null &&
              rows.length > ROWS_LEAST &&
              proxy.stateWith(wanted, proxy.stateCount - 20) >= 0
            )
          })
          .toBe(true)
        process.stdout.write(
          `${looks} looks at the book, ${tapes} at the tape; ${JSON.stringify(proxy.counts)}\n`,
        )
      } finally {
        await proxy.close()
      }
    })
})
