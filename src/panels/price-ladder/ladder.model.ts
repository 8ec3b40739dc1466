/** Which prices have a row in the ladder, and where the market stands among them. Plain functions; prices in ticks. */

export interface LadderPlace {
  /** Of the first row, a multiple of `group`. */
  top: number
  group: number
  rows: number
}

export const priceAtRow = ({ top, group }: LadderPlace, row: number): number => top - row * group

/** Index of the row of a step; undefined where it has none. */
export function rowOf({ top, group, rows }: LadderPlace, step: number): number | undefined {
  const row = (top - step) / group
  return Number.isInteger(row) && row >= 0 && row < rows ? row : undefined
}

/** The first row's price where `price` stands in the middle. Below one step there are no prices. */
export function centredTop(price: number, group: number, rows: number): number {
  const middle = Math.round(price / group) * group
  return clampedTop(middle + Math.floor(rows / 2) * group, group, rows)
}

/** So many rows upwards (below zero: down). */
export const scrolledTop = ({ top, group, rows }: LadderPlace, by: number): number =>
  clampedTop(top + by * group, group, rows)

const TOP_MAX = 2 ** 52

function clampedTop(top: number, group: number, rows: number): number {
  const highest = Math.floor(TOP_MAX / group) * group
  return Math.min(highest, Math.max(rows * group, top))
}

export interface LadderMarket {
  bestBid: number | null
  bestAsk: number | null
  last: number | null
}

/** Where the market is: between the best prices, else at the only one, else at the last. Undefined: nobody knows. */
export function marketPrice({ bestBid, bestAsk, last }: LadderMarket): number | undefined {
  if (bestBid !== null && bestAsk !== null) return (bestBid + bestAsk) / 2
  return bestBid ?? bestAsk ?? last ?? undefined
}

/** Which way the market has left the rows; undefined: it is among them. */
export function marketBeyond(place: LadderPlace, market: LadderMarket): "above" | "below" | undefined {
  const price = marketPrice(market)
  if (price === undefined) return undefined
  if (price > place.top) return "above"
  return price < priceAtRow(place, place.rows - 1) ? "below" : undefined
}
