/** Operator's acts on withdrawals: looking at the queue, approving, rejecting, freezing all of them (D3). */

import { type Chain, chainAssetOf } from "#core/chain/chain-assets.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type ResponseOf, refuse } from "#core/wire/index.ts"
import type { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { answer } from "../calls/handler.ts"
import type { WithdrawalView } from "../engine/custody/custody-event.ts"
import type { CustodyState } from "../engine/custody/custody-state.ts"
import { userIdOf } from "../engine/ledger/ledger-account.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import { pageOf } from "../storage/page.ts"
import { withdrawalOfRow } from "../storage/recorded-custody.ts"
import { shownName } from "../user/users.ts"
import type { Acts } from "./acts.ts"
import { type AuditParts, writeDown } from "./audit.ts"

export interface CustodyActParts extends AuditParts {
  exchange: Pick<CommandDoor, "submit">
  /** As the engine has it. */
  custody: Pick<CustodyState, "frozen" | "isOpen">
  /** What chains hold up at the moment. */
  custodyTroubles(): string[]
}

type CustodyActs =
  | "operatorWithdrawals"
  | "operatorWithdrawal"
  | "operatorWithdrawApprove"
  | "operatorWithdrawReject"
  | "operatorWithdrawalsFreeze"
  | "operatorWithdrawalsUnfreeze"
  | "operatorChainClose"
  | "operatorChainOpen"
type Row = ResponseOf<(typeof operatorEndpoints)["operatorWithdrawal"]>

export function custodyActs(parts: CustodyActParts): Pick<Acts, CustodyActs> {
  const { custody } = parts
  return {
    operatorWithdrawals: async ({ status = "review", cursor, limit }) => {
      const { rows, next } = await queue(parts, { status, cursor, limit })
      const isFrozen = custody.frozen !== undefined
      return answer({
        ...{ isFrozen, frozenReason: custody.frozen ?? "", troubles: parts.custodyTroubles() },
        ...{ rows: await Promise.all(rows.map((one) => rowOf(parts, one))), next },
      })
    },
    operatorWithdrawal: async ({ id, by }) => {
      const known = await withdrawalOf(parts, id)
      if (!known) return refuse("UNKNOWN_WITHDRAWAL")
      await note(parts, known, { by, action: "withdrawal.look" })
      return answer(await rowOf(parts, known))
    },
    operatorWithdrawApprove: async ({ id, by, reason }) => {
      const done = await parts.exchange.submit({ type: "withdraw.approve", id, by })
      if (!done.ok) return refused(done.problem.name)
      const { withdrawal } = done.value
      await note(parts, withdrawal, { by, action: "withdrawal.approve", reason })
      return answer(await rowOf(parts, withdrawal))
    },
    operatorWithdrawReject: async ({ id, by, reason }) => {
      const done = await parts.exchange.submit({ type: "withdraw.reject", id, reason })
      if (!done.ok) return refused(done.problem.name)
      const { withdrawal } = done.value
      await note(parts, withdrawal, { by, action: "withdrawal.reject", reason })
      return answer(await rowOf(parts, withdrawal))
    },
    operatorWithdrawalsFreeze: ({ by, reason }) => setFrozen(parts, { isFrozen: true, by, reason }),
    operatorWithdrawalsUnfreeze: ({ by, reason }) => setFrozen(parts, { isFrozen: false, by, reason }),
    operatorChainClose: (asked) => setOpen(parts, { ...asked, isOpen: false }),
    operatorChainOpen: (asked) => setOpen(parts, { ...asked, isOpen: true }),
  }
}

const refused = (name: string) => refuse(name === "UNKNOWN_WITHDRAWAL" ? name : "WRONG_STATE")

async function setFrozen(
  parts: CustodyActParts,
  { isFrozen, by, reason }: { isFrozen: boolean; by: string; reason: string },
) {
  const before = parts.custody.frozen
  if ((before !== undefined) === isFrozen) return refuse("WRONG_STATE")
  const done = await parts.exchange.submit({ type: "withdrawals.freeze", isFrozen, reason })
  if (!done.ok) return refuse("WRONG_STATE")
  const action = isFrozen ? "withdrawals.freeze" : "withdrawals.unfreeze"
  await writeDown(parts, { by, action, reason, detail: before === undefined ? "" : `frozen: ${before}` })
  return answer({ isFrozen, reason })
}

async function setOpen(
  parts: CustodyActParts,
  { chain, currency, isOpen, by, reason }: ChainAct & { isOpen: boolean },
) {
  if (!chainAssetOf(chain, currency)) return refuse("UNKNOWN_CURRENCY")
  if (parts.custody.isOpen(chain, currency) === isOpen) return refuse("WRONG_STATE")
  const done = await parts.exchange.submit({ type: "custody.chain", chain, currency, isOpen })
  if (!done.ok) return refuse("WRONG_STATE")
  const action = isOpen ? "chain.open" : "chain.close"
  await writeDown(parts, { by, action, reason, detail: `${currency} over ${chain}` })
  return answer({ chain, currency, isOpen })
}
type ChainAct = { chain: Chain; currency: string; by: string; reason: string }

/** Rising by id: the longest waiting first. */
async function queue(
  { database }: CustodyActParts,
  asked: { status: Row["status"]; cursor?: string | undefined; limit: number },
): Promise<{ rows: WithdrawalView[]; next: string }> {
  const after = /^\d{1,15}$/.test(asked.cursor ?? "") ? Number(asked.cursor) : 0
  const rows = await database
    .selectFrom("withdrawals")
    .selectAll()
    .where("status", "=", asked.status)
    .where("id", ">", after)
    .orderBy("id")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, ({ id }) => String(id))
  return { rows: page.rows.map(withdrawalOfRow), next: page.next }
}

async function withdrawalOf({ database }: CustodyActParts, id: number): Promise<WithdrawalView | undefined> {
  const row = await database.selectFrom("withdrawals").selectAll().where("id", "=", id).executeTakeFirst()
  return row && withdrawalOfRow(row)
}

async function rowOf({ database }: CustodyActParts, withdrawal: WithdrawalView): Promise<Row> {
  const { account, key: _key, addressId: _address, sequence: _sequence, ...rest } = withdrawal
  const user = await database
    .selectFrom("users")
    .select(["uid", "email", "phone"])
    .where("id", "=", userIdOf(account) ?? 0)
    .executeTakeFirstOrThrow()
  return {
    ...rest,
    uid: user.uid,
    account: shownName(user),
    amount: formatAmount(rest.amount),
    fee: formatAmount(rest.fee),
    worth: rest.worth === null ? "" : formatAmount(rest.worth),
    approvedBy: [...rest.approvedBy],
  }
}

/** What was done to whose withdrawal. */
const note = (
  parts: CustodyActParts,
  { id, account, amount, currency, address, status, approvedBy }: WithdrawalView,
  act: { by: string; action: string; reason?: string | undefined },
) => {
  const approvals = approvedBy.length === 0 ? "" : `, approved by ${approvedBy.join(" and ")}`
  const detail = `${id}: ${formatAmount(amount)} ${currency} to ${address}, ${status}${approvals}`
  return writeDown(parts, { ...act, detail, userId: userIdOf(account) ?? null })
}
