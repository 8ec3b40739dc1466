/** A take-profit or a stop-loss that a price has reached sends its order (P23, P24). */

import { type Amount, type Lots, magnitude, NO_AMOUNT } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { Market } from "../matching/market.ts"
import { Order } from "../matching/order.ts"
import type { PriceRange, ReachedTarget, Target, TargetPair } from "../risk/perpetual/target-watch.ts"
import { withPair } from "../risk/perpetual/target-watch.ts"
import type { EngineState } from "../state.ts"

/** What an order left unfilled is tried again so much later, if the price is still there. */
const AGAIN_MS = 1_000

/** Whether anybody has a take-profit or a stop-loss here. Asked after each order: without any, nothing else is looked at. */
export const watchesTargets = ({ clearings }: EngineState, { instrument }: Market): boolean =>
  instrument.kind === "perpetual" && clearings.perpetual.accounts.targets.entries(instrument.id).length > 0

/**
 * Sends the orders of what these prices have reached, by account, slot and pair, as long as the command may still let stops
 * enter. Answers whether it sent any: their trades may have reached more.
 */
export function fireTargets(
  state: EngineState,
  market: Market,
  ranges: readonly (readonly [TriggerSource, PriceRange | undefined])[],
): boolean {
  const { instrument } = market
  if (instrument.kind !== "perpetual" || instrument.state !== "open") return false
  const { targets } = state.clearings.perpetual.accounts
  const { tick } = instrument
  let hasSent = false
  for (const [source, range] of ranges) {
    if (!range) continue
    for (const reached of targets.reached(instrument.id, { source, range, tick, now: state.log.now })) {
      if (state.stopsLeft <= 0) return hasSent
      const pair = reached.position.pairs.find(({ id }) => id === reached.pair)
      const target = pair?.[reached.kind]
      // What fired before it may have closed the position, or the other side of the pair has closed its part.
      if (!pair || !target) continue
      state.stopsLeft -= 1
      send(state, market, { ...reached, of: pair, target })
      hasSent = true
    }
  }
  return hasSent
}

function send(
  state: EngineState,
  market: Market,
  { part, position, kind, of: pair, target }: ReachedTarget & { of: TargetPair; target: Target },
): void {
  const { instrument, clearing } = market
  const { slot, size } = position
  const order = new Order(
    state.nextOrderId,
    {
      type: "order.place",
      account: part.account.id,
      instrument: instrument.id,
      side: size > 0n ? "sell" : "buy",
      orderType: target.limit === undefined ? "market" : "limit",
      timeInForce: "ioc",
      ...(target.limit !== undefined && { price: target.limit }),
      quantity: Number((pair.size ?? magnitude(size)) / instrument.lot) as Lots,
      reduceOnly: true,
      ...(slot !== "net" && { positionSide: slot }),
    },
    instrument,
  )
  state.nextOrderId += 1
  const origin = kind === "takeProfit" ? "take-profit" : "stop-loss"
  order.conditions = { source: "last", closesPosition: false, origin }
  clearing.bind(order, part, instrument)
  market.accept(order, part, NO_AMOUNT)
  market.enter(order)
  const { accounts } = state.clearings.perpetual
  if (!position.pairs.some(({ id }) => id === pair.id)) return
  const left = leftOf(pair, {
    executed: BigInt(order.executed) * instrument.lot,
    whole: magnitude(position.size),
  })
  const others = position.pairs.filter(({ id }) => id !== pair.id)
  accounts.targets.set(
    part,
    position,
    left ? withPair(others, { ...left, [kind]: { ...target, again: state.log.now + AGAIN_MS } }) : others,
  )
  accounts.changed(part, position)
}

/** What one side has closed is gone for the other; undefined: nothing is left for either. */
function leftOf(pair: TargetPair, of: { executed: bigint; whole: bigint }): TargetPair | undefined {
  if (pair.size === undefined) return pair
  const left = pair.size - of.executed
  const size = (left < of.whole ? left : of.whole) as Amount
  return size > 0n ? { ...pair, size } : undefined
}
