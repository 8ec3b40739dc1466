/** Placement of what is traded in slices over a time, and its pausing, resuming and ending (S20). */

import type { Amount, Lots } from "#core/money/units.ts"
import { NO_AMOUNT, NO_LOTS } from "#core/money/units.ts"
import { checkTwapTimes, leastSlice, twapSlices } from "#core/order/twap.ts"
import { type Problem, refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import { checkPlacement } from "../orders/check-placement.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import { changed, end, forget, goOn, sendSlice, sliceOf, watch } from "./run-twaps.ts"
import { Twap } from "./twap.ts"
import type { ChangeTwap, PlaceTwap } from "./twap-command.ts"

/** That one account may have running or paused. */
const TWAPS_MOST = 20
/** Those that have ended among them: beyond that the one that ended first is forgotten. */
const KEPT_MOST = 40

type TwapAnswer = AnswerOf<PlaceTwap>

/** `twap.place`: its first slice is sent with it, and what that is refused for refuses the whole. */
export function placeTwap(state: EngineState, command: PlaceTwap): TwapAnswer {
  const { account, key, keysMax, sentAt } = command
  if (key === undefined && sentAt === undefined) return place(state, command)
  return once(state, { kind: "twap", account, key, keysMax, sentAt, body: () => bodyOf(command) }, () =>
    place(state, command),
  )
}

function place(state: EngineState, command: PlaceTwap): TwapAnswer {
  const problem = checkTwap(state, command)
  if (problem) return { ok: false, problem }
  const id = state.nextOrderId
  const twap = newTwap(state, command, id)
  state.nextOrderId += 1
  const refusal = sendSlice(state, twap)
  if (refusal) {
    state.nextOrderId = id
    return { ok: false, problem: refusal }
  }
  makeRoom(state, command.account)
  state.twaps.put(twap)
  state.twaps.take(twap)
  goOn(state, twap)
  watch(state)
  return { ok: true, value: { twap: { ...twap.view } } }
}

/** Its own terms, and whether the market takes its smallest slice; what the first one needs is asked as it is sent. */
function checkTwap(state: EngineState, command: PlaceTwap): Problem | undefined {
  const { account: id, quantity, seed } = command
  const market = state.markets.get(command.instrument)
  const known = market?.participantOf(id)
  const account = known?.account ?? state.ledger.account(id)
  const running = state.twaps.ofAccount(id).filter(({ view }) => view.status !== "ended")
  const isWhole = Number.isSafeInteger(quantity) && quantity > 0
  const times = checkTwapTimes(command)
  const least = isWhole && !times ? leastSlice(quantity, twapSlices(command), seed !== undefined) : quantity
  const slice = sliceOf(termsOf(command), (isWhole ? Math.max(1, least) : quantity) as Lots)
  return (
    checkPlacement(state, { market, account, participant: known }, slice) ??
    times ??
    (least < 1 ? { name: "TWAP_RANGE" } : undefined) ??
    (running.length >= TWAPS_MOST ? { name: "TWAP_COUNT", values: { limit: TWAPS_MOST } } : undefined)
  )
}

const termsOf = (command: PlaceTwap) => {
  const { account, instrument, side, price, reduceOnly, positionSide } = command
  return {
    ...{ account, instrument, side },
    ...(price !== undefined && { price }),
    ...(reduceOnly && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
  }
}

function newTwap({ log }: EngineState, command: PlaceTwap, id: number): Twap {
  const { quantity, durationMs, intervalMs, seed } = command
  const slices = twapSlices(command)
  return new Twap({
    ...{ id, ...termsOf(command), quantity, executed: NO_LOTS, executedQuote: NO_AMOUNT as Amount },
    ...{ durationMs, intervalMs, isRandom: seed !== undefined, slices, slicesLeft: slices, missed: 0 },
    ...{ status: "running", next: log.now, created: log.now, updated: log.now, sequence: log.seq },
    seed: seed ?? 0,
  })
}

/** What ended first gives way to what is new. */
function makeRoom(state: EngineState, account: string): void {
  const own = state.twaps.ofAccount(account)
  const ended = own.filter(({ view }) => view.status === "ended")
  ended.sort((one, other) => one.view.next - other.view.next || one.view.id - other.view.id)
  for (const twap of ended.slice(0, Math.max(0, own.length + 1 - KEPT_MOST))) {
    state.twaps.take(twap)
    forget(state, twap)
  }
}

/** `twap.change`. Ending passes always, as a cancel does; a frozen account resumes nothing. */
export function changeTwap(state: EngineState, { account, twap: id, act }: ChangeTwap): AnswerOf<ChangeTwap> {
  const twap = state.twaps.get(id)
  if (twap?.view.account !== account) return refuse("UNKNOWN_ORDER", { order: id })
  const { view } = twap
  const refused = act === "resume" ? checkFrozen(state, account) : undefined
  if (refused) return { ok: false, problem: refused }
  if (act === "end") putAway(state, twap)
  else if (act === "pause" && view.status === "running") {
    state.twaps.take(twap)
    view.status = "paused"
    view.next -= state.log.now
    changed(state, twap)
  } else if (act === "resume" && view.status === "paused") {
    view.status = "running"
    view.next += state.log.now
    state.twaps.put(twap)
    changed(state, twap)
  }
  watch(state)
  return { ok: true, value: { twap: { ...view } } }
}

function putAway(state: EngineState, twap: Twap): void {
  state.twaps.take(twap)
  if (twap.view.status === "ended") forget(state, twap)
  else {
    end(state, twap, "OWNER")
    changed(state, twap)
  }
}

/** Everything that makes two commands the same, in fixed order; the seed is the server's. */
const bodyOf = (command: PlaceTwap): string =>
  [
    ...[command.instrument, command.side, command.quantity, command.price],
    ...[command.durationMs, command.intervalMs, command.seed !== undefined],
    ...[command.reduceOnly, command.positionSide],
  ].join("|")
