/** Each user's fee level and the turnover it follows from (N1), kept from committed events. */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import type { AccountId } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { DAY_MS } from "#server/engine/ledger/account.ts"
import type { EngineState } from "#server/engine/state.ts"
import { isUserAccount } from "./account-rows.ts"

interface FeeStanding {
  level: number
  /** Of the 30 full days before today, 1e-8 USDT. */
  turnover: Amount
}

/** Of a user who has never traded, and whose level nobody has set. */
const NEW_USER: FeeStanding = { level: 0, turnover: NO_AMOUNT }

export class FeeLevels {
  readonly #standings: Map<AccountId, FeeStanding>

  constructor(restored: Iterable<readonly [AccountId, FeeStanding]> = []) {
    this.#standings = new Map(restored)
  }

  /** Events of a committed batch. The engine tells a level when it changes, and each day of everyone who trades. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events)
      if (event.type === "user" && isUserAccount(event.account))
        this.#standings.set(event.account, { level: event.level, turnover: event.turnover })
  }

  of(account: AccountId): FeeStanding {
    return this.#standings.get(account) ?? NEW_USER
  }
}

/** The standings of all users in a restored engine; read once, before its first command. */
export const restoredFeeStandings = ({ ledger, log }: EngineState): [AccountId, FeeStanding][] =>
  ledger.accounts().flatMap((account) => {
    if (!isUserAccount(account.id)) return []
    const turnover = account.turnoverBefore(Math.floor(log.now / DAY_MS))
    return [[account.id, { level: account.level, turnover }]]
  })
