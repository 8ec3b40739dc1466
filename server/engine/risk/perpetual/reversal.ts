/** Whether an account bears closing a position and opening one as large the other way (P14, P15, P17). */

import { divideDown } from "#core/money/rounding.ts"
import { type Lots, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { costPrice, orderCost } from "#core/position/order-cost.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { Order } from "../../matching/order.ts"
import type { TrialJudge } from "../../matching/order-book.ts"
import { partOf } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { sizeOf } from "./fill-settlement.ts"
import { checkSize, lacksMargin } from "./order-margin.ts"
import { standingOf } from "./standing.ts"
import { WhatIf } from "./what-if.ts"

/** Both by market and of one size. */
export interface ReversalLegs {
  closing: Order
  opening: Order
}

/** The size and the margin of the position that would be opened, as if the other were closed at the best price. */
export function checkReversal({ closing, opening }: ReversalLegs, pricesOf: PricesOf): Problem | undefined {
  const part = partOf(opening)
  const prices = pricesOf(part.instrument)
  const price = costPrice(opening.side, undefined, prices) ?? prices.mark
  const { open, feeFine, charged } = opening
  const after = new WhatIf(undefined, { order: opening, price, open, feeFine, charged })
  after.take(closing, { lots: closing.open, price, isMaker: false }, prices)
  return checkSize(part, prices, { whatIf: after }) ?? checkFree(opening, { price, prices, pricesOf, after })
}

function checkFree(
  opening: Order,
  of: { price: Price8; prices: ContractPrices; pricesOf: PricesOf; after: WhatIf },
): Problem | undefined {
  const { price, prices, after } = of
  const part = partOf(opening)
  const { available, currency } = part.owner.wallet
  const free = divideDown(standingOf(part.owner, of.pricesOf, after).free, UNITS_PER_COIN)
  if (!part.isIsolated) return free >= 0n ? undefined : lacksMargin(-free, { available: 0n, currency })
  const size = sizeOf(opening, opening.open, prices.instrument.lot)
  const terms = { leverage: part.leverage, mark: prices.mark, takerRate: opening.takerRate }
  const { cost } = orderCost({ size, price }, terms)
  const cash = available + after.cashOf(part.owner)
  const there = free < cash ? free : cash
  return cost <= there ? undefined : lacksMargin(cost, { available: there > 0n ? there : 0n, currency })
}

/** In a trial of both as one order: the first lots close, the others open. */
export function reversalJudge({ closing, opening }: ReversalLegs, judge: TrialJudge): TrialJudge {
  let filled = 0
  const leg = () => (filled < closing.open ? closing : opening)
  const left = () => (filled < closing.open ? closing.open - filled : closing.open + opening.open - filled)
  return {
    judgeFill: (maker, _whole, lots) => judge.judgeFill(maker, leg(), Math.min(lots, left()) as Lots),
    filled: (maker, _whole, lots) => {
      judge.filled(maker, leg(), lots)
      filled += lots
    },
  }
}
