/** The order book's interface. Two implementations, one set of tests: the plain one is the truth, the fast one runs. */

import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Side } from "../command.ts"
import type { ExpiryReason } from "../event.ts"
import type { Order } from "./order.ts"

/** One price of the book with the sum of the lots that are shown there (S19). */
export interface BookLevel {
  price: Ticks
  total: number
}

/**
 * Why a walk ended. `filled`: nothing left to trade. `empty`: no maker left. `bound`: makers left, but beyond the
 * bound. `budget`: the rest of the budget doesn't pay for one lot (S2). `prevented`: self-trade prevention (S5).
 * `refused`: clearing refused the taker's side of a fill (P17), and the taker says the reason.
 */
export type MatchEnd = "filled" | "empty" | "bound" | "budget" | "prevented" | "refused"

/** Whose side of a fill clearing refuses, and what that order ends with: a maker, and the next is taken; or the taker's rest. */
export interface FillRefusal {
  readonly ends: "maker" | "taker"
  readonly reason: ExpiryReason
}

/** How many lots may trade, at least one and at most those asked for; or whose order ends (P17, P22). */
export type FillVerdict = Lots | FillRefusal

/** Clearing's answers to the fills of one trial. Orders don't change in a trial: it remembers itself what was filled. */
export interface TrialJudge {
  judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict
  /** The trial goes on as if this fill had been booked, at the maker's price. */
  filled(maker: Order, taker: Order, quantity: Lots): void
}

/** What a trial found: how much would trade, and its turnover in ticks × lots. */
export interface Trial {
  quantity: Lots
  turnover: bigint
}

/** Judges each fill of a walk before it is booked, and hears what the walk does while it does it. */
export interface MatchListener {
  /** Before a level's total changes, once or oftener. */
  levelChanges(side: Side, price: Ticks, totalBefore: number): void
  /** May these lots trade? Asked before anything of the fill is booked, and of each fill. */
  judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict
  /** Both orders are booked; the price is the maker's (S1), the turnover in 1e-8 of the quote. */
  traded(maker: Order, taker: Order, quantity: Lots, turnover: Amount): void
  /** DECREMENT: both have lost the same quantity without a trade. */
  prevented(maker: Order, taker: Order): void
  /** It left the book: its status is `filled`, `expired-in-match` or, refused by clearing, `expired`. */
  makerEnded(maker: Order): void
}

export interface OrderBook {
  /** It joins the queue of its price as the last. */
  add(order: Order): void
  /** It leaves the book. */
  remove(order: Order): void
  /** Takes lots off it, fewer than are open; it keeps its place (S6). */
  reduce(order: Order, by: Lots): void
  /**
   * Walks the taker through the other side, best price and earliest order first, as far as `bound` (S1, S5). The
   * taker isn't in the book and doesn't join it.
   */
  match(taker: Order, bound: Ticks, listener: MatchListener): MatchEnd
  /**
   * What `match` would trade, without a trace (S3). A FOK has a rule of its own for own makers (S5): as not there
   * with EXPIRE_MAKER, as the end of the walk with the others. Not for a buy by budget, whose fee would be inside.
   * Without a `judge` no fill is refused.
   */
  trial(taker: Order, bound: Ticks, judge?: TrialJudge): Trial
  /** Best price of a side; 0 where it is empty. */
  best(side: Side): Ticks
  /** Sum of the lots that are shown at a price; 0 where nobody is. */
  total(side: Side, price: Ticks): number
  /** Best first; `visit` answers whether to go on. */
  walkLevels(side: Side, visit: (price: Ticks, total: number) => boolean): void
  /** Orders of one price, earliest first. For checks and tests. */
  queue(side: Side, price: Ticks): Order[]
}

/** Does a taker on this side accept the price? */
export const reaches = (side: Side, bound: number, price: number): boolean =>
  side === "buy" ? price <= bound : price >= bound

/** The best levels of a side, best first. */
export function bestLevels(book: OrderBook, side: Side, count: number): BookLevel[] {
  const levels: BookLevel[] = []
  if (count <= 0) return levels
  book.walkLevels(side, (price, total) => {
    levels.push({ price, total })
    return levels.length < count
  })
  return levels
}
