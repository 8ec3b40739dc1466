/** Checks of take-profit and stop-loss, with an order and on a position (P23). */

import { checkForm } from "#core/instrument/order-rules.ts"
import type { Price8 } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import { isTargetReached } from "#core/position/target-price.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { SetTargets, TargetTerms } from "../command.ts"
import type { Market } from "../matching/market.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { PART_PAIRS_MAX } from "../risk/perpetual/target-watch.ts"

/** Both, of an order or of a position. */
type Targets = Pick<SetTargets, "takeProfit" | "stopLoss">

/** Family 6 of both, and of the quantity that they close. */
export function checkTargetForm(
  { instrument }: Market,
  { takeProfit, stopLoss, quantity }: Targets & { quantity?: number | undefined },
  side: "buy" | "sell",
): Problem | undefined {
  for (const target of [takeProfit, stopLoss])
    if (target) {
      const { price, limit } = target
      const form = { side, orderType: "limit" as const, price, stopPrice: limit, quantity, endsHolding: true }
      const problem = checkForm(instrument, form, {})
      if (problem) return problem
    }
  return undefined
}

/** `TRIGGER_WOULD_FIRE`. `priceOf`: what each source is compared by; without a price nothing is reached. */
export function checkTargetPrices(
  { takeProfit, stopLoss }: Targets,
  of: {
    isLong: boolean
    tick: bigint
    priceOf: (source: TriggerSource) => Price8 | undefined
  },
): Problem | undefined {
  const isReached = (kind: "takeProfit" | "stopLoss", terms: TargetTerms | undefined) => {
    const source = terms && of.priceOf(terms.source ?? "mark")
    if (!terms || source === undefined) return false
    const price = (BigInt(terms.price) * of.tick) as Price8
    return isTargetReached({ isLong: of.isLong, kind, price }, source)
  }
  return isReached("takeProfit", takeProfit) || isReached("stopLoss", stopLoss)
    ? { name: "TRIGGER_WOULD_FIRE" }
    : undefined
}

/** `STOPS`: pairs for parts, with those that open orders still have to set. */
export function checkPairCount(part: ContractPart, position: Position): Problem | undefined {
  const coming = part.orders.filter((order) => {
    const targets = order.conditions?.targets
    return targets?.isPart && targets.pair === undefined && part.positionOf(order) === position
  })
  const set = position.pairs.filter(({ size }) => size !== undefined)
  return set.length + coming.length < PART_PAIRS_MAX
    ? undefined
    : { name: "STOPS", values: { limit: PART_PAIRS_MAX } }
}
