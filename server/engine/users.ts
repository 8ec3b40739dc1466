/** What does the operator decide about a user, and what follows from their turnover? Freezing, fee levels (N1). */

import { FEE_LEVELS } from "#core/instrument/fee-levels.ts"
import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "./answer.ts"
import type { FreezeUser, SetUserLevel } from "./command.ts"
import type { UserEvent } from "./event.ts"
import type { Holder } from "./ledger/holder.ts"
import { DAY_MS } from "./ledger/holder.ts"
import type { EngineState } from "./state.ts"

const DONE: Answer = { ok: true, value: {} }

/** `user.freeze`: a frozen account may cancel, and nothing else; what rests in the books stays there. */
export function freezeUser(state: EngineState, { account, isFrozen }: FreezeUser): Answer {
  const holder = state.ledger.holder(account)
  holder.isFrozen = isFrozen
  state.log.push(userEvent(holder, state.log.now))
  return DONE
}

/** `user.level`: by hand, or by turnover again. Open orders keep their rates. */
export function setUserLevel(state: EngineState, { account, level }: SetUserLevel): Answer {
  if (level !== undefined && !(Number.isSafeInteger(level) && FEE_LEVELS[level]))
    return refuse("FORMAT", { field: "level" })
  const holder = state.ledger.holder(account)
  holder.isLevelByHand = level !== undefined
  if (level !== undefined) holder.level = level
  else holder.beginDay(dayOf(state.log.now))
  state.log.push(userEvent(holder, state.log.now))
  return DONE
}

/** N1, at 00:00 UTC: everyone who traded gets the level of the 30 full days before. */
export function beginDay(state: EngineState, midnight: TimeMs): void {
  let counts = false
  for (const holder of state.ledger.holders()) {
    if (holder.days.length === 0) continue
    holder.beginDay(dayOf(midnight))
    counts ||= holder.days.length > 0
    state.log.push(userEvent(holder, midnight))
  }
  if (counts) state.timers.add({ due: midnight + DAY_MS, name: "levels", key: "" })
}

const dayOf = (time: TimeMs): number => Math.floor(time / DAY_MS)

const userEvent = (holder: Holder, now: TimeMs): UserEvent => ({
  type: "user",
  account: holder.account,
  isFrozen: holder.isFrozen,
  level: holder.level,
  turnover: holder.turnoverBefore(dayOf(now)),
})
