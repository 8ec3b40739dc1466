/** Closing positions, and turning one around in one command (P22). */

import { type Lots, magnitude, NO_AMOUNT } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf, ClosedPart, OrderAnswer } from "../answer.ts"
import type {
  CloseAllPositions,
  ClosePosition,
  PlaceOrder,
  PositionSlot,
  ReversePosition,
} from "../command.ts"
import type { Market } from "../matching/market.ts"
import { Order } from "../matching/order.ts"
import { checkPlacement } from "../orders/check-placement.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import { fireStops, placeAsNew } from "../orders/place-order.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { checkReversal, type ReversalLegs, reversalJudge } from "../risk/perpetual/reversal.ts"
import type { EngineState } from "../state.ts"

/**
 * `position.close`: a reduce-only order of what is there, or of a part. The answer is that order. Refusals: those of a
 * placement, and `UNKNOWN_POSITION`.
 */
export function closePosition(state: EngineState, command: ClosePosition): OrderAnswer {
  const { account, clientOrderId: key, keysMax, sentAt } = command
  const { instrument, slot, quantity, price, timeInForce, postOnly } = command
  const body = () => ["close", instrument, slot, quantity, price, timeInForce, postOnly].join("|")
  return once(state, { kind: "order", account, key, keysMax, sentAt, body }, () => close(state, command))
}

function close(state: EngineState, command: ClosePosition): OrderAnswer {
  const found = openOf(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { price, timeInForce, postOnly } = command
  const { side, positionSide, lots } = termsOf(found)
  return placeAsNew(state, {
    type: "order.place",
    account: command.account,
    instrument: command.instrument,
    side,
    orderType: price === undefined ? "market" : "limit",
    ...(price !== undefined && { price }),
    ...(timeInForce && { timeInForce }),
    ...(postOnly && { postOnly }),
    // The part was chosen of a position that may have shrunk meanwhile.
    quantity: Math.min(command.quantity ?? lots, lots) as Lots,
    reduceOnly: true,
    ...(positionSide && { positionSide }),
    ...(command.clientOrderId !== undefined && { clientOrderId: command.clientOrderId }),
  })
}

/** `position.close-all`, by market: by instrument, then slot. One that is refused doesn't keep the others. */
export function closeAllPositions(
  state: EngineState,
  command: CloseAllPositions,
): AnswerOf<CloseAllPositions> {
  const { account, instrument } = command
  const frozen = checkFrozen(state, account)
  if (frozen) return { ok: false, problem: frozen }
  if (instrument !== undefined && state.markets.get(instrument)?.instrument.kind !== "perpetual")
    return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const closed: ClosedPart[] = []
  for (const part of state.clearings.perpetual.accounts.known(account)?.sortedParts() ?? []) {
    if (instrument !== undefined && part.instrument !== instrument) continue
    for (const { slot } of part.openPositions()) {
      const of = { instrument: part.instrument, slot }
      const answer = close(state, { type: "position.close", account, ...of })
      closed.push(answer.ok ? { ...of, order: answer.value.order.id } : { ...of, problem: answer.problem })
    }
  }
  return { ok: true, value: { closed } }
}

/**
 * `position.reverse`, by market: the position is closed and one as large is opened the other way; all of both, or nothing.
 * The answer is the order that opens. Refusals: those of a placement, `UNKNOWN_POSITION`, and `FOK_NOT_FILLABLE` where the
 * book doesn't have both.
 */
export function reversePosition(state: EngineState, command: ReversePosition): OrderAnswer {
  const { account, clientOrderId: key, keysMax, sentAt, instrument, slot } = command
  const body = () => ["reverse", instrument, slot].join("|")
  return once(state, { kind: "order", account, key, keysMax, sentAt, body }, () => reverse(state, command))
}

function reverse(state: EngineState, command: ReversePosition): OrderAnswer {
  const found = openOf(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { market, part } = found
  const { side, positionSide, lots } = termsOf(found)
  const both: PlaceOrder = {
    type: "order.place",
    account: command.account,
    instrument: command.instrument,
    side,
    orderType: "market",
    quantity: lots,
    stp: "EXPIRE_MAKER",
  }
  const opposite = positionSide && (positionSide === "long" ? "short" : "long")
  const { clientOrderId } = command
  const opening: PlaceOrder = {
    ...both,
    ...(opposite && { positionSide: opposite }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  }
  const problem = checkPlacement(state, { market, account: part.account, participant: part }, opening)
  if (problem) return { ok: false, problem }
  const legs: ReversalLegs = {
    closing: new Order(
      state.nextOrderId,
      { ...both, reduceOnly: true, ...(positionSide && { positionSide }) },
      market.instrument,
    ),
    opening: new Order(state.nextOrderId + 1, opening, market.instrument),
  }
  for (const leg of [legs.closing, legs.opening]) market.clearing.bind(leg, part, market.instrument)
  const { pricesOf } = state.clearings.perpetual
  const refusal = checkReversal(legs, pricesOf) ?? checkFilled(state, market, { part, legs, both })
  if (refusal) return { ok: false, problem: refusal }
  state.nextOrderId += 2
  enterBoth(state, market, { part, legs })
  return { ok: true, value: { order: state.log.answerWith(legs.opening) } }
}

function enterBoth(
  state: EngineState,
  market: Market,
  { part, legs }: { part: ContractPart; legs: ReversalLegs },
): void {
  market.accept(legs.closing, part, NO_AMOUNT)
  market.enter(legs.closing)
  // Both were tried together: what the first needed is there, and what is left bears the second.
  legs.opening.isExempt = true
  market.accept(legs.opening, part, NO_AMOUNT)
  market.enter(legs.opening)
  fireStops(state, market)
}

/** S3: both in one walk, as if they were one order that is filled whole. */
function checkFilled(
  state: EngineState,
  market: Market,
  of: { part: ContractPart; legs: ReversalLegs; both: PlaceOrder },
): Problem | undefined {
  const { legs, both, part } = of
  const quantity = (2 * legs.closing.quantity) as Lots
  const whole = new Order(0, { ...both, quantity, timeInForce: "fok" }, market.instrument)
  market.clearing.bind(whole, part, market.instrument)
  const judge = reversalJudge(legs, state.clearings.perpetual.trialJudge(whole))
  const trial = market.book.trial(whole, market.boundOf(whole), judge)
  return trial.quantity === quantity ? undefined : { name: "FOK_NOT_FILLABLE" }
}

interface Found {
  market: Market
  part: ContractPart
  position: Position
}

function openOf(
  state: EngineState,
  { account, instrument: id, slot }: { account: string; instrument: string; slot: PositionSlot },
): Found | { problem: Problem } {
  const frozen = checkFrozen(state, account)
  if (frozen) return { problem: frozen }
  const market = state.markets.get(id)
  if (market?.instrument.kind !== "perpetual")
    return { problem: { name: "UNKNOWN_INSTRUMENT", values: { instrument: id } } }
  const part = state.clearings.perpetual.accounts.known(account)?.known(id)
  const position = part?.positions[slot]
  return part && position?.isOpen ? { market, part, position } : { problem: { name: "UNKNOWN_POSITION" } }
}

/** Side and size of the order that closes it. */
function termsOf({ market, position }: Found) {
  const { slot, size } = position
  return {
    side: size > 0n ? ("sell" as const) : ("buy" as const),
    positionSide: slot === "net" ? undefined : slot,
    lots: Number(magnitude(size) / market.instrument.lot) as Lots,
  }
}
