/** Reads candle rows of the wire, and packs candles into the numbers that are drawn. */

import type { Candle } from "#core/candle/candle.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import { CANDLE_STRIDE } from "../frame.ts"
import type { Listed } from "./catalogue.ts"
import { isCandleRow } from "./wire-rows.ts"

const CLOSED = 1
const GENERATED = 2

/** Undefined when the row is none, or its figures are no whole steps. */
export function readCandle(row: unknown, { tick, lot }: Listed): Candle | undefined {
  if (!isCandleRow(row)) return undefined
  const open = tick.read(row[1])
  const high = tick.read(row[2])
  const low = tick.read(row[3])
  const close = tick.read(row[4])
  const volume = lot.read(row[5])
  if (!(low >= 1) || !(high >= Math.max(open, close)) || !(low <= Math.min(open, close)) || !(volume >= 0)) {
    return undefined
  }
  return {
    openTime: row[0],
    open: open as Ticks,
    high: high as Ticks,
    low: low as Ticks,
    close: close as Ticks,
    volume: volume as Lots,
    lastTradeId: row[6],
    closed: row[7] === 1,
    generated: row[8] === 1,
  }
}

/** Seven numbers a bar, in an array of its own that can be handed over. */
export function packBars(bars: readonly Candle[], { tick, lot }: Listed): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(bars.length * CANDLE_STRIDE)
  let at = 0
  for (const bar of bars) {
    packed[at] = bar.openTime
    packed[at + 1] = tick.toNumber(bar.open)
    packed[at + 2] = tick.toNumber(bar.high)
    packed[at + 3] = tick.toNumber(bar.low)
    packed[at + 4] = tick.toNumber(bar.close)
    packed[at + 5] = lot.toNumber(bar.volume)
    packed[at + 6] = (bar.closed ? CLOSED : 0) + (bar.generated ? GENERATED : 0)
    at += CANDLE_STRIDE
  }
  return packed
}
