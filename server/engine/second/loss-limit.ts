/** `second.limit`: the daily loss limit that an account sets itself (O5). */

import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import type { AccountId, SetLossLimit } from "../command.ts"
import { INPUT_MAX } from "../ledger/move-money.ts"
import { checkFrozen } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"

/** How long a higher limit, or none, waits: whoever loses may not raise it in the heat of it. */
const RAISE_AFTER_MS = 86_400_000

/** A lower limit is in force at once and takes the place of one that waits; the same that waits already goes on waiting. */
export function setLossLimit(
  state: EngineState,
  { account: id, limit }: SetLossLimit,
): AnswerOf<SetLossLimit> {
  const problem = checkFrozen(state, id)
  if (problem) return { ok: false, problem }
  if (limit !== undefined && limit <= 0n) return refuse("WRONG_SIZE")
  if (limit !== undefined && limit > INPUT_MAX) return refuse("AMOUNT_LIMIT")
  const account = state.seconds.account(id)
  const isHigher = account.limit !== undefined && (limit === undefined || limit > account.limit)
  const isWaiting = account.next !== undefined && account.next.limit === (limit ?? null)
  if (!(isHigher && isWaiting)) {
    if (account.next) state.timers.remove("loss-limit", id)
    account.next = undefined
    if (isHigher) {
      const from = state.log.now + RAISE_AFTER_MS
      account.next = { limit: limit ?? null, from }
      state.timers.add({ due: from, name: "loss-limit", key: id })
    } else account.limit = limit
  }
  const event = account.limitEvent()
  state.log.push(event)
  return { ok: true, value: { limit: event } }
}

/** The timer `loss-limit`: the limit that waited is in force. */
export function raiseLossLimit(state: EngineState, id: AccountId): void {
  const account = state.seconds.account(id)
  if (!account.next) throw new Error(`no loss limit of ${id} waits`)
  account.limit = account.next.limit ?? undefined
  account.next = undefined
  state.log.push(account.limitEvent())
}
