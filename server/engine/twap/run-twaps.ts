/** Sends the slices of what is traded over a time, and ends it (S20). */

import type { Lots, TimeMs } from "#core/money/units.ts"
import { nextSlice, sliceRandom } from "#core/order/twap.ts"
import type { Problem, ProblemName } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import { type AskedParents, isAsked } from "../orders/asked-parents.ts"
import { admitOrder } from "../orders/place-order.ts"
import type { EngineState } from "../state.ts"
import type { Twap, TwapEnd, TwapView } from "./twap.ts"

/** So long one that has ended is told, unless its owner puts it away. */
const KEPT_MS = 24 * 60 * 60_000

/** A slice that is refused for these ends it: the next would be as well. For all others the next is tried. */
const ENDS: ReadonlySet<ProblemName> = new Set([
  ...(["INSUFFICIENT_BALANCE", "INSUFFICIENT_MARGIN", "TIER_LIMIT", "AMOUNT_LIMIT"] as const),
  ...(["ACCOUNT_FROZEN", "LIQUIDATING", "UNKNOWN_INSTRUMENT", "DELISTED", "CLOSING_ONLY"] as const),
  ...(["POSITION_SIDE", "REDUCE_ONLY_NO_POSITION", "TYPE_COMBINATION"] as const),
])

/** The timer `twap`: slices that are due by `now` are sent, and what ended a day ago is forgotten. `time`: of the command that lets it fire. */
export function runTwaps(state: EngineState, now: TimeMs, time: TimeMs): void {
  const { twaps } = state
  for (let next = twaps.first; next && next.due <= now; next = twaps.first) {
    twaps.take(next)
    if (next.view.status === "ended") forget(state, next)
    else sendDue(state, next, time)
  }
  watch(state)
}

/** S20: what was due while the server was down, or would be before `until`, isn't sent: what is left is spread over the slices behind that. */
export function missSlices(state: EngineState, until: TimeMs): void {
  const { twaps } = state
  for (const twap of twaps.list()) {
    const { view } = twap
    if (view.status !== "running" || view.next >= until) continue
    twaps.take(twap)
    miss(twap, Math.ceil((until - view.next) / view.intervalMs))
    if (view.slicesLeft > 0) twaps.put(twap)
    else end(state, twap, "TIME")
    changed(state, twap)
  }
  watch(state)
}

/** Sends the slice that is due; it is in no queue meanwhile. Answers what it was refused for. */
export function sendSlice(state: EngineState, twap: Twap): Problem | undefined {
  const { view, seed } = twap
  const most = state.markets.get(view.instrument)?.instrument.maxMarketQuantity ?? 0
  const random = view.isRandom ? sliceRandom(seed, view.slices - view.slicesLeft) : undefined
  const lots = nextSlice({ ...view, left: view.quantity - view.executed, most, random })
  view.slicesLeft -= 1
  view.next += view.intervalMs
  delete view.refusal
  if (lots < 1) {
    view.missed += 1
    return undefined
  }
  const sent = admitOrder(state, sliceOf(view, lots as Lots), {
    group: { id: view.id, kind: "twap" },
  })
  if ("problem" in sent) {
    view.missed += 1
    view.refusal = sent.problem.name
    return sent.problem
  }
  view.executed = (view.executed + sent.order.executed) as Lots
  view.executedQuote = (view.executedQuote + sent.order.executedQuote) as typeof view.executedQuote
  return undefined
}

/** Puts it back to wait for its next slice, or ends it where there is none. */
export function goOn(state: EngineState, twap: Twap): void {
  const { view } = twap
  if (view.executed >= view.quantity) end(state, twap, "FILLED")
  else if (view.slicesLeft < 1) end(state, twap, "TIME")
  else state.twaps.put(twap)
  changed(state, twap)
}

/** It is in no queue: it has ended, and is kept for a day. */
export function end(state: EngineState, { view }: Twap, reason: TwapEnd): void {
  view.status = "ended"
  view.end = reason
  view.next = state.log.now + KEPT_MS
  const twap = state.twaps.get(view.id)
  if (twap) state.twaps.put(twap)
}

/** Ends those of an account that still trade, of one market, kind or group where it is named; answers their ids. */
export function endTwaps(state: EngineState, of: AskedParents, reason: TwapEnd): number[] {
  const ended = state.twaps
    .ofAccount(of.account)
    .filter(({ view }) => view.status !== "ended" && isAsked(state, view, of))
  for (const twap of ended) {
    state.twaps.take(twap)
    end(state, twap, reason)
    changed(state, twap)
  }
  if (ended.length > 0) watch(state)
  return ended.map(({ view }) => view.id)
}

/** It is told as it stands. */
export function changed(state: EngineState, { view }: Twap, isGone = false): void {
  view.updated = state.log.now
  view.sequence = state.log.seq
  state.log.push({ type: "twap", twap: { ...view }, isGone })
}

/** Nothing of it is kept any more; it is in no queue. */
export function forget(state: EngineState, twap: Twap): void {
  state.twaps.forget(twap)
  changed(state, twap, true)
}

/** One timer for all of them. */
export function watch({ timers, twaps }: EngineState): void {
  timers.remove("twap", "")
  if (twaps.first) timers.add({ due: twaps.first.due, name: "twap", key: "" })
}

/** T5: of slices that are due at once only the last is sent. */
function sendDue(state: EngineState, twap: Twap, time: TimeMs): void {
  const { view } = twap
  const late = Math.floor((time - view.next) / view.intervalMs)
  if (late > 0) miss(twap, late)
  // The one that is left is due later than now, and is seen then.
  if (late > 0 && view.slicesLeft > 0) {
    state.twaps.put(twap)
    return
  }
  const problem = view.slicesLeft > 0 ? sendSlice(state, twap) : undefined
  if (problem && ENDS.has(problem.name)) {
    end(state, twap, problem.name)
    changed(state, twap)
  } else goOn(state, twap)
}

function miss({ view }: Twap, count: number): void {
  const missed = Math.min(count, view.slicesLeft)
  view.slicesLeft -= missed
  view.missed += missed
  view.next += missed * view.intervalMs
}

/** Taken at once or not at all: no slice rests. */
export const sliceOf = (
  {
    account,
    instrument,
    side,
    price,
    reduceOnly,
    positionSide,
  }: Pick<TwapView, "account" | "instrument" | "side" | "price" | "reduceOnly" | "positionSide">,
  quantity: Lots,
): PlaceOrder => ({
  ...{ type: "order.place", account, instrument, side, quantity, timeInForce: "ioc" },
  ...(price === undefined ? { orderType: "market" } : { orderType: "limit", price }),
  ...(reduceOnly && { reduceOnly }),
  ...(positionSide !== undefined && { positionSide }),
})
