/** What an account has open in second contracts, what its day has brought, and the loss limit it has set (O5). */

import { type Amount, addAmounts, NO_AMOUNT, type TimeMs } from "#core/money/units.ts"
import type { SecondOutcome } from "#core/second/second-contract.ts"
import type { StakeStanding } from "#core/second/stake-limits.ts"
import type { AccountId } from "../command.ts"
import { DAY_MS } from "../ledger/account.ts"
import type { LossLimitEvent } from "./second-event.ts"

/** Sums of one UTC day, 1e-8 of the quote. */
export interface DaySums {
  /** Stakes lost. */
  lost: Amount
  /** Profits won. */
  won: Amount
  /** How many contracts were settled, ties and refunds among them. */
  settled: number
}

/** A limit that comes into force later; null: that the limit ends. */
export interface NextLimit {
  limit: Amount | null
  from: TimeMs
}

/** As plain data, for a snapshot; what is open is counted from the contracts. */
export interface SavedStakeAccount extends DaySums {
  id: AccountId
  /** Counted in days since 1970 (UTC): whose sums these are. */
  day: number
  limit: Amount | null
  next: NextLimit | null
}

export class StakeAccount {
  readonly id: AccountId
  openContracts = 0
  openStakes: Amount = NO_AMOUNT
  /** In force; undefined: none. */
  limit: Amount | undefined
  next: NextLimit | undefined
  #day = 0
  #sums: DaySums = noSums()

  constructor(id: AccountId) {
    this.id = id
  }

  /** Of the UTC day of this moment. */
  sumsOf(now: TimeMs): DaySums {
    return this.#day === dayOf(now) ? { ...this.#sums } : noSums()
  }

  /** What O5 asks of an account. */
  standing(now: TimeMs): StakeStanding {
    const { openContracts, openStakes, limit } = this
    const { lost, won } = this.sumsOf(now)
    return { openContracts, openStakes, dayLoss: (lost - won) as Amount, lossLimit: limit }
  }

  opened(stake: Amount): void {
    this.openContracts += 1
    this.openStakes = addAmounts(this.openStakes, stake)
  }

  /** It counts in the day in which it is settled. */
  settled({ stake, profit }: { stake: Amount; profit: Amount }, status: SecondOutcome, now: TimeMs): void {
    this.openContracts -= 1
    this.openStakes = (this.openStakes - stake) as Amount
    const day = dayOf(now)
    if (this.#day !== day) {
      this.#day = day
      this.#sums = noSums()
    }
    const sums = this.#sums
    sums.settled += 1
    if (status === "lost") sums.lost = addAmounts(sums.lost, stake)
    if (status === "won") sums.won = addAmounts(sums.won, profit)
  }

  /** The limit as it stands, told. */
  limitEvent(): LossLimitEvent {
    const { id, limit, next } = this
    return {
      type: "loss-limit",
      account: id,
      ...(limit === undefined ? {} : { limit }),
      ...(next === undefined ? {} : { next: { ...next } }),
    }
  }

  save(): SavedStakeAccount {
    const { id, limit = null, next } = this
    return { id, day: this.#day, ...this.#sums, limit, next: next ? { ...next } : null }
  }

  restore({ day, lost, won, settled, limit, next }: SavedStakeAccount): void {
    this.#day = day
    this.#sums = { lost, won, settled }
    this.limit = limit ?? undefined
    this.next = next ? { ...next } : undefined
  }
}

const noSums = (): DaySums => ({ lost: NO_AMOUNT, won: NO_AMOUNT, settled: 0 })
const dayOf = (time: TimeMs): number => Math.floor(time / DAY_MS)
