/** The layout of a treemap: areas by weight, tiles close to squares, and the way from tile to tile. Plain functions. */

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/**
 * Fills `size` with one rectangle a weight, in the order given (largest first), areas in proportion. Rows are laid along the
 * shorter side of what is left, and a row takes another tile as long as its worst side ratio gets better by it: the squarified
 * treemap of Bruls, Huizing and van Wijk (2000). Weights are above zero.
 */
export function squarify(weights: readonly number[], size: Size): Rect[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= 0 || size.width <= 0 || size.height <= 0) return []
  const scale = (size.width * size.height) / total
  const areas = weights.map((weight) => weight * scale)
  const rects: Rect[] = []
  let left: Rect = { x: 0, y: 0, ...size }
  let from = 0
  while (from < areas.length) {
    const side = Math.min(left.width, left.height)
    let to = from + 1
    while (
      to < areas.length &&
      worstRatio(areas.slice(from, to + 1), side) <= worstRatio(areas.slice(from, to), side)
    )
      to += 1
    const row = areas.slice(from, to)
    const isLast = to === areas.length
    left = placeRow(row, left, isLast, rects)
    from = to
  }
  return rects
}

/** The longest side over the shortest of the least square tile, were they one row along `side`. */
function worstRatio(areas: readonly number[], side: number): number {
  const sum = areas.reduce((total, area) => total + area, 0)
  const [most, least] = [Math.max(...areas), Math.min(...areas)]
  return Math.max((side ** 2 * most) / sum ** 2, sum ** 2 / (side ** 2 * least))
}

/** Puts a row along the shorter side; returns what is left. The last one takes all, so that no float leaves a gap. */
function placeRow(row: readonly number[], left: Rect, isLast: boolean, rects: Rect[]): Rect {
  const sum = row.reduce((total, area) => total + area, 0)
  const isUpright = left.width >= left.height
  const side = isUpright ? left.height : left.width
  const depth = isLast ? (isUpright ? left.width : left.height) : sum / side
  let along = 0
  for (const area of row) {
    const length = (area / sum) * side
    rects.push(
      isUpright
        ? { x: left.x, y: left.y + along, width: depth, height: length }
        : { x: left.x + along, y: left.y, width: length, height: depth },
    )
    along += length
  }
  return isUpright
    ? { ...left, x: left.x + depth, width: left.width - depth }
    : { ...left, y: left.y + depth, height: left.height - depth }
}

export interface Weighed {
  id: string
  weight: number
}

interface Tiles {
  tiles: { id: string; rect: Rect }[]
  /** What stands for those too small to press; null where all have a tile. */
  others: { count: number; rect: Rect } | null
}

/**
 * As many tiles as can be pressed: none has a side below `leastPx`, and those that would are one tile together. Where even that
 * can't be (a window of some px), the largest and the others stand as they come.
 */
export function tilesThatFit(markets: readonly Weighed[], size: Size, leastPx: number): Tiles {
  const sorted = markets.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  for (let count = sorted.length; count > 0; count -= 1) {
    const shown = sorted.slice(0, count)
    const rest = sorted.slice(count).reduce((sum, { weight }) => sum + weight, 0)
    const entries = [
      ...shown.map(({ weight }, at) => ({ weight, at })),
      ...(rest > 0 ? [{ weight: rest, at: -1 }] : []),
    ]
    entries.sort((one, other) => other.weight - one.weight)
    const rects = squarify(
      entries.map(({ weight }) => weight),
      size,
    )
    const isPressable = rects.every(({ width, height }) => Math.min(width, height) >= leastPx)
    if (!isPressable && count > 1) continue
    const placed = entries.flatMap(({ at }, place) => {
      const rect = rects[place]
      return rect ? [{ at, rect }] : []
    })
    const tiles = placed.flatMap(({ at, rect }) => {
      const market = shown[at]
      return market ? [{ id: market.id, rect }] : []
    })
    const others = placed.find(({ at }) => at === -1)
    return { tiles, others: others ? { count: sorted.length - count, rect: others.rect } : null }
  }
  return { tiles: [], others: null }
}

const DIRECTIONS: Readonly<Record<string, readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The tile that an arrow key leads to: the nearest that lies on that side; undefined at the edge and for other keys. */
export function neighbour(rects: readonly Rect[], at: number, key: string): number | undefined {
  if (key === "Home") return 0
  if (key === "End") return rects.length - 1
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0]
  const from = rects[at]
  if (!from || (dx === 0 && dy === 0)) return undefined
  const here = centre(from)
  let best: { place: number; far: number } | undefined
  for (const [place, rect] of rects.entries()) {
    const there = centre(rect)
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy
    const isBeyond =
      dx > 0
        ? rect.x >= from.x + from.width - 1
        : dx < 0
          ? rect.x + rect.width <= from.x + 1
          : dy > 0
            ? rect.y >= from.y + from.height - 1
            : rect.y + rect.height <= from.y + 1
    if (place === at || !isBeyond) continue
    // What lies aside counts more: an arrow goes straight on.
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    const far = ahead + 2 * aside
    if (!best || far < best.far) best = { place, far }
  }
  return best?.place
}

const centre = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })

/** The change that has the full shade, in per cent. */
export const FULL_SHADE_PERCENT = 8

/** How much of the direction's colour is in a tile, 0 … 1. Nothing known, or no change: none of it. */
export const shadeOf = (change: number | null | undefined): number =>
  Math.min(1, Math.abs(change ?? 0) / FULL_SHADE_PERCENT)
