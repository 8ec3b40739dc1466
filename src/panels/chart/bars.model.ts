/** Which bars does the chart hold, and what changed? Frames of the worker are merged here; nothing is drawn. */

import type { ChartFrame } from "#workers/market/market.api.ts"

/** Seven numbers a bar, as `CANDLE_STRIDE` of the worker's api says. */
const STRIDE = 7
const CLOSED = 1
const GENERATED = 2

export interface Bar {
  /** Open time, epoch ms. */
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  closed: boolean
  generated: boolean
}

/** What the canvas must do: draw all anew, or put in the bars from `from` on. */
export type BarsChange = { kind: "all" } | { kind: "tail"; from: number }

export function readBars(packed: Float64Array): Bar[] {
  const bars: Bar[] = []
  for (let at = 0; at + STRIDE <= packed.length; at += STRIDE) {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0, flags = 0] = packed.subarray(
      at,
      at + STRIDE,
    )
    bars.push({
      time,
      open,
      high,
      low,
      close,
      volume,
      closed: (flags & CLOSED) !== 0,
      generated: (flags & GENERATED) !== 0,
    })
  }
  return bars
}

/** The bars of one instrument and interval, oldest first, without two of one time. */
export class Bars {
  list: Bar[] = []
  more = false
  /** Newer bars exist that aren't loaded: the list ends in the past. */
  newer = false
  holes: readonly (readonly [number, number])[] = []

  /** Merges a frame. A bar whose time is known replaces the one it had; newer ones are appended. */
  apply(frame: Pick<ChartFrame, "kind" | "bars" | "more" | "newer" | "holes">): BarsChange {
    const incoming = readBars(frame.bars)
    this.more = frame.more
    this.newer = frame.newer ?? false
    this.holes = frame.holes
    if (frame.kind === "reset") {
      this.list = incoming
      return { kind: "all" }
    }
    if (frame.kind === "prepend") {
      const first = this.list[0]?.time ?? Number.POSITIVE_INFINITY
      this.list = [...incoming.filter((bar) => bar.time < first), ...this.list]
      return { kind: "all" }
    }
    return this.#append(incoming)
  }

  #append(incoming: readonly Bar[]): BarsChange {
    let from = this.list.length
    for (const bar of incoming) {
      const at = this.#indexAt(bar.time)
      if (at < this.list.length && this.list[at]?.time !== bar.time) {
        // A bar between known ones (a healed gap): rare, and the canvas can't insert.
        this.list.splice(at, 0, bar)
        from = -1
      } else {
        this.list[at] = bar
        if (from >= 0) from = Math.min(from, at)
      }
    }
    // The canvas library takes `update` only at the end; a change further back is drawn anew.
    return from >= 0 && from >= this.list.length - incoming.length - 1
      ? { kind: "tail", from }
      : { kind: "all" }
  }

  /** Index of the first bar at or after `time`; looked for from the end, where changes are. */
  #indexAt(time: number): number {
    let at = this.list.length
    while (at > 0 && (this.list[at - 1]?.time ?? 0) >= time) at -= 1
    return at
  }
}

/** Index of the bar that opens at `time`, or -1. */
export function barIndex(bars: readonly Bar[], time: number): number {
  let low = 0
  let high = bars.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = bars[middle]?.time ?? 0
    if (at === time) return middle
    if (at < time) low = middle + 1
    else high = middle - 1
  }
  return -1
}
