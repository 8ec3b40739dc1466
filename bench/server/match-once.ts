/** Orders a second through the engine, against nodejs-order-book with the same orders. */

import type { Fault } from "../context.ts"
import { collectGarbage } from "./collect-garbage.ts"
import {
  type Prepare,
  prepareEngine,
  prepareFastBook,
  prepareLedger,
  prepareOther,
  preparePerpetual,
} from "./matching-books.ts"
import { type FlowSettings, orderFlow } from "./order-flow.ts"
import { WrongResult } from "./wrong-result.ts"

const BOOKS = {
  engine: prepareEngine,
  ledger: prepareLedger,
  perpetual: preparePerpetual,
  "fast book": prepareFastBook,
  "nodejs-order-book": prepareOther,
} as const
type BookName = keyof typeof BOOKS

/** Steps a second of each book in one repetition, all on the same stream. */
export type MatchingRepetition = Record<BookName, number>

const NAMES = Object.keys(BOOKS) as BookName[]

/**
 * One repetition: each book does the stream once, in an order that turns with `turn`. Throws when the books don't agree
 * on every trade, in order, and on how many orders are open at the end: speed of a wrong book is no result.
 */
export function matchOnce(
  flow: FlowSettings,
  { turn, fault }: { turn: number; fault: Fault | null },
): MatchingRepetition {
  const { before, timed } = orderFlow(flow)
  const result: Partial<MatchingRepetition> = {}
  const ends = new Map<BookName, { trades: number[]; open: number }>()
  for (let place = 0; place < NAMES.length; place += 1) {
    const name = NAMES[(place + turn) % NAMES.length] ?? "engine"
    const prepare: Prepare = BOOKS[name]
    const ready = prepare(before, timed)
    collectGarbage()
    const start = performance.now()
    ready.run()
    result[name] = timed.length / ((performance.now() - start) / 1000)
    if (fault === "swap-trade" && name === "ledger") swapFirstTrades(ready.trades)
    ends.set(name, { trades: ready.trades, open: ready.openCount() })
  }
  assertSame(ends)
  return result as MatchingRepetition
}

/** The deliberate fault: the check below must find it. */
function swapFirstTrades(trades: number[]): void {
  trades.unshift(...trades.splice(3, 3))
}

function assertSame(ends: ReadonlyMap<BookName, { trades: number[]; open: number }>): void {
  const truth = ends.get("nodejs-order-book")
  if (!truth || truth.trades.length === 0) throw new WrongResult("the stream made no trade")
  for (const [name, { trades, open }] of ends) {
    if (open !== truth.open) throw new WrongResult(`${name} has ${open} open orders, not ${truth.open}`)
    if (trades.length !== truth.trades.length)
      throw new WrongResult(`${name} made ${trades.length / 3} trades, not ${truth.trades.length / 3}`)
    const wrong = trades.findIndex((value, place) => value !== truth.trades[place])
    if (wrong >= 0) throw new WrongResult(`${name} differs in trade ${Math.floor(wrong / 3)}`)
  }
}
