/** Countdowns that cancel an account's open orders unless they are set anew in time (S15). */

import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import type { SetCountdown } from "../command.ts"
import type { EngineState } from "../state.ts"
import { cancelOrders } from "./change-order.ts"
import { endParents } from "./end-parents.ts"

/** `countdown.set`: runs from now, whatever ran before. Passes in every trading state and for frozen accounts, as a cancel does. */
export function setCountdown(state: EngineState, command: SetCountdown): AnswerOf<SetCountdown> {
  const { account, instrument, afterMs } = command
  if (instrument !== undefined && !state.markets.has(instrument))
    return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const due = afterMs > 0 ? state.log.now + afterMs : undefined
  state.countdowns.set(account, instrument, due)
  // Only the first of the queue can be due before the timer.
  if (due !== undefined && state.countdowns.first?.due === due) setTimer(state, due)
  return { ok: true, value: due === undefined ? {} : { due } }
}

/** The timer `countdown`: what has run out cancels the open orders of its account, waiting stops among them. */
export function runOut(state: EngineState, now: TimeMs): void {
  const { countdowns } = state
  for (let next = countdowns.first; next && next.due <= now; next = countdowns.first) {
    const { account, instrument } = next
    countdowns.set(account, instrument, undefined)
    endParents(state, { account, instrument }, "COUNTDOWN")
    cancelOrders(state, { account, instrument }, "COUNTDOWN")
  }
  if (countdowns.first) setTimer(state, countdowns.first.due)
}

/**
 * S15: what ran out while the server was down, or would before `until`, runs out then: nothing trades before, and whoever
 * comes back sets it anew.
 */
export function holdCountdowns(state: EngineState, until: TimeMs): void {
  state.countdowns.hold(until)
  if (state.countdowns.first) setTimer(state, state.countdowns.first.due)
}

/** One for all of them. */
function setTimer({ timers }: EngineState, due: TimeMs): void {
  timers.remove("countdown", "")
  timers.add({ due, name: "countdown", key: "" })
}
