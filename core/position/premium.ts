/** Impact prices of an order book and the premium over the index that follows from them (P3). */

import { divideNearest } from "../money/rounding.ts"
import type { Price8 } from "../money/units.ts"
import { UNITS_PER_COIN } from "../money/units.ts"

/** P3: 200 USDT, times the highest leverage, is the turnover of the impact prices; in 1e-8 of the quote. */
const IMPACT_MARGIN = 200n * UNITS_PER_COIN

export interface ImpactTerms {
  tick: bigint
  notionalUnit: bigint
  leverageMax: number
}

/** Visits the levels of one side of a book, best first: price in ticks, total in lots; `visit` answers whether to go on. */
export type WalkLevels = (visit: (price: number, total: number) => boolean) => void

/**
 * Average price of selling into the bids or buying from the asks (whichever is walked) for
 * `200 USDT × highest leverage`, to the nearest 1e-8. A thinner side gives the average of all it has, an empty one
 * undefined. The last level counts as far as it is needed, to a fraction of a lot.
 */
export function impactPrice(walkLevels: WalkLevels, terms: ImpactTerms): Price8 | undefined {
  const wanted = IMPACT_MARGIN * BigInt(terms.leverageMax)
  let lots = 0n
  let turnover = 0n
  let average: bigint | undefined
  walkLevels((price, total) => {
    const levelTurnover = BigInt(price) * BigInt(total) * terms.notionalUnit
    if (turnover + levelTurnover < wanted) {
      lots += BigInt(total)
      turnover += levelTurnover
      return true
    }
    // wanted / (lots + (wanted − turnover) / (price × K)), in ticks, then × tick
    const priceUnit = BigInt(price) * terms.notionalUnit
    average = divideNearest(terms.tick * wanted * BigInt(price), lots * priceUnit + (wanted - turnover))
    return false
  })
  if (average !== undefined) return average as Price8
  if (lots === 0n) return undefined
  return divideNearest(terms.tick * turnover, lots * terms.notionalUnit) as Price8
}

/**
 * P3: `(max(0, impactBid − index) − max(0, index − impactAsk)) / index`, a rate in 1e-8, nearest. Undefined where a
 * side is empty.
 */
export function premium(
  impactBid: Price8 | undefined,
  impactAsk: Price8 | undefined,
  index: Price8,
): bigint | undefined {
  if (impactBid === undefined || impactAsk === undefined) return undefined
  const above = impactBid > index ? impactBid - index : 0n
  const below = index > impactAsk ? index - impactAsk : 0n
  return divideNearest((above - below) * UNITS_PER_COIN, index)
}
