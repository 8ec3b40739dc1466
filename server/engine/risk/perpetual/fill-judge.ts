/** Judges a fill of contracts: reduce-only is cut to the position, and margin is asked of both sides (P17, P22). */

import { type Fine, fineOf, type Lots, magnitude } from "#core/money/units.ts"
import { type AfterFill, bearsFill } from "#core/position/fill-check.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { Order } from "../../matching/order.ts"
import type { FillRefusal, FillVerdict } from "../../matching/order-book.ts"
import { type ContractAccount, partOf } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { priceOf, type Settlement } from "./fill-settlement.ts"
import { closes } from "./reduce-only.ts"
import { crossEquityOf, crossMaintenanceOf, freeMarginOf } from "./standing.ts"
import type { FillTerms, SupposedFill } from "./supposed-fill.ts"
import { WhatIf } from "./what-if.ts"

const REFUSALS = {
  maker: {
    MARGIN: { ends: "maker", reason: "MARGIN" },
    REDUCE_ONLY: { ends: "maker", reason: "REDUCE_ONLY" },
  },
  taker: {
    MARGIN: { ends: "taker", reason: "MARGIN" },
    REDUCE_ONLY: { ends: "taker", reason: "REDUCE_ONLY" },
  },
} as const satisfies Record<string, Record<string, FillRefusal>>

/** What a judgement has counted of each side that is asked for margin; booked as it is, where it still holds. */
export interface JudgedSides {
  maker: SupposedFill | undefined
  taker: SupposedFill | undefined
}

/** `booked`: what stands so far, with the fills of a trial. The maker is judged first: without it there is another. */
export function judgeFill(
  { maker, taker, quantity }: { maker: Order; taker: Order; quantity: Lots },
  booked: WhatIf,
  pricesOf: PricesOf,
  judged?: JudgedSides,
): FillVerdict {
  // The house trades with itself before the first mark: nothing is asked of it, and there are no prices.
  if (asksNothing(maker) && asksNothing(taker)) {
    if (judged) judged.maker = judged.taker = undefined
    return quantity
  }
  const prices = pricesOf(maker.instrument)
  const ofMaker = reducedTo(maker, quantity, booked, prices)
  if (ofMaker === 0) return REFUSALS.maker.REDUCE_ONLY
  const lots = reducedTo(taker, ofMaker, booked, prices)
  if (lots === 0) return REFUSALS.taker.REDUCE_ONLY
  const price = priceOf(maker.price, prices.instrument)
  const makes = supposedOf(maker, { lots, price, isMaker: true }, booked, prices)
  if (makes && !mayTake(makes, booked, prices, pricesOf)) return REFUSALS.maker.MARGIN
  const takes = supposedOf(taker, { lots, price, isMaker: false }, booked, prices)
  if (takes && !mayTake(takes, booked, prices, pricesOf)) return REFUSALS.taker.MARGIN
  if (judged) {
    judged.maker = makes?.fill
    judged.taker = takes?.fill
  }
  return lots
}

const asksNothing = (order: Order): boolean =>
  (partOf(order).account.isHouse || order.isExempt) && !closes(order)

/** P22, and a closing order of hedge mode: no more lots than the position has. */
function reducedTo(order: Order, lots: Lots, booked: WhatIf, { instrument }: ContractPrices): Lots {
  if (!closes(order)) return lots
  const { size } = booked.positionOf(partOf(order).positionOf(order))
  const isOpposite = order.side === "buy" ? size < 0n : size > 0n
  if (!isOpposite) return 0 as Lots
  const there = Number(magnitude(size) / instrument.lot)
  return Math.min(lots, there) as Lots
}

/** A side as it would be after the fill; undefined where no margin is asked of it. */
function supposedOf(
  order: Order,
  terms: FillTerms,
  booked: WhatIf,
  prices: ContractPrices,
): WhatIf | undefined {
  if (partOf(order).account.isHouse || order.isExempt) return undefined
  const after = new WhatIf(booked)
  after.take(order, terms, prices)
  return after
}

function mayTake(after: WhatIf, booked: WhatIf, prices: ContractPrices, pricesOf: PricesOf): boolean {
  const { fill } = after
  if (!fill) return true
  return partOf(fill.order).isIsolated
    ? mayTakeIsolated(fill, booked, prices, pricesOf)
    : bearsFill(
        { isTaker: !fill.terms.isMaker, opens: fill.settlement.opened > 0 },
        new CrossAfter(fill.owner, after, pricesOf),
      )
}

/** A cross account after a fill. What the judgement doesn't ask for isn't counted: free margin takes all of its orders. */
class CrossAfter implements AfterFill {
  readonly #own: ContractAccount
  readonly #after: WhatIf
  readonly #pricesOf: PricesOf

  constructor(own: ContractAccount, after: WhatIf, pricesOf: PricesOf) {
    this.#own = own
    this.#after = after
    this.#pricesOf = pricesOf
  }

  get equity(): Fine {
    return crossEquityOf(this.#own, this.#pricesOf, this.#after)
  }

  get maintenance(): Fine {
    return crossMaintenanceOf(this.#own, this.#pricesOf, this.#after)
  }

  get free(): Fine {
    return freeMarginOf(this.#own, this.#pricesOf, this.#after)
  }
}

/** P17: what an opening part needs comes out of the hold and of free cash. */
function mayTakeIsolated(
  { order, owner, position, settlement }: SupposedFill,
  before: WhatIf,
  prices: ContractPrices,
  pricesOf: PricesOf,
): boolean {
  const equity = position.equityAt(prices.mark)
  if (settlement.opened === 0) return equity >= 0n && settlement.lacking === 0n
  if (equity <= maintenanceMargin(prices.tiers, position.worthAt(prices.mark))) return false
  const needed = -settlement.cash
  if (needed <= order.hold) return true
  const spendable = spendableOf(owner, before, pricesOf)
  return fineOf(order.hold) + spendable >= fineOf(needed as Settlement["cash"])
}

/** P15: `min(available, free)`, 1e-16 of the quote, after what is booked so far. */
function spendableOf(owner: ContractAccount, booked: WhatIf, pricesOf: PricesOf): bigint {
  const free = freeMarginOf(owner, pricesOf, booked)
  const available = fineOf((owner.wallet.available + booked.cashOf(owner)) as Settlement["cash"])
  const least = free < available ? free : available
  return least > 0n ? least : 0n
}
