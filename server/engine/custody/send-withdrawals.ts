/** A withdrawal on its way: sent once, then final or failed (D5); and what the chains charge for it. */

import { formatAmount } from "#core/money/steps.ts"
import type { Problem } from "#core/wire/problem.ts"
import { type AnswerOf, DONE, type DoneAnswer } from "../answer.ts"
import type { EngineState } from "../state.ts"
import { checkStopped, checkUser } from "./check-withdrawal.ts"
import type {
  FailedWithdrawal,
  FinalWithdrawal,
  NetworkCost,
  SendWithdrawal,
  SentWithdrawal,
} from "./custody-command.ts"
import type { WithdrawalView } from "./custody-event.ts"
import { freeFees, roomOf } from "./custody-room.ts"
import { remember } from "./custody-state.ts"
import { changed, ended, endUnsent, withdrawalFor } from "./open-withdrawal.ts"

/** Why an approved withdrawal can't be sent now; undefined: it can. For whoever wants to ask before it says so. */
export function checkSend(state: EngineState, withdrawal: WithdrawalView): Problem | undefined {
  const { account, currency, amount } = withdrawal
  const stopped = checkUser(state, account) ?? checkStopped(state)
  if (stopped) return stopped
  const room = roomOf(state, currency)
  if (amount <= room) return undefined
  return lacks(amount, room, currency)
}

const lacks = (needed: bigint, available: bigint, currency: string): Problem => ({
  name: "INSUFFICIENT_BALANCE",
  values: { needed: formatAmount(needed), available: formatAmount(available), currency },
})

/** D5: from now on the adapter may be asked to send it, by its id and as often as it takes. */
export function sendWithdrawal(state: EngineState, { id }: SendWithdrawal): AnswerOf<SendWithdrawal> {
  const withdrawal = withdrawalFor(state, id, ({ status }) => status === "approved")
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  const problem = checkSend(state, withdrawal)
  if (problem) return { ok: false, problem }
  return { ok: true, value: { withdrawal: changed(state, withdrawal, "sending") } }
}

/** `custody.sent`: what was held is on its way, the fee is the exchange's. */
export function markSent(state: EngineState, { id, tx }: SentWithdrawal): AnswerOf<SentWithdrawal> {
  const withdrawal = withdrawalFor(state, id, ({ status }) => status === "sending")
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  if (tx === "") return { ok: false, problem: { name: "FORMAT", values: { field: "tx" } } }
  const { ledger } = state
  const { account, currency, amount, fee } = withdrawal
  const balance = ledger.balance(account, "funding", currency)
  ledger.open("withdrawal", `withdrawal:${id}`)
  ledger.held(balance, -amount)
  ledger.own(ledger.system("withdrawals-clearing", currency), amount)
  ledger.close()
  ledger.open("withdrawal-fee", `withdrawal:${id}`)
  ledger.held(balance, -fee)
  ledger.own(ledger.system("fees", currency), fee)
  ledger.close()
  withdrawal.tx = tx
  return { ok: true, value: { withdrawal: changed(state, withdrawal, "sent") } }
}

/** `custody.final`: it has left the wallets for good. */
export function markFinal(state: EngineState, { id }: FinalWithdrawal): AnswerOf<FinalWithdrawal> {
  const withdrawal = withdrawalFor(state, id, ({ status }) => status === "sent")
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  const { ledger } = state
  const { currency, amount } = withdrawal
  ledger.open("withdrawal", `withdrawal:${id}`)
  ledger.own(ledger.system("withdrawals-clearing", currency), -amount)
  ledger.own(ledger.system("custody", currency), amount)
  ledger.close()
  return { ok: true, value: { withdrawal: ended(state, withdrawal, "final") } }
}

/** `custody.failed`: before it was sent as cancelled; after that amount and fee come back. */
export function markFailed(
  state: EngineState,
  { id, reason = "" }: FailedWithdrawal,
): AnswerOf<FailedWithdrawal> {
  const withdrawal = withdrawalFor(state, id, ({ status }) => status === "sending" || status === "sent")
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  if (withdrawal.status === "sending")
    return { ok: true, value: { withdrawal: endUnsent(state, withdrawal, "failed", reason) } }
  const { ledger } = state
  const { account, currency, amount, fee } = withdrawal
  const fees = ledger.systemBalance("fees", currency)
  // Rebates may have taken it since (S11): the operator has to give it back first, then this is said again.
  if (fees < fee) return { ok: false, problem: lacks(fee, fees, currency) }
  const balance = ledger.balance(account, "funding", currency)
  ledger.open("withdrawal", `withdrawal:${id}`)
  ledger.own(ledger.system("withdrawals-clearing", currency), -amount)
  ledger.available(balance, amount)
  ledger.close()
  ledger.open("withdrawal-fee", `withdrawal:${id}`)
  ledger.own(ledger.system("fees", currency), -fee)
  ledger.available(balance, fee)
  ledger.close()
  withdrawal.reason = reason
  return { ok: true, value: { withdrawal: ended(state, withdrawal, "failed") } }
}

/**
 * `custody.cost`: paid by the fees, never with more than they have free and, where it says so, what the operator's capital
 * adds; once for each transaction. It is one step since costs of several withdrawals are booked beside each other: each would
 * count on fees that another is about to spend.
 */
export function bookCost(state: EngineState, command: NetworkCost): DoneAnswer {
  const { custody, ledger } = state
  const { chain, currency, tx, amount } = command
  const key = `${chain}:${tx}`
  if (amount <= 0n || custody.costs.has(key)) {
    custody.dropped += 1
    return DONE
  }
  remember(custody.costs, key)
  const owed = lesser(amount, roomOf(state, currency))
  if (command.isCovered) coverCost(state, currency, owed - freeFees(state, currency), key)
  const paid = lesser(owed, freeFees(state, currency))
  if (paid <= 0n) return DONE
  ledger.open("network-cost", key)
  ledger.own(ledger.system("fees", currency), -paid)
  ledger.own(ledger.system("custody", currency), paid)
  ledger.close()
  return DONE
}

/** Moves what fees lack from the operator's capital, as far as there is any. */
function coverCost({ ledger }: EngineState, currency: string, lacking: bigint, key: string): void {
  const added = lesser(lacking, ledger.systemBalance("operator.capital", currency))
  if (added <= 0n) return
  ledger.open("capital", `network cost of ${key}`)
  ledger.own(ledger.system("operator.capital", currency), -added)
  ledger.own(ledger.system("fees", currency), added)
  ledger.close()
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
