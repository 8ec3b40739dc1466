/** Plausibility check of prices: an extreme jump is ignored until the new price has persisted for a while. */

import type { TimeMs } from "#core/money/units.ts"
import type { CcxtBook, Figure } from "./ccxt-exchange.ts"
import { figureUnits } from "./decimal-units.ts"

/** A price that jumped beyond sense is believed when it has stood for so long. */
const STANDS_MS = 10_000

/** What one exchange says of one market. Prices in 1e-14. */
export class PriceSense {
  #last: bigint | undefined
  #jumped: { price: bigint; since: TimeMs } | undefined

  /** By half up or a third down at once: a misplaced point, another coin's price, a test message. */
  #isNear(price: bigint): boolean {
    const last = this.#last
    return last === undefined || (2n * price <= 3n * last && 3n * price >= 2n * last)
  }

  /** Judges a price that is quoted; a sound one is what the next is compared with. */
  judge(price: bigint, now: TimeMs): boolean {
    const waiting = this.#jumped
    if (this.#isNear(price)) this.#jumped = undefined
    else if (!waiting || !isWithinTenth(price, waiting.price)) {
      this.#jumped = { price, since: now }
      return false
    } else if (now - waiting.since < STANDS_MS) return false
    else this.#jumped = undefined
    this.#last = price
    return true
  }

  /** Judges the price of a trade, which changes nothing. */
  fits(price: bigint): boolean {
    return this.#isNear(price)
  }
}

const isWithinTenth = (one: bigint, other: bigint): boolean => {
  const distance = one > other ? one - other : other - one
  return 10n * distance <= other
}

/** Twice the middle of a book's best prices; undefined where a side is missing, crossed, or beyond sense apart. */
export function middleOf(bid: Figure, ask: Figure): bigint | undefined {
  const [below, above] = [figureUnits(bid), figureUnits(ask)]
  if (below === undefined || above === undefined || below > above || 2n * above > 3n * below) return undefined
  return below + above
}

/** As {@link middleOf}, of the best levels that are any. */
export const bookMiddle = ({ bids, asks }: CcxtBook): bigint | undefined =>
  middleOf(bids[0]?.[0], asks[0]?.[0])
