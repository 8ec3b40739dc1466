/** Freezing of users, and their fee levels by turnover (N1). */

import { FEE_LEVELS } from "#core/instrument/fee-levels.ts"
import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import { DONE, type DoneAnswer } from "./answer.ts"
import type { FreezeUser, SetUserLevel } from "./command.ts"
import type { UserEvent } from "./event.ts"
import type { Account } from "./ledger/account.ts"
import { DAY_MS } from "./ledger/account.ts"
import type { EngineState } from "./state.ts"

/** `user.freeze`: a frozen account may cancel, and nothing else; what rests in the books stays there. */
export function freezeUser(state: EngineState, { account: id, isFrozen }: FreezeUser): DoneAnswer {
  const account = state.ledger.account(id)
  account.isFrozen = isFrozen
  state.log.push(userEvent(account, state.log.now))
  return DONE
}

/** `user.level`: by hand, or by turnover again. Open orders keep their rates. */
export function setUserLevel(state: EngineState, { account: id, level }: SetUserLevel): DoneAnswer {
  if (level !== undefined && !(Number.isSafeInteger(level) && FEE_LEVELS[level]))
    return refuse("FORMAT", { field: "level" })
  const account = state.ledger.account(id)
  account.isLevelByHand = level !== undefined
  if (level !== undefined) account.level = level
  else account.beginDay(dayOf(state.log.now))
  state.log.push(userEvent(account, state.log.now))
  return DONE
}

/** N1, at 00:00 UTC: everyone who traded gets the level of the 30 full days before. */
export function beginDay(state: EngineState, midnight: TimeMs): void {
  let counts = false
  for (const account of state.ledger.accounts()) {
    if (account.days.length === 0) continue
    account.beginDay(dayOf(midnight))
    counts ||= account.days.length > 0
    state.log.push(userEvent(account, midnight))
  }
  if (counts) state.timers.add({ due: midnight + DAY_MS, name: "levels", key: "" })
}

const dayOf = (time: TimeMs): number => Math.floor(time / DAY_MS)

const userEvent = (account: Account, now: TimeMs): UserEvent => ({
  type: "user",
  account: account.id,
  isFrozen: account.isFrozen,
  level: account.level,
  turnover: account.turnoverBefore(dayOf(now)),
})
