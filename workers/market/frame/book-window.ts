/**
 * The prices that have a row in the book panel. A row keeps its price while the market moves through it, so that a tap
 * hits the price that was aimed at, until the window is centred anew.
 *
 * Two kinds, chosen each time the window is centred:
 * - `steps`: every multiple of the grouping, when at least half of those around the middle hold a level. The two
 *   sides share the rows; the boundary wanders within the middle third before the window is centred anew.
 * - `levels`: where the tick is far finer than the distance of levels, consecutive steps would nearly all be empty.
 *   (Also where the spread is wider than the window.) Then the rows are the levels that exist. An emptied one keeps its
 *   place; a new one takes an emptied place next to it, else the nearest emptied, else the farthest row. Centred anew
 *   when over a third of a side is empty.
 */

import type { Level } from "#core/book/level-book.ts"

export interface BookWindow {
  kind: "steps" | "levels"
  /** Prices in ticks, best first. */
  bids: readonly number[]
  asks: readonly number[]
}

export interface WindowQuestion {
  /** The whole book in groups, best first. */
  bids: readonly Level[]
  asks: readonly Level[]
  /** Ticks between two steps. */
  group: number
  /** Rows a side. */
  rows: number
  sides: "both" | "bids" | "asks"
}

/** A side with more empty rows than this share is centred anew; the same share is the middle third. */
const THIRD = 1 / 3

/** The window that follows `previous`; centred when it has to be. */
export function nextWindow(previous: BookWindow | null, question: WindowQuestion): BookWindow {
  if (!previous) return centredWindow(question)
  const next = previous.kind === "steps" ? nextSteps(previous, question) : nextLevels(previous, question)
  return next ?? centredWindow(question)
}

/** A window with the market in its middle. */
export function centredWindow(question: WindowQuestion): BookWindow {
  const steps = centredSteps(question)
  if (steps && isDense(steps, question) && showsBest(steps, question)) return steps
  return {
    kind: "levels",
    bids: question.sides === "asks" ? [] : pricesOf(question.bids.slice(0, question.rows)),
    asks: question.sides === "bids" ? [] : pricesOf(question.asks.slice(0, question.rows)),
  }
}

const pricesOf = (levels: readonly Level[]): number[] => levels.map(({ price }) => price)

/** The step up to which rows are bids: half of an empty spread belongs to each side. Undefined for an empty book. */
function boundaryOf({ bids, asks, group }: WindowQuestion): number | undefined {
  const bid = bids[0]?.price
  const ask = asks[0]?.price
  if (bid === undefined) return ask === undefined ? undefined : ask - group
  if (ask === undefined) return bid
  const between = Math.max(0, Math.round((ask - bid) / group) - 1)
  return bid + Math.floor(between / 2) * group
}

function centredSteps(question: WindowQuestion): BookWindow | undefined {
  const { group, rows, sides, bids, asks } = question
  const boundary = boundaryOf(question)
  if (boundary === undefined) return undefined
  // One side alone begins at its best price: there is no middle to keep.
  const bidTop = sides === "bids" ? (bids[0]?.price ?? boundary) : boundary
  const askLow = sides === "asks" ? (asks[0]?.price ?? boundary + group) : boundary + group
  return {
    kind: "steps",
    bids: sides === "asks" ? [] : run(bidTop, -group, rows),
    asks: sides === "bids" ? [] : run(askLow, group, rows),
  }
}

/** `count` prices from `first` on, as far as they are prices. */
function run(first: number, step: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index * step).filter((price) => price > 0)
}

function isDense(window: BookWindow, { bids, asks }: WindowQuestion): boolean {
  const rows = window.bids.length + window.asks.length
  const held = countWithin(bids, window.bids) + countWithin(asks, window.asks)
  return held * 2 >= rows
}

function countWithin(levels: readonly Level[], prices: readonly number[]): number {
  const within = new Set(prices)
  return levels.reduce((count, { price }) => count + (within.has(price) ? 1 : 0), 0)
}

/** The same steps, parted anew at the market; undefined when the market has left the middle third. */
function nextSteps(previous: BookWindow, question: WindowQuestion): BookWindow | undefined {
  const { group, rows, sides, bids, asks } = question
  if (sides !== "both") {
    const prices = sides === "bids" ? previous.bids : previous.asks
    const best = (sides === "bids" ? bids : asks)[0]?.price
    if (best === undefined) return previous
    const place = Math.abs(best - (prices[0] ?? best)) / group
    const isWithin = prices.includes(best) && place <= rows * THIRD
    return isWithin ? previous : undefined
  }
  const boundary = boundaryOf(question)
  if (boundary === undefined) return previous
  const falling = [...previous.asks].reverse().concat(previous.bids)
  const bidRows = falling.filter((price) => price <= boundary)
  const reach = Math.max(1, Math.floor(rows * THIRD))
  const centre = falling.length - rows
  if (Math.abs(bidRows.length - centre) > reach) return undefined
  const asksRising = falling.slice(0, falling.length - bidRows.length).reverse()
  const window: BookWindow = { kind: "steps", bids: bidRows, asks: asksRising }
  return showsBest(window, question) ? window : undefined
}

/** Whatever else is out of view, the best prices are not: few rows and a wide spread could push them out. */
function showsBest(window: BookWindow, { bids, asks, sides }: WindowQuestion): boolean {
  const isIn = (prices: readonly number[], best: Level | undefined) => !best || prices.includes(best.price)
  return (sides === "asks" || isIn(window.bids, bids[0])) && (sides === "bids" || isIn(window.asks, asks[0]))
}

function nextLevels(previous: BookWindow, question: WindowQuestion): BookWindow | undefined {
  const { sides, rows } = question
  const bids =
    sides === "asks" ? [] : keepLevels(previous.bids, question.bids, question.asks[0]?.price, rows, -1)
  const asks =
    sides === "bids" ? [] : keepLevels(previous.asks, question.asks, question.bids[0]?.price, rows, 1)
  return bids && asks ? { kind: "levels", bids, asks } : undefined
}

/**
 * The rows of one side after its levels changed; undefined when it is to be centred anew. `away` is the direction
 * from the best price outwards: −1 for bids, 1 for asks. Every level better than the last row has a row.
 */
function keepLevels(
  previous: readonly number[],
  levels: readonly Level[],
  opposite: number | undefined,
  rows: number,
  away: 1 | -1,
): number[] | undefined {
  const held = new Set(pricesOf(levels))
  // The market has passed these: on this side nothing can stand there any more.
  const prices = previous.filter((price) => opposite === undefined || (price - opposite) * away > 0)
  for (const { price } of levels) {
    const last = prices.at(-1)
    const isBeyond = last === undefined || (price - last) * away > 0
    if (isBeyond && prices.length >= rows) break
    if (!prices.includes(price)) putIn(prices, price, held, rows, away)
  }
  const empty = prices.filter((price) => !held.has(price)).length
  const best = prices.findIndex((price) => held.has(price))
  return empty > rows * THIRD || best > rows * THIRD ? undefined : prices
}

/** Puts a new price into its place, moving as few rows as can be. */
function putIn(prices: number[], price: number, held: ReadonlySet<number>, rows: number, away: 1 | -1): void {
  let place = prices.findIndex((other) => (other - price) * away > 0)
  if (place < 0) place = prices.length
  const emptied = nearestEmpty(prices, place, held)
  if (emptied === undefined || prices.length < rows) {
    if (prices.length >= rows) prices.pop()
    prices.splice(place, 0, price)
    return
  }
  prices.splice(emptied, 1)
  prices.splice(emptied < place ? place - 1 : place, 0, price)
}

/** Index of the emptied row nearest to the gap before `place`. */
function nearestEmpty(
  prices: readonly number[],
  place: number,
  held: ReadonlySet<number>,
): number | undefined {
  for (let distance = 0; distance < prices.length; distance += 1) {
    for (const at of [place + distance, place - 1 - distance]) {
      const price = prices[at]
      if (price !== undefined && !held.has(price)) return at
    }
  }
  return undefined
}
