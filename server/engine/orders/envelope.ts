/** What a command passes before its own rules: its age, its key, its sender (S12; families 2 and 3). */

import type { Problem } from "#core/wire/problem.ts"
import type { Answer, Refused } from "../answer.ts"
import type { AccountId } from "../command.ts"
import type { EngineState } from "../state.ts"

const KEY = /^[A-Za-z0-9._:/-]{1,36}$/
/** S12: how old a request may be, and how far ahead of our clock. */
const AGE_MS_MAX = 300_000
const AHEAD_MS_MAX = 5_000

/** What S12 looks at. */
export interface Keyed {
  account: AccountId
  /** What the keys of different kinds of commands are told apart by. */
  kind:
    | "order"
    | "group"
    | "twap"
    | "amend"
    | "reduce"
    | "transfer"
    | "faucet"
    | "margin"
    | "tpsl"
    | "second"
    | "ai"
    | "ai-end"
    | "withdrawal"
  key: string | undefined
  /** Keys that the account may have remembered; undefined in command logs of earlier servers. */
  keysMax: number | undefined
  sentAt: number | undefined
  /** Everything that makes two commands the same, in fixed order. */
  body(): string
}

/**
 * Does a command that may carry a key: refused when it is too old; answered as the first time when its key is known;
 * else done, and what it did remembered. A refusal changed nothing: its key is free again at once.
 */
export function once<Given extends Answer>(
  state: EngineState,
  command: Keyed,
  act: () => Given,
): Given | Refused {
  const { key, kind, account, keysMax } = command
  const problem = checkForm(key) ?? checkAge(state, command.sentAt)
  if (problem) return { ok: false, problem }
  if (key === undefined || state.settings.houseAccounts.has(account)) return act()
  const body = command.body()
  const known = state.keys.recall({ kind, account, key }, body)
  // A key is remembered by kind of command: what is known was given to the same kind.
  if (known) return known as Given
  const isFull = state.keys.checkRoom(account, keysMax)
  if (isFull) return { ok: false, problem: isFull }
  const answer = act()
  if (!answer.ok && keysMax !== undefined) return answer
  state.keys.remember({ kind, account, key }, { body, answer, now: state.log.now })
  // The timer stands at the oldest key: one for all.
  if (state.keys.size === 1)
    state.timers.add({ due: state.keys.nextDue() ?? state.log.now, name: "housekeeping", key: "keys" })
  return answer
}

/** A frozen account may cancel, and nothing else. */
export const checkFrozen = (state: EngineState, account: AccountId): Problem | undefined =>
  state.ledger.known(account)?.isFrozen ? { name: "ACCOUNT_FROZEN" } : undefined

const checkForm = (key: string | undefined): Problem | undefined =>
  key === undefined || KEY.test(key) ? undefined : { name: "FORMAT", values: { field: "key" } }

function checkAge({ log }: EngineState, sentAt: number | undefined): Problem | undefined {
  if (sentAt === undefined) return undefined
  return log.now - sentAt > AGE_MS_MAX || sentAt - log.now > AHEAD_MS_MAX
    ? { name: "REQUEST_EXPIRED" }
    : undefined
}
