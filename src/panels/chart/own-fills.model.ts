/** On which candles did own orders fill, and what does the legend say of such a candle? */

import { bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { OwnFill } from "#core/wire/private-rows.ts"
import { type Bar, barIndex } from "./bars.model.ts"

/** Own fills of one side on one candle. */
export interface FillMark {
  /** Open time of the candle, epoch ms. */
  time: number
  side: "buy" | "sell"
  count: number
  /** All of them together, in the base currency. */
  quantity: string
  /** Their mean price, weighted by quantity; to so many decimals as the fills have. */
  price: string
}

/** All fills of both lists once, of one market, oldest first: what was read, and what has come since. */
export function mergedFills(
  read: readonly OwnFill[],
  live: readonly OwnFill[],
  instrument: string,
): OwnFill[] {
  const byTrade = new Map<string, OwnFill>()
  for (const fill of [...read, ...live])
    if (fill.instrument === instrument) byTrade.set(`${fill.trade} ${fill.order}`, fill)
  return [...byTrade.values()].sort((a, b) => a.time - b.time || a.trade - b.trade)
}

/** What a mark needs to know of a fill. */
type MarkedFill = Pick<OwnFill, "time" | "side"> & { quantity: string; price: string }

/** Fills gathered by candle and side, in the order of candles. Those outside of the loaded bars have no mark. `interval` undefined: candles are of no interval, and hold what filled before the next. */
export function fillMarks(
  fills: readonly MarkedFill[],
  bars: readonly Bar[],
  interval: Interval | undefined,
): FillMark[] {
  const groups = new Map<string, MarkedFill[]>()
  for (const fill of fills) {
    const time = interval ? bucketStart(fill.time, interval) : barTimeAt(bars, fill.time)
    if (barIndex(bars, time) < 0) continue
    const key = `${time} ${fill.side}`
    groups.set(key, [...(groups.get(key) ?? []), fill])
  }
  return [...groups]
    .map(([key, own]) => markOf(Number(key.split(" ")[0]), own))
    .sort((a, b) => a.time - b.time || a.side.localeCompare(b.side))
}

/** Open time of the last bar that began by then; -1: none did. */
const barTimeAt = (bars: readonly Bar[], time: number): number =>
  bars.findLast((bar) => bar.time <= time)?.time ?? -1

function markOf(time: number, fills: readonly MarkedFill[]): FillMark {
  const quantity = fills.reduce((sum, fill) => sum + unitsOf(fill.quantity), 0n)
  const value = fills.reduce((sum, fill) => sum + unitsOf(fill.price) * unitsOf(fill.quantity), 0n)
  const decimals = Math.max(...fills.map(({ price }) => price.split(".")[1]?.length ?? 0))
  return {
    time,
    side: fills[0]?.side ?? "buy",
    count: fills.length,
    quantity: formatAmount(quantity),
    price: meanText(quantity > 0n ? value / quantity : 0n, decimals),
  }
}

/** 1e-8 units, rounded half up to so many decimals: a mean needn't lie on a tick, and is only shown. */
function meanText(units: bigint, decimals: number): string {
  const step = 10n ** BigInt(8 - Math.min(8, decimals))
  return formatAmount(((units + step / 2n) / step) * step, decimals)
}

/** What was bought and sold on the candle that opens at `time`. */
export const marksAt = (marks: readonly FillMark[], time: number): readonly FillMark[] =>
  marks.filter((mark) => mark.time === time)
