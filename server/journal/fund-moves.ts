/** What a batch's journals did to the insurance fund, hour by hour (P32). */

import type { JournalLine } from "#server/engine/event.ts"

const HOUR_MS = 3_600_000
/** The ledger's account of the fund's money. */
const INSURANCE = "insurance"

export interface FundRow {
  currency: string
  /** Start of the hour, epoch ms. */
  hour: number
  /** Of its last change. */
  time: number
  /** All changes of the batch up to the end of this hour. */
  change: bigint
}

export class FundMoves {
  readonly #rows: FundRow[] = []
  readonly #sums = new Map<string, bigint>()

  /** Lines come in the order of time. */
  take(time: number, { account, currency, amount }: JournalLine): void {
    if (account !== INSURANCE || amount === 0n) return
    const change = (this.#sums.get(currency) ?? 0n) + amount
    this.#sums.set(currency, change)
    const hour = Math.floor(time / HOUR_MS) * HOUR_MS
    const known = this.#rows.find((row) => row.currency === currency && row.hour === hour)
    if (known) Object.assign(known, { time, change })
    else this.#rows.push({ currency, hour, time, change })
  }

  rows(): readonly FundRow[] {
    return this.#rows
  }
}
