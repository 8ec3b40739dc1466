/** What shape has the book? Stairs of what stands up to each price, as far on both sides as the shorter one reaches. */

import type { DepthFrame } from "#workers/market/market.api.ts"

/** Price, and the quantity up to and with it. */
export interface DepthStep {
  price: number
  sum: number
}

export interface DepthShape {
  /** Best first. */
  bids: readonly DepthStep[]
  asks: readonly DepthStep[]
  middle: number
  /** Prices at the left and right edge: equally far from the middle. */
  from: number
  to: number
  /** The largest sum in view. */
  most: number
}

/** Undefined while a side is empty: then there is no middle. */
export function depthShape(frame: Pick<DepthFrame, "bids" | "asks">): DepthShape | undefined {
  const [bids, asks] = [stepsOf(frame.bids), stepsOf(frame.asks)]
  const [bid, ask] = [bids[0], asks[0]]
  if (!bid || !ask) return undefined
  const middle = (bid.price + ask.price) / 2
  const lowest = bids.at(-1)?.price ?? bid.price
  const highest = asks.at(-1)?.price ?? ask.price
  const reach = Math.max(Math.min(middle - lowest, highest - middle), ask.price - bid.price)
  const [from, to] = [middle - reach, middle + reach]
  const shown = {
    bids: bids.filter((step) => step.price >= from),
    asks: asks.filter((step) => step.price <= to),
  }
  const most = Math.max(shown.bids.at(-1)?.sum ?? 0, shown.asks.at(-1)?.sum ?? 0)
  return { ...shown, middle, from, to, most }
}

function stepsOf(packed: Float64Array): DepthStep[] {
  const steps: DepthStep[] = []
  for (let at = 0; at + 1 < packed.length; at += 2)
    steps.push({ price: packed[at] ?? 0, sum: packed[at + 1] ?? 0 })
  return steps
}

/** A side's outline in a box of `width` × `height`, as a path of SVG: a stair at each price, then level to the edge. */
export function depthPath(shape: DepthShape, side: "bids" | "asks", width: number, height: number): string {
  const x = (price: number) => round(((price - shape.from) / (shape.to - shape.from)) * width)
  const y = (sum: number) => round(height - (sum / shape.most) * height)
  const steps = shape[side]
  const best = steps[0]
  if (!best) return ""
  const stairs = steps.map(({ price, sum }) => `H${x(price)}V${y(sum)}`).join("")
  return `M${x(best.price)} ${height}${stairs}H${side === "bids" ? 0 : width}`
}

/** What stands between the middle and a price: undefined inside the spread. */
export function depthAt(shape: DepthShape, price: number): DepthStep | undefined {
  const isBid = price < shape.middle
  const steps = isBid ? shape.bids : shape.asks
  return steps.findLast((step) => (isBid ? step.price >= price : step.price <= price))
}

const round = (pixels: number) => Math.round(pixels * 10) / 10
