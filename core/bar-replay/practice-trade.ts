/** The record of one practice trade, from flat to flat. */

import { divideNearest } from "../money/rounding.ts"
import type { TimeMs } from "../money/units.ts"
import type { PracticeTrade } from "./practice-terms.ts"

interface TradePart {
  /** Unsigned, in 1e-8 of the base. */
  size: bigint
  /** In 1e-8. */
  price: bigint
  /** In 1e-8 of the quote. */
  fee: bigint
}

export class PracticeTradeRecord {
  readonly #side: PracticeTrade["side"]
  readonly #openedAt: TimeMs
  #opened = { size: 0n, value: 0n }
  #closed = { size: 0n, value: 0n }
  #fees = 0n
  #realised = 0n

  constructor(side: PracticeTrade["side"], openedAt: TimeMs) {
    this.#side = side
    this.#openedAt = openedAt
  }

  open({ size, price, fee }: TradePart): void {
    this.#opened = added(this.#opened, size, price)
    this.#fees += fee
  }

  close({ size, price, fee, realised }: TradePart & { realised: bigint }): void {
    this.#closed = added(this.#closed, size, price)
    this.#fees += fee
    this.#realised += realised
  }

  /** `lot` in 1e-8. */
  ended(closedAt: TimeMs, lot: bigint): PracticeTrade {
    return {
      side: this.#side,
      openedAt: this.#openedAt,
      closedAt,
      lots: Number(this.#opened.size / lot),
      entry: divideNearest(this.#opened.value, this.#opened.size),
      exit: divideNearest(this.#closed.value, this.#closed.size),
      realised: this.#realised,
      fees: this.#fees,
    }
  }
}

const added = (sum: { size: bigint; value: bigint }, size: bigint, price: bigint) => ({
  size: sum.size + size,
  value: sum.value + size * price,
})
