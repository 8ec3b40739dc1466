/** `withdraw.request` and `withdraw.cancel`: a user asks for a withdrawal, and takes it back (D3). */

import { isCancellable } from "#core/chain/custody-status.ts"
import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import { userIdOf } from "../ledger/ledger-account.ts"
import { once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import { checkRequest, worthOf } from "./check-withdrawal.ts"
import type { CancelWithdrawal, RequestWithdrawal } from "./custody-command.ts"
import type { WithdrawalView } from "./custody-event.ts"
import { changed, endUnsent, withdrawalFor } from "./open-withdrawal.ts"

/** Amount and fee are held until it has been sent, or has ended otherwise. */
export function requestWithdrawal(
  state: EngineState,
  command: RequestWithdrawal,
): AnswerOf<RequestWithdrawal> {
  const { account, currency, chain, address, amount, key, keysMax, sentAt } = command
  const body = () => [currency, chain, address, amount].join("|")
  return once(state, { kind: "withdrawal", account, key, keysMax, sentAt, body }, () => {
    if (userIdOf(account) === undefined) return refuse("FORBIDDEN")
    const worth = worthOf(state, currency, amount)
    const asset = checkRequest(state, command, worth)
    if ("name" in asset) return { ok: false, problem: asset }
    const { custody, log, timers } = state
    const withdrawal: WithdrawalView = {
      ...{ id: custody.nextWithdrawal, account, key, chain, currency },
      ...{ addressId: command.addressId, address, remark: command.remark },
      ...{ amount, fee: asset.withdrawalFee, worth, identity: command.identity },
      ...{ status: "waiting", reason: "", tx: "", approvedBy: [] },
      ...{ requested: log.now, waitsUntil: log.now + command.waitMs, updated: log.now, sequence: log.seq },
    }
    custody.nextWithdrawal += 1
    custody.withdrawals.set(withdrawal.id, withdrawal)
    custody.use(withdrawal, log.now)
    hold(state, withdrawal)
    timers.add({ due: withdrawal.waitsUntil, name: "withdraw-wait", key: String(withdrawal.id) })
    return { ok: true, value: { withdrawal: changed(state, withdrawal, "waiting") } }
  })
}

function hold({ ledger }: EngineState, { id, account, currency, amount, fee }: WithdrawalView): void {
  const balance = ledger.balance(account, "funding", currency)
  ledger.open("withdrawal-hold", `withdrawal:${id}`)
  ledger.available(balance, -(amount + fee))
  ledger.held(balance, amount + fee)
  ledger.close()
}

/** Possible until it is approved; a frozen account may do it as well. */
export function cancelWithdrawal(
  state: EngineState,
  { account, id }: CancelWithdrawal,
): AnswerOf<CancelWithdrawal> {
  const withdrawal = withdrawalFor(state, id, isCancellable, account)
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  if (withdrawal.status === "waiting") state.timers.remove("withdraw-wait", String(id))
  return { ok: true, value: { withdrawal: endUnsent(state, withdrawal, "cancelled", "") } }
}
