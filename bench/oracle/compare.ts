/** Compares what a page holds and shows with the oracle; lists every difference, none means that nothing was lost. */

import type { ShownMarket } from "../variants.ts"
import type { HeldMarket } from "./held-market.ts"

/** Differences told of one kind; a page that is wrong everywhere needn't say so five hundred times. */
const TOLD_MAX = 3

class Differences {
  readonly all: string[] = []
  #counts = new Map<string, number>()

  add(kind: string, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (count <= TOLD_MAX) this.all.push(`${kind}: ${text}`)
    else if (count === TOLD_MAX + 1) this.all.push(`${kind}: and more`)
  }

  same(kind: string, what: string, held: unknown, truth: unknown): void {
    if (held !== truth) this.add(kind, `${what} is ${String(held)}, must be ${String(truth)}`)
  }
}

type Row = readonly (string | number)[]

/** The heart goes on after the end of the stream: up to `counted` messages may have come by now. */
export const countedLater = (truth: HeldMarket, held: number, counted: number): HeldMarket => ({
  ...truth,
  messages: Math.min(Math.max(truth.messages, held), counted),
})

/** What the page knows against the oracle. Peers without a checksum of their own are compared by their levels. */
export function compareHeld(held: HeldMarket, truth: HeldMarket): string[] {
  const found = new Differences()
  found.same("messages", "count", held.messages, truth.messages)
  found.same("gaps", "count", held.gaps, 0)
  found.same("malformed", "count", held.malformed, 0)
  compareTickers(held, truth, found)
  compareBook(held, truth, found)
  compareTrades(held, truth, found)
  compareCandles(held, truth, found)
  return found.all
}

function compareTickers(held: HeldMarket, truth: HeldMarket, found: Differences): void {
  const byId = new Map(held.tickers.map((row) => [row[0], row]))
  // More may be held: a market that a short stream says nothing of is known from the list of markets.
  for (const row of truth.tickers) {
    const own = byId.get(row[0] as string)
    if (!own) found.add("tickers", `${row[0]} is missing`)
    else found.same("tickers", String(row[0]), own.join(" "), row.join(" "))
  }
}

function compareBook({ book }: HeldMarket, truth: HeldMarket, found: Differences): void {
  const right = truth.book
  if (!right) return
  if (!book) {
    found.add("book", "there is none")
    return
  }
  found.same("book", "sequence", book.seq, right.seq)
  for (const side of ["bids", "asks"] as const) {
    found.same("book", `${side}: levels`, book[side].length, right[side].length)
    for (const [rank, level] of right[side].entries())
      found.same("book", `${side} ${rank}`, book[side][rank]?.join(" "), level.join(" "))
  }
  if (book.checksum !== null) found.same("book", "checksum", book.checksum, right.checksum)
}

function compareTrades({ trades }: HeldMarket, truth: HeldMarket, found: Differences): void {
  const right = truth.trades
  if (!right) return
  if (!trades) {
    found.add("trades", "there are none")
    return
  }
  found.same("trades", "count", trades.count, right.count)
  const newest = (rows: readonly Row[], count: number) => rows.slice(-count)
  const count = Math.min(trades.rows.length, right.rows.length)
  if (count < Math.min(30, right.rows.length)) found.add("trades", `only ${count} are held`)
  const [own, must] = [newest(trades.rows, count), newest(right.rows, count)]
  for (const [place, row] of must.entries())
    found.same("trades", String(row[0]), own[place]?.join(" "), row.join(" "))
}

function compareCandles({ candles }: HeldMarket, truth: HeldMarket, found: Differences): void {
  const right = truth.candles
  if (!right) return
  if (!candles) {
    found.add("candles", "there are none")
    return
  }
  const byTime = new Map(candles.rows.map((row) => [row[0], row]))
  for (const row of right.rows)
    found.same(
      "candles",
      String(row[0]),
      byTime
        .get(row[0] as number)
        ?.slice(0, 6)
        .join(" "),
      row.join(" "),
    )
}

const plain = (text: string) => text.replace(/[^\d.]/g, "")

/** What the page shows against the oracle: texts of the DOM without their thousands separators. */
export function compareShown(shown: ShownMarket, truth: HeldMarket): string[] {
  const found = new Differences()
  const lasts = new Map(
    truth.tickers.flatMap((row) => [
      [String(row[0]), String(row[1])],
      [String(row[0]).replace(/_USDT$/, ""), String(row[1])],
    ]),
  )
  if (shown.rows.length < 10) found.add("list", `only ${shown.rows.length} rows are shown`)
  for (const [name, last] of shown.rows) found.same("list", name, plain(last), lasts.get(name))
  for (const side of ["bids", "asks"] as const) {
    const right = new Map(truth.book?.[side] ?? [])
    const lines = shown[side].filter(([, size]) => /\d/.test(size))
    // Rows keep their places while levels empty: of eight there may be some without a size for a moment.
    if (lines.length < (shown.hasFixedPrices ? 1 : 3))
      found.add("book", `only ${lines.length} ${side} are shown`)
    const best = truth.book?.[side][0]?.[0]
    if (!lines.some(([price]) => plain(price) === best)) found.add("book", `best of ${side} isn't shown`)
    for (const [price, size] of lines) found.same("book", price, plain(size), right.get(plain(price)))
  }
  const newest = truth.trades?.rows.at(-1)
  const top = shown.tape[0]
  if (newest && !top) found.add("tape", "nothing is shown")
  else if (newest && top) found.same("tape", "newest price", plain(top[0]), newest[1])
  return found.all
}
