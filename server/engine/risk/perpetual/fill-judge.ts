/** Judges a fill of contracts: reduce-only is cut to the position, and margin is asked of both sides (P17, P22). */

import { fineOf, type Lots, magnitude } from "#core/money/units.ts"
import { bearsFill } from "#core/position/fill-check.ts"
import { maintenanceMargin } from "#core/position/margin-tiers.ts"
import type { Order } from "../../matching/order.ts"
import type { FillRefusal, FillVerdict } from "../../matching/order-book.ts"
import { type ContractPart, partOf } from "./contract-account.ts"
import type { ContractPrices, PricesOf } from "./contract-prices.ts"
import { priceOf, type Settlement } from "./fill-settlement.ts"
import type { Position } from "./position.ts"
import { closes } from "./reduce-only.ts"
import { freeOf, requirementsOf, type Standing, solvencyOf, standingOf } from "./standing.ts"
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

/** `booked`: what stands so far, with the fills of a trial. The maker is judged first: without it there is another. */
export function judgeFill(
  { maker, taker, quantity }: { maker: Order; taker: Order; quantity: Lots },
  booked: WhatIf,
  pricesOf: PricesOf,
): FillVerdict {
  const ofMaker = reducedTo(maker, quantity, booked, pricesOf)
  if (ofMaker === 0) return REFUSALS.maker.REDUCE_ONLY
  const lots = reducedTo(taker, ofMaker, booked, pricesOf)
  if (lots === 0) return REFUSALS.taker.REDUCE_ONLY
  if (!mayTake(maker, { lots, maker, isMaker: true }, booked, pricesOf)) return REFUSALS.maker.MARGIN
  if (!mayTake(taker, { lots, maker, isMaker: false }, booked, pricesOf)) return REFUSALS.taker.MARGIN
  return lots
}

/** P22, and a closing order of hedge mode: no more lots than the position has. */
function reducedTo(order: Order, lots: Lots, booked: WhatIf, pricesOf: PricesOf): Lots {
  if (!closes(order)) return lots
  const { size } = booked.positionOf(partOf(order).positionOf(order))
  const isOpposite = order.side === "buy" ? size < 0n : size > 0n
  if (!isOpposite) return 0 as Lots
  const there = Number(magnitude(size) / pricesOf(order.instrument).instrument.lot)
  return Math.min(lots, there) as Lots
}

function mayTake(
  order: Order,
  fill: { lots: Lots; maker: Order; isMaker: boolean },
  booked: WhatIf,
  pricesOf: PricesOf,
): boolean {
  const part = partOf(order)
  if (part.account.isHouse || order.isExempt) return true
  const prices = pricesOf(order.instrument)
  const after = new WhatIf(booked)
  const { lots, isMaker } = fill
  const price = priceOf(fill.maker.price, prices.instrument)
  const settlement = after.take(order, { lots, price, isMaker }, prices)
  const position = after.positionOf(part.positionOf(order))
  const side = { part, order, prices, isMaker, settlement, position }
  return part.isIsolated ? mayTakeIsolated(side, booked, pricesOf) : mayTakeCross(side, after, pricesOf)
}

interface JudgedSide {
  part: ContractPart
  order: Order
  prices: ContractPrices
  isMaker: boolean
  settlement: Settlement
  /** After the fill. */
  position: Position
}

function mayTakeCross({ part, isMaker, settlement }: JudgedSide, after: WhatIf, pricesOf: PricesOf): boolean {
  const solvency = solvencyOf(part.owner, pricesOf, after)
  const { equity, maintenance } = solvency
  return bearsFill(
    { isTaker: !isMaker, opens: settlement.opened > 0 },
    {
      equity,
      maintenance,
      // Asked of an opening taker alone: it walks all orders of the account.
      get free() {
        return freeOf(solvency, requirementsOf(part.owner, pricesOf, { whatIf: after }))
      },
    },
  )
}

/** P17: what an opening part needs comes out of the hold and of free cash. */
function mayTakeIsolated(side: JudgedSide, before: WhatIf, pricesOf: PricesOf): boolean {
  const { part, order, prices, settlement, position } = side
  const equity = position.equityAt(prices.mark)
  if (settlement.opened === 0) return equity >= 0n && settlement.lacking === 0n
  if (equity <= maintenanceMargin(prices.tiers, position.worthAt(prices.mark))) return false
  const needed = -settlement.cash
  if (needed <= order.hold) return true
  const standing = standingOf(part.owner, pricesOf, before)
  return fineOf(order.hold) + spendable(standing, part, before) >= fineOf(needed as Settlement["cash"])
}

/** P15: `min(available, free)`, 1e-16 of the quote, after what is booked so far. */
function spendable({ free }: Standing, { owner }: ContractPart, booked: WhatIf): bigint {
  const available = fineOf((owner.wallet.available + booked.cashOf(owner)) as Settlement["cash"])
  const least = free < available ? free : available
  return least > 0n ? least : 0n
}
