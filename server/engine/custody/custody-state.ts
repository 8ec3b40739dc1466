/** All that the engine keeps of deposits and withdrawals: what is under way, and what must not happen twice. */

import { CHAINS, type Chain } from "#core/chain/chain-assets.ts"
import { type Amount, NO_AMOUNT, type TimeMs } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"
import { Claims, type SavedClaim } from "./claims.ts"
import type { DepositName } from "./custody-command.ts"
import type { CustodyEvent, DepositView, WithdrawalView } from "./custody-event.ts"

/** D4: a withdrawal that counts for 24 h. */
export interface LimitUse {
  account: AccountId
  /** Of the withdrawal. */
  id: number
  requested: TimeMs
  /** 1e-8 USDT. */
  worth: Amount
}

/** As plain data, for a snapshot. */
export interface SavedCustody {
  nextDeposit: number
  nextWithdrawal: number
  /** Reports that came again or too late. */
  dropped: number
  /** All but final ones, by id. */
  deposits: DepositView[]
  /** Keys of the newest final deposits, in the order in which they became final. */
  finals: string[]
  /** Those that haven't ended, by id. */
  withdrawals: WithdrawalView[]
  /** By id. */
  uses: LimitUse[]
  /** By account, then currency. */
  claims: SavedClaim[]
  /** The newest transactions whose cost is booked, in that order. */
  costs: string[]
  /** Closed for withdrawals, as `chain currency`. */
  closed: string[]
  /** Why nothing leaves; null: it does. */
  frozen: string | null
}

/**
 * D1, D5: so many final deposits and booked costs are remembered here, the newest. A cost is asked about only while its
 * withdrawal is under way; older deposits are known to the database, which the watcher of the chains asks.
 */
export const REMEMBERED_MAX = 100_000

/** D4: how long a withdrawal counts. */
const LIMIT_MS = 86_400_000

export class CustodyState {
  nextDeposit = 1
  nextWithdrawal = 1
  dropped = 0
  /** Why nothing leaves; undefined: it does. */
  frozen: string | undefined
  /** All but final ones, by key, rising by id. */
  readonly deposits = new Map<string, DepositView>()
  /** D1: keys of the newest final ones. */
  readonly finals = new Set<string>()
  /** Those that haven't ended, rising by id. */
  readonly withdrawals = new Map<number, WithdrawalView>()
  readonly claims = new Claims()
  /** Transactions whose cost is booked. */
  readonly costs = new Set<string>()
  readonly #closed = new Set<string>()
  readonly #uses = new Map<number, LimitUse>()

  /** D4: what counts for the limit of an account now, 1e-8 USDT. */
  usedBy(account: AccountId, now: TimeMs): Amount {
    let sum = 0n
    for (const use of this.#uses.values())
      if (use.account === account && use.requested > now - LIMIT_MS) sum += use.worth
    return sum as Amount
  }

  /** A withdrawal counts from now on; those that count no more are forgotten. */
  use({ account, id, worth }: WithdrawalView, now: TimeMs): void {
    for (const [old, { requested }] of this.#uses) {
      if (requested > now - LIMIT_MS) break
      this.#uses.delete(old)
    }
    this.#uses.set(id, { account, id, requested: now, worth: worth ?? NO_AMOUNT })
  }

  /** D4: cancelled, rejected and failed ones give it back. */
  giveBack(id: number): void {
    this.#uses.delete(id)
  }

  isOpen(chain: Chain, currency: string): boolean {
    return !this.#closed.has(`${chain} ${currency}`)
  }

  setOpen(chain: Chain, currency: string, isOpen: boolean): void {
    if (isOpen) this.#closed.delete(`${chain} ${currency}`)
    else this.#closed.add(`${chain} ${currency}`)
  }

  /** What is open as it stands, told. */
  event(): CustodyEvent {
    const closed = [...this.#closed].sort().flatMap((text) => {
      const [name, currency = ""] = text.split(" ")
      const chain = CHAINS.find((each) => each === name)
      return chain ? [{ chain, currency }] : []
    })
    return { type: "custody", isFrozen: this.frozen !== undefined, reason: this.frozen ?? "", closed }
  }

  save(): SavedCustody {
    return {
      nextDeposit: this.nextDeposit,
      nextWithdrawal: this.nextWithdrawal,
      dropped: this.dropped,
      deposits: [...this.deposits.values()].map((deposit) => ({ ...deposit })),
      finals: [...this.finals],
      withdrawals: [...this.withdrawals.values()].map(copyWithdrawal),
      uses: [...this.#uses.values()].map((use) => ({ ...use })),
      claims: this.claims.list(),
      costs: [...this.costs],
      closed: [...this.#closed].sort(),
      frozen: this.frozen ?? null,
    }
  }

  /** Into one that has nothing. */
  restore(saved: SavedCustody): void {
    this.nextDeposit = saved.nextDeposit
    this.nextWithdrawal = saved.nextWithdrawal
    this.dropped = saved.dropped
    for (const deposit of saved.deposits) this.deposits.set(depositKey(deposit), { ...deposit })
    for (const key of saved.finals) this.finals.add(key)
    for (const withdrawal of saved.withdrawals)
      this.withdrawals.set(withdrawal.id, copyWithdrawal(withdrawal))
    for (const use of saved.uses) this.#uses.set(use.id, { ...use })
    for (const { account, currency, amount } of saved.claims) this.claims.add(account, currency, amount)
    for (const tx of saved.costs) this.costs.add(tx)
    for (const closed of saved.closed) this.#closed.add(closed)
    this.frozen = saved.frozen ?? undefined
  }
}

/** The newest of what must not happen twice; the oldest beyond {@link REMEMBERED_MAX} is forgotten. */
export function remember(names: Set<string>, name: string): void {
  names.add(name)
  for (const oldest of names) {
    if (names.size <= REMEMBERED_MAX) break
    names.delete(oldest)
  }
}

/** D1: what a deposit is known by. */
export const depositKey = ({ chain, tx, index }: DepositName): string => `${chain}:${tx}:${index}`

/** So that nothing that is told or saved changes later. */
export const copyWithdrawal = (withdrawal: WithdrawalView): WithdrawalView => ({
  ...withdrawal,
  approvedBy: [...withdrawal.approvedBy],
})
