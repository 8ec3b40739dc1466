/** The refusals that depend on the user's money, own limits and the book, in the words the server would use. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { formatAmount } from "#core/money/steps.ts"
import { walkBook } from "#core/order/walk-book.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { DraftInput, DraftOrder, OrderCost } from "./order-draft.ts"

/** S8: a stop on the price that it waits for would fire at once; a trailing one begins to follow there (S9). */
export function checkStop(
  { orderType, stopPrice, stopSource = "last" }: DraftOrder,
  { last, mark }: MarketPrices,
  { tick }: Pick<TradedInstrument, "tick">,
): Problem | undefined {
  if (stopPrice === undefined || orderType === "trailing-stop") return undefined
  const isThere = stopSource === "last" ? stopPrice === last : BigInt(stopPrice) * tick === mark
  return isThere ? { name: "STOP_WOULD_TRIGGER" } : undefined
}

/** The limit a user set for themselves, for one order's value. */
export function checkOwnLimit(
  { ownLimit, instrument }: DraftInput,
  preview: OrderCost,
  { budget }: DraftOrder,
): Problem | undefined {
  const value = budget ?? preview.turnover
  if (ownLimit === undefined || value <= ownLimit) return undefined
  return { name: "OWN_LIMIT", values: { limit: formatAmount(ownLimit), currency: instrument.quote } }
}

/** S10: what has to be held must be there. `free` in 1e-8; undefined while unknown. */
export function checkMoney({ hold }: OrderCost, free: bigint | undefined): Problem | undefined {
  if (free === undefined || hold.amount <= free) return undefined
  const values = { needed: formatAmount(hold.amount), available: formatAmount(free), currency: hold.currency }
  return { name: "INSUFFICIENT_BALANCE", values }
}

/** S2: post-only must not cross; fill-or-kill must find all of it. By the page's book: the server judges by its own. */
export function checkAgainstBook(
  { instrument, prices, ladder }: DraftInput,
  order: DraftOrder,
): Problem | undefined {
  const { side, price, quantity, postOnly, validity, orderType } = order
  if (price === undefined || orderType !== "limit") return undefined
  const best = side === "buy" ? prices.bestAsk : prices.bestBid
  const reaches = best !== undefined && (side === "buy" ? price >= best : price <= best)
  if (postOnly) return reaches ? { name: "POST_ONLY_WOULD_TAKE" } : undefined
  if (validity !== "fok" || quantity === undefined) return undefined
  const within = cut(side === "buy" ? ladder.asks : ladder.bids, (at) =>
    side === "buy" ? at <= price : at >= price,
  )
  const found = walkBook(
    { ...instrument, marketProtection: 99_999_999n },
    { asks: within, bids: within },
    { side, lots: quantity },
  )
  return found.lots < quantity ? { name: "FOK_NOT_FILLABLE" } : undefined
}

/** The levels, best first, up to the last that the limit reaches. */
function cut(levels: ArrayLike<number>, isWithin: (price: number) => boolean): number[] {
  const within: number[] = []
  for (let at = 0; at < levels.length && isWithin(levels[at] as number); at += 2)
    within.push(levels[at] as number, levels[at + 1] as number)
  return within
}
