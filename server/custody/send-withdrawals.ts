/**
 * Sends withdrawals and watches them to their end (D5). The command log says `sending` before the adapter is asked; from
 * then on the withdrawal is asked about and asked for by the same id, whatever was answered before, and never by another.
 */

import type { WithdrawalView } from "../engine/custody/custody-event.ts"
import type { Outgoing } from "./custody-adapter.ts"
import { type CustodyParts, type Troubles, within } from "./custody-parts.ts"
import { tell } from "./watch-deposits.ts"

/** One step of each that has left the waiting room. One that is held up holds up no other. */
export async function sendWithdrawals(parts: CustodyParts, troubles: Troubles): Promise<void> {
  const running = [...parts.engine.custody.withdrawals.values()]
  await Promise.all(
    running.map(({ id, status }) => {
      const step = STEPS[status]
      return step && troubles.watch(nameOf(id), () => step(parts, id))
    }),
  )
  const ids = new Set([...parts.engine.custody.withdrawals.keys()].map(nameOf))
  troubles.forgetAllBut((what) => !what.startsWith("withdrawal ") || ids.has(what))
}

const nameOf = (id: number): string => `withdrawal ${id}`

type Step = (parts: CustodyParts, id: number) => Promise<void>
const STEPS: Partial<Record<WithdrawalView["status"], Step>> = {
  approved: begin,
  sending: send,
  sent: follow,
}

async function begin(parts: CustodyParts, id: number): Promise<void> {
  if (parts.engine.custody.frozen !== undefined) return
  await tell(parts, { type: "withdraw.send", id })
  await send(parts, id)
}

/** What was sent already is only asked about. While withdrawals are frozen nothing is sent that wasn't. */
async function send(parts: CustodyParts, id: number): Promise<void> {
  const { adapter, engine } = parts
  const { custody } = engine
  const withdrawal = custody.withdrawals.get(id)
  if (withdrawal?.status !== "sending") return
  const before = await within(parts, adapter.outgoing(id))
  if (!before && custody.frozen !== undefined) return
  const { chain, currency, address, amount } = withdrawal
  const { tx } = before ?? (await within(parts, adapter.send({ id, chain, currency, address, amount })))
  await tell(parts, { type: "custody.sent", id, tx })
  await follow(parts, id)
}

async function follow(parts: CustodyParts, id: number): Promise<void> {
  const withdrawal = parts.engine.custody.withdrawals.get(id)
  if (withdrawal?.status !== "sent") return
  const outgoing = await within(parts, parts.adapter.outgoing(id))
  if (outgoing?.tx !== withdrawal.tx)
    throw new Error(`the adapter knows ${outgoing?.tx ?? "no transaction"}, it was sent by ${withdrawal.tx}`)
  await bookCost(parts, withdrawal, outgoing)
  if (outgoing.isFailed) await tell(parts, { type: "custody.failed", id })
  else if (outgoing.isFinal) await tell(parts, { type: "custody.final", id })
}

/** Paid by fees that can't be asked back; what they lack the operator adds from its own capital. */
async function bookCost(
  parts: CustodyParts,
  { chain, tx }: WithdrawalView,
  { cost }: Outgoing,
): Promise<void> {
  if (!cost || cost.amount === 0n || parts.engine.custody.costs.has(`${chain}:${tx}`)) return
  const { currency, amount } = cost
  await tell(parts, { type: "custody.cost", chain, tx, currency, amount, isCovered: true })
}
