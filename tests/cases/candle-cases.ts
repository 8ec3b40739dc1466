/** Candles from trades, their buckets and their gaps, by the folding of core. */

import * as z from "zod/mini"
import { bucketEnd, bucketStart, type Span, spanOf } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { fillGaps } from "#core/candle/fill-gaps.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor, decimal as decimalText, text, whole } from "./read-inputs.ts"

/** Exchanges write days, weeks and years in either case; minutes and months differ by it. */
function spanFrom(text: unknown): Span {
  const span = spanOf(String(text).replace(/[dwqy]$/, (unit) => unit.toUpperCase()))
  if (!span) throw new CannotRun(`interval ${text} is none that we know`)
  return span
}

function intervalFrom(text: unknown): Interval {
  const known = INTERVALS.find(
    (interval) => interval === text || (/[dw]$/.test(String(text)) && interval.toLowerCase() === text),
  )
  if (!known) throw new CannotRun(`interval ${text} is not one of ours`)
  return known
}

/** Decimal text as a whole number of 1e-8: fine enough for every price and quantity of the cases. */
function steps(text: unknown): number {
  const parsed = parseAmount(String(text))
  if (!parsed.ok) throw new CannotRun(`${text} is no plain decimal`)
  return Number(parsed.value)
}
const decimal = (count: number) => formatAmount(BigInt(count))
const stamp = (timeMs: number) => new Date(timeMs).toISOString().replace(".000Z", "Z")

function fold(
  trades: readonly { time: number; price: unknown; quantity: unknown }[],
  interval: Span,
): Candle[] {
  const candles: Candle[] = []
  trades.forEach(({ time, price, quantity }, at) => {
    const openTime = bucketStart(time, interval)
    let candle = candles.at(-1)
    if (candle?.openTime !== openTime) {
      candle = openCandle(openTime, steps(price))
      candles.push(candle)
    }
    foldTrade(candle, { price: steps(price), quantity: steps(quantity), id: at + 1 })
  })
  return candles
}

const DAY_MS = 86_400_000

const TRADE = z.object({ ts_ms: whole, price: decimalText, qty: decimalText })
const SPAN = z.object({ interval: text, span_start: z.string(), span_days: z.int() })
const BOUNDARY = z.object({
  interval: text,
  interval_type: z.string(),
  updates: z.array(
    z.object({ ts_s: z.optional(z.number()), price: z.optional(decimalText), qty: z.optional(decimalText) }),
  ),
})
const ROW = z.tuple([whole, decimalText, decimalText, decimalText, decimalText, decimalText])

export const candleAdapters: Readonly<Record<string, Adapter>> = {
  "candle.from_trades": adapterFor(z.object({ trades: z.array(TRADE), interval: text }), (inputs) => {
    const { trades, interval } = inputs
    const list = trades.map((trade) => ({
      time: Number(trade.ts_ms),
      price: trade.price,
      quantity: trade.qty,
    }))
    const candles = fold(list, spanFrom(interval))
    return {
      candles_open_high_low: candles.map((each) => [
        stamp(each.openTime),
        decimal(each.high),
        decimal(each.low),
      ]),
      candles: candles.map((each) => [
        each.openTime,
        ...[each.open, each.high, each.low, each.close, each.volume].map(decimal),
      ]),
      count: candles.length,
    }
  }),
  "candle.bucket_alignment": adapterFor(SPAN, ({ interval, span_start, span_days }) => {
    const known = spanFrom(interval)
    const first = Date.parse(String(span_start))
    const days = Array.from({ length: Number(span_days) }, (_, day) => first + day * DAY_MS)
    const candles = fold(
      days.map((time) => ({ time, price: "1", quantity: "1" })),
      known,
    )
    return {
      first_open_time: stamp(candles[0]?.openTime ?? 0),
      last_open_time: stamp(candles.at(-1)?.openTime ?? 0),
      candles: candles.length,
    }
  }),
  "candle.close_time": adapterFor(z.object({ open_time_ms: whole, interval: text }), (inputs) => ({
    close_time_ms: bucketEnd(Number(inputs.open_time_ms), spanFrom(inputs.interval)) - 1,
  })),
  "candle.boundary": adapterFor(BOUNDARY, ({ interval, updates, interval_type }) => {
    if (interval_type !== "right-open")
      throw new CannotRun("our bars are right-open and stamped with their opening")
    const trades = updates
      .filter((update) => update.ts_s !== undefined)
      .map((update) => ({ time: (update.ts_s ?? 0) * 1000, price: update.price, quantity: update.qty }))
    const candles = fold(trades, spanFrom(interval))
    return {
      bar_timestamps_s: candles.map((each) => each.openTime / 1000),
      closes: candles.map((each) => decimal(each.close)),
    }
  }),
  "candle.fill_gap": adapterFor(z.object({ candles: z.array(ROW), interval: text }), (inputs) => {
    const known = inputs.candles.map(([openTime, open, high, low, close, volume]) => {
      const candle = openCandle(Number(openTime), steps(open))
      return Object.assign(candle, {
        high: steps(high),
        low: steps(low),
        close: steps(close),
        volume: Number(volume),
        closed: true,
      })
    })
    const times = new Set(known.map((candle) => candle.openTime))
    const all = fillGaps(known, intervalFrom(inputs.interval))
    const filled = all.filter((candle) => !times.has(candle.openTime))
    const row = filled[0]
    return {
      count: all.length,
      filled: row && [
        row.openTime,
        ...[row.open, row.high, row.low, row.close].map(decimal),
        String(row.volume),
      ],
    }
  }),
}
