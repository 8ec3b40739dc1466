/** Finds the final values of candles that were live at the last publication, and the candles after them. */

import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, nextCandles } from "#core/candle/fold-trade.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import { formatLots, formatTicks, parseAmount, parseLots, parseTicks } from "#core/money/steps.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { CandleRow, TradeRow } from "#core/wire/index.ts"
import { indexInTicks, TICK_QUANTITY } from "#server/read-model/index-ticks.ts"

/** Most candles that one message brings at a turn; after a longer silence the rest is read by HTTP. */
const CLOSED_MAX = 100

/** What changes a candle: a trade, or for second contracts a tick of the index they follow. */
export interface Fold {
  id: number
  time: number
  /** Whole ticks and lots. */
  price: number
  quantity: number
}

export const foldOfTrade =
  (instrument: Instrument) =>
  ([id, price, quantity, , time]: TradeRow): Fold => ({
    id,
    time,
    price: ticks(price, instrument),
    quantity: lots(quantity, instrument),
  })

/** As the read model folds it. */
export const foldOfIndexTick =
  ({ tick }: Instrument) =>
  ([id, time, price]: readonly [number, number, string]): Fold => {
    const parsed = parseAmount(price)
    if (!parsed.ok) throw new Error(`${price} is no index price (${parsed.problem})`)
    return { id, time, price: indexInTicks(parsed.value, tick), quantity: TICK_QUANTITY }
  }

interface Turn {
  instrument: Instrument
  interval: Interval
  /** The live candle as last published. */
  row: CandleRow
  /** What came since then and perhaps some from before, oldest first. */
  folds: readonly Fold[]
  /** Opening of the bucket that is live now. */
  until: number
}

/**
 * The candles that closed between the last message and `until`, oldest first: the published one with what it still
 * got, then those between, empty ones included (W3).
 */
export function closeCandles({ instrument, interval, row, folds, until }: Turn): CandleRow[] {
  const closed: Candle[] = []
  let live = candleOf(row, instrument)
  const turn = (time: number) => {
    const next = nextCandles(live, interval, time)
    closed.push(...next.closed)
    live = next.live
  }
  for (const fold of folds) {
    if (fold.id <= row[6] || fold.time >= until) continue
    turn(fold.time)
    foldTrade(live, fold)
  }
  turn(until)
  return closed.slice(-CLOSED_MAX).map((candle) => rowOf(candle, instrument))
}

function candleOf(row: CandleRow, instrument: Instrument): Candle {
  const [openTime, open, high, low, close, volume, lastTradeId, closed, generated] = row
  const hadTick = instrument.kind === "second" && lastTradeId > 0
  return {
    openTime,
    open: ticks(open, instrument),
    high: ticks(high, instrument),
    low: ticks(low, instrument),
    close: ticks(close, instrument),
    volume: hadTick ? (TICK_QUANTITY as Lots) : lots(volume, instrument),
    lastTradeId,
    closed: closed === 1,
    generated: generated === 1,
  }
}

function rowOf(candle: Candle, { kind, tick, lot }: Instrument): CandleRow {
  return [
    candle.openTime,
    formatTicks(candle.open, tick),
    formatTicks(candle.high, tick),
    formatTicks(candle.low, tick),
    formatTicks(candle.close, tick),
    formatLots(kind === "second" ? (0 as Lots) : candle.volume, lot),
    candle.lastTradeId,
    candle.closed ? 1 : 0,
    candle.generated ? 1 : 0,
  ]
}

/** The read model writes whole steps; anything else is a bug of ours. */
function ticks(text: string, { id, tick }: Instrument): Ticks {
  const parsed = parseTicks(text, tick)
  if (!parsed.ok) throw new Error(`${id}: ${text} is no price in ticks (${parsed.problem})`)
  return parsed.value
}

function lots(text: string, { id, lot }: Instrument): Lots {
  const parsed = parseLots(text, lot)
  if (!parsed.ok) throw new Error(`${id}: ${text} is no quantity in lots (${parsed.problem})`)
  return parsed.value
}
