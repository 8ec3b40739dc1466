/** Requests to pause, resume or end a scaled order or an iceberg: own limits, then the command (S21). */

import type { Problem, ProblemName, RequestOf, Result } from "#core/wire/index.ts"
import type { changeGroup, PausedRow } from "#core/wire/paused-calls.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import { pausedRowOf } from "#server/read-model/paused-rows.ts"
import { readNumbers } from "../calls/order-text.ts"
import { type GroupParts, tradedNamed } from "./place-group.ts"

type ChangeParts = GroupParts & { accounts: AccountModel }

export async function changeWhole(
  parts: ChangeParts,
  userId: number,
  { group, act }: RequestOf<typeof changeGroup>,
): Promise<Result<PausedRow, ProblemName>> {
  const account = accountOf(userId)
  const row = parts.accounts.paused(account).find(({ id }) => id === group)
  const beyond = act === "resume" && row ? await checkLimit(parts, userId, row) : undefined
  if (beyond) return { ok: false, problem: beyond }
  const changed = await parts.exchange.submit({ type: "group.change", account, group, act })
  if (!changed.ok) return changed
  const { paused } = changed.value
  return { ok: true, value: pausedRowOf(paused, parts.textsOf, endOf(act, paused.parts.length)) }
}

/** Of all that is paused together, as at the placement of a scaled order: at the highest of its prices. */
async function checkLimit(
  { reader, limits }: ChangeParts,
  userId: number,
  { instrument: id, side, quantity, orders, reduceOnly }: PausedRow,
): Promise<Problem<"OWN_LIMIT"> | undefined> {
  const instrument = tradedNamed(reader, id)
  // Whoever only wants to get out isn't held back by what they allow themselves.
  if (!instrument || reduceOnly) return undefined
  const prices = orders.flatMap(({ price }) => {
    const read = readNumbers(instrument, { quantity, price })
    return read.ok ? [read.value] : []
  })
  const [first] = prices
  if (!first) return undefined
  const dearest = prices.reduce((one, other) => ((other.price ?? 0) > (one.price ?? 0) ? other : one), first)
  return await limits.check(userId, instrument, { side, ...dearest })
}

/** Nothing of it is paused any more. */
const endOf = (act: "pause" | "resume" | "end", left: number): "OWNER" | "RESUMED" | undefined =>
  act === "end" ? "OWNER" : left === 0 ? "RESUMED" : undefined
