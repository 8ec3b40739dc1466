/** Who lets a withdrawal go: itself after its wait, or the operator (D3); and what stops all of them. */

import { chainAssetOf } from "#core/chain/chain-assets.ts"
import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import { type AnswerOf, DONE, type DoneAnswer } from "../answer.ts"
import type { EngineState } from "../state.ts"
import { checkStopped, checkUser } from "./check-withdrawal.ts"
import type {
  ApproveWithdrawal,
  FreezeWithdrawals,
  RejectWithdrawal,
  SetCustodyChain,
} from "./custody-command.ts"
import type { WithdrawalView } from "./custody-event.ts"
import { changed, endUnsent, withdrawalFor } from "./open-withdrawal.ts"

/** Below it a verified user's is approved by itself, 1e-8 USDT. */
const BY_ITSELF = (10_000n * UNITS_PER_COIN) as Amount
/** Above it two persons approve. */
const BY_ONE = (50_000n * UNITS_PER_COIN) as Amount

const isInReview = ({ status }: WithdrawalView): boolean => status === "review"

/** The timer `withdraw-wait`: it could be cancelled long enough. */
export function endWait(state: EngineState, id: number): void {
  const withdrawal = state.custody.withdrawals.get(id)
  if (withdrawal?.status !== "waiting") throw new Error(`withdrawal ${id} doesn't wait`)
  const { account, identity, worth } = withdrawal
  const isSmall = identity === "verified" && worth !== null && worth < BY_ITSELF
  const isStopped = checkUser(state, account) ?? checkStopped(state)
  changed(state, withdrawal, isSmall && !isStopped ? "approved" : "review")
}

/** Each person once; one that can't be valued counts as a large one. */
export function approveWithdrawal(
  state: EngineState,
  { id, by }: ApproveWithdrawal,
): AnswerOf<ApproveWithdrawal> {
  const withdrawal = withdrawalFor(state, id, (each) => isInReview(each) && !each.approvedBy.includes(by))
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  const { worth, approvedBy } = withdrawal
  withdrawal.approvedBy = [...approvedBy, by]
  const needed = worth === null || worth > BY_ONE ? 2 : 1
  const isApproved = withdrawal.approvedBy.length >= needed
  return { ok: true, value: { withdrawal: changed(state, withdrawal, isApproved ? "approved" : "review") } }
}

export function rejectWithdrawal(
  state: EngineState,
  { id, reason }: RejectWithdrawal,
): AnswerOf<RejectWithdrawal> {
  const withdrawal = withdrawalFor(state, id, isInReview)
  if ("name" in withdrawal) return { ok: false, problem: withdrawal }
  return { ok: true, value: { withdrawal: endUnsent(state, withdrawal, "rejected", reason) } }
}

/** `withdrawals.freeze`: what is sent already goes on to its end. */
export function freezeWithdrawals(
  { custody, log }: EngineState,
  { isFrozen, reason }: FreezeWithdrawals,
): DoneAnswer {
  custody.frozen = isFrozen ? reason : undefined
  log.push(custody.event())
  return DONE
}

export function setCustodyChain(
  { custody, log }: EngineState,
  { chain, currency, isOpen }: SetCustodyChain,
): DoneAnswer {
  if (!chainAssetOf(chain, currency)) return refuse("UNKNOWN_CURRENCY")
  custody.setOpen(chain, currency, isOpen)
  log.push(custody.event())
  return DONE
}
