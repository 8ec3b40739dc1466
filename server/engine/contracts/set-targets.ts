/** Take-profit and stop-loss on a position: set, changed, removed (P23). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, magnitude } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import { DONE, type DoneAnswer } from "../answer.ts"
import type { SetTargets } from "../command.ts"
import type { Market } from "../matching/market.ts"
import { checkTrading, pricesOf, sourcePrice } from "../orders/check-placement.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { Position } from "../risk/perpetual/position.ts"
import { nextPairId, type TargetPair, targetOf, withPair } from "../risk/perpetual/target-watch.ts"
import type { EngineState } from "../state.ts"
import { checkPairCount, checkTargetForm, checkTargetPrices } from "./target-checks.ts"

/**
 * `position.tpsl`. Removing passes in every state, of a frozen account too. Refusals: `ACCOUNT_FROZEN`, `LIQUIDATING`,
 * `UNKNOWN_INSTRUMENT`, `UNKNOWN_POSITION` (of a pair as well), `DELISTED`, `TRADING_STATE`, `TYPE_COMBINATION`, form,
 * `TRIGGER_WOULD_FIRE`, `STOPS`, `OVER_POSITION`.
 */
export function setTargets(state: EngineState, command: SetTargets): DoneAnswer {
  const { account, key, keysMax, sentAt } = command
  return once(state, { kind: "tpsl", account, key, keysMax, sentAt, body: () => bodyOf(command) }, () =>
    change(state, command),
  )
}

/** What the command is about. */
interface Place {
  market: Market & { instrument: PerpetualInstrument }
  part: ContractPart
  position: Position
  /** The pair that it changes; undefined: a new one. */
  known: TargetPair | undefined
}

const removes = ({ takeProfit, stopLoss }: SetTargets): boolean =>
  takeProfit === undefined && stopLoss === undefined

function change(state: EngineState, command: SetTargets): DoneAnswer {
  const barred = removes(command) ? undefined : checkAccount(state, command)
  if (barred) return { ok: false, problem: barred }
  const place = placeOf(state, command)
  if ("problem" in place) return { ok: false, problem: place.problem }
  const problem = check(state, command, place)
  if (problem) return { ok: false, problem }
  const { part, position, known } = place
  const { accounts } = state.clearings.perpetual
  const others = position.pairs.filter((pair) => pair !== known)
  const pairs = removes(command) ? others : withPair(others, pairOf(state, command, place))
  accounts.targets.set(part, position, pairs)
  accounts.changed(part, position)
  return DONE
}

function pairOf({ log }: EngineState, command: SetTargets, { market, position, known }: Place): TargetPair {
  const { quantity, takeProfit, stopLoss } = command
  const size = quantity === undefined ? known?.size : ((BigInt(quantity) * market.instrument.lot) as Amount)
  return {
    id: known?.id ?? nextPairId(position.pairs, log.seq),
    ...(size !== undefined && { size }),
    ...(takeProfit && { takeProfit: targetOf(takeProfit) }),
    ...(stopLoss && { stopLoss: targetOf(stopLoss) }),
  }
}

const checkAccount = (state: EngineState, { account }: SetTargets): Problem | undefined =>
  checkFrozen(state, account) ??
  (state.clearings.perpetual.accounts.known(account)?.isBarred ? { name: "LIQUIDATING" } : undefined)

function placeOf(state: EngineState, command: SetTargets): Place | { problem: Problem } {
  const { account, instrument: id, slot, pair, quantity } = command
  const market = state.markets.get(id)
  if (!market || !isContract(market))
    return { problem: { name: "UNKNOWN_INSTRUMENT", values: { instrument: id } } }
  const part = state.clearings.perpetual.accounts.known(account)?.known(id)
  const position = part?.positions[slot]
  if (!part || !position?.isOpen) return { problem: { name: "UNKNOWN_POSITION" } }
  const known = position.pairs.find((each) =>
    pair === undefined ? quantity === undefined && each.size === undefined : each.id === pair,
  )
  if (pair !== undefined && !known) return { problem: { name: "UNKNOWN_POSITION" } }
  return { market, part, position, known }
}

const isContract = (market: Market): market is Place["market"] => market.instrument.kind === "perpetual"

function check(state: EngineState, command: SetTargets, place: Place): Problem | undefined {
  const { quantity } = command
  const { market, known, position } = place
  if (quantity !== undefined && (removes(command) || (known && known.size === undefined)))
    return { name: "TYPE_COMBINATION" }
  if (removes(command)) return undefined
  return (
    checkTrading(state, market, { onlyCloses: true }) ??
    checkTargetForm(market, command, position.size > 0n ? "sell" : "buy") ??
    checkTargetPrices(command, {
      isLong: position.size > 0n,
      tick: market.instrument.tick,
      priceOf: (source) => sourcePrice(market, pricesOf(state, market), source),
    }) ??
    (quantity !== undefined && !known ? checkPairCount(place.part, position) : undefined) ??
    checkWithin(market.instrument, position, quantity)
  )
}

function checkWithin(
  { lot, base }: PerpetualInstrument,
  { size }: Position,
  quantity: number | undefined,
): Problem | undefined {
  const whole = magnitude(size)
  if (quantity === undefined || BigInt(quantity) * lot <= whole) return undefined
  return { name: "OVER_POSITION", values: { limit: formatAmount(whole as Amount), currency: base } }
}

/** Everything that makes two of them the same, in fixed order. */
function bodyOf({ instrument, slot, pair, quantity, takeProfit, stopLoss }: SetTargets): string {
  const targets = [takeProfit, stopLoss].map((each) => [each?.price, each?.source, each?.limit].join())
  return [instrument, slot, pair, quantity, ...targets].join("|")
}
