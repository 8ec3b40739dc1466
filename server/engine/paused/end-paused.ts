/** Ends what is paused: with its owner's orders, at its time, and with its market (S21). */

import type { TimeMs } from "#core/money/units.ts"
import { type AskedParents, isAsked } from "../orders/asked-parents.ts"
import type { EngineState } from "../state.ts"
import { copyPaused, type PausedEnd, type PausedGroup } from "./paused.ts"

/** Those of an account; answers their ids. */
export function endPaused(state: EngineState, of: AskedParents, reason: PausedEnd): number[] {
  const asked = state.paused.ofAccount(of.account).filter(({ view }) => isAsked(state, view, of))
  for (const each of asked) forgetPaused(state, each, reason)
  return asked.map(({ key }) => key)
}

/** Of all accounts. */
export function endPausedIn(state: EngineState, instrument: string, reason: PausedEnd): void {
  for (const each of state.paused.list())
    if (each.view.instrument === instrument) forgetPaused(state, each, reason)
}

/** The timer `paused`: the time of what is due by `now` is over (S14). */
export function expirePaused(state: EngineState, now: TimeMs): void {
  const { paused } = state
  for (let next = paused.first; next && next.due <= now; next = paused.first) forgetPaused(state, next, "GTT")
  watchPaused(state)
}

/** Nothing of it is kept any more. */
export function forgetPaused(state: EngineState, group: PausedGroup, end: PausedEnd): void {
  state.paused.forget(group)
  tellPaused(state, group, end)
  watchPaused(state)
}

/** It is told as it stands. `end`: it is forgotten. */
export function tellPaused(state: EngineState, { view }: PausedGroup, end?: PausedEnd): void {
  view.updated = state.log.now
  view.sequence = state.log.seq
  state.log.push({ type: "paused", paused: copyPaused(view), ...(end !== undefined && { end }) })
}

/** One timer for all of them. */
export function watchPaused({ timers, paused }: EngineState): void {
  timers.remove("paused", "")
  if (paused.first) timers.add({ due: paused.first.due, name: "paused", key: "" })
}
