/** Market data that spot and futures tell alike: books, trades, candles. */

import { bucketEnd, bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { CandleRow, LevelRow, TradeRow } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { badCombination, DoorError } from "./door-error.ts"
import type { DoorRequest } from "./door-route.ts"
import type { Parameters } from "./parameters.ts"
import { readZone } from "./time-zone.ts"

/** Rows that one answer may hold. */
export const KLINES_MAX = 1000
const TRADES_MAX = 1000
const DEPTH_MAX = 5000

/** Binance's names of the intervals that there are. */
const NAMES: ReadonlyMap<string, Interval> = new Map(
  INTERVALS.slice(INTERVALS.indexOf("1m")).map((interval) => [
    interval.replace("D", "d").replace("W", "w"),
    interval,
  ]),
)

/** Undefined: it isn't kept. */
export const intervalNamed = (name: string): Interval | undefined => NAMES.get(name)

/** @throws DoorError -1102, -1120 for an interval that isn't kept */
function readInterval(parameters: Parameters): Interval {
  const interval = intervalNamed(parameters.required("interval"))
  if (interval === undefined) throw new DoorError(-1120, "Invalid interval.")
  return interval
}

export interface Book {
  seq: number
  time: number
  bids: LevelRow[]
  asks: LevelRow[]
}

/** The book as it stands; its number is that of the streams. */
export function bookOf(reader: MarketReader, { id }: TradedInstrument, parameters: Parameters): Book {
  const view = reader.depth(id, parameters.limit(100, DEPTH_MAX))
  return view ?? { seq: 0, time: reader.now(), bids: [], asks: [] }
}

/** The newest trades, oldest first; with `fromId` those from there on. They are remembered as on our own calls. */
export function tradesOf(reader: MarketReader, { id }: TradedInstrument, parameters: Parameters): TradeRow[] {
  const limit = parameters.limit(500, TRADES_MAX)
  const from = parameters.whole("fromId")
  if (from === undefined) return reader.trades(id, Number.MAX_SAFE_INTEGER, limit).reverse()
  return reader
    .trades(id, from + limit, limit)
    .reverse()
    .filter(([trade]) => trade >= from)
}

/** Each trade by itself: what one taker took at one price isn't put together. */
export function aggregateTradesOf(
  reader: MarketReader,
  instrument: TradedInstrument,
  parameters: Parameters,
): object[] {
  const limit = parameters.limit(500, TRADES_MAX)
  const [start, end] = [parameters.whole("startTime"), parameters.whole("endTime")]
  const isTimed = start !== undefined || end !== undefined
  const rows = isTimed
    ? reader
        .trades(instrument.id, Number.MAX_SAFE_INTEGER, TRADES_MAX)
        .reverse()
        .filter(([, , , , time]) => time >= (start ?? 0) && time <= (end ?? Number.MAX_SAFE_INTEGER))
    : tradesOf(reader, instrument, parameters)
  const kept = start === undefined ? rows.slice(-limit) : rows.slice(0, limit)
  return kept.map(([a, p, q, side, T]) => ({ a, p, q, f: a, l: a, T, m: side === -1, M: true }))
}

/** A trade's turnover, in the quote currency. */
export const turnoverOf = (price: string, quantity: string): string =>
  formatAmount((unitsOf(price) * unitsOf(quantity)) / UNITS_PER_COIN)

/** Reads candles that end before `before` (epoch ms), oldest first. */
export type ReadCandles = (page: {
  interval: Interval
  before?: number
  limit: number
}) => Promise<readonly CandleRow[]>

/**
 * Candles by time, oldest first. The fields that we don't keep (turnover of the quote, trades, what takers bought) are "0".
 * @throws DoorError -1120, -1128
 */
export async function klinesOf(parameters: Parameters, limitMax: number, read: ReadCandles) {
  const interval = readInterval(parameters)
  refuseOtherDays(interval, parameters)
  const limit = Math.min(parameters.limit(500, limitMax), KLINES_MAX)
  const [start, end] = [parameters.whole("startTime"), parameters.whole("endTime")]
  if (start !== undefined && end !== undefined && start > end) throw badCombination()
  const before = beforeWhen(interval, { start, end, limit })
  const rows = await read({ interval, limit, ...(before !== undefined && { before }) })
  return rows.filter(([time]) => time >= (start ?? 0)).map((row) => klineOf(row, interval))
}

/** Candles longer than an hour are kept of UTC alone. @throws DoorError -1130 */
function refuseOtherDays(interval: Interval, parameters: Parameters): void {
  const zone = readZone(parameters)
  const isDivided = INTERVAL_MS[interval] <= INTERVAL_MS["1h"] && zone % INTERVAL_MS[interval] === 0
  if (zone !== 0 && !isDivided)
    throw new DoorError(
      -1130,
      "Data sent for parameter 'timeZone' is not valid: candles of this length are of UTC.",
    )
}

/** With a start the page begins there, so it ends `limit` candles later. */
function beforeWhen(
  interval: Interval,
  { start, end, limit }: { start: number | undefined; end: number | undefined; limit: number },
): number | undefined {
  const last = end === undefined ? undefined : end + 1
  if (start === undefined) return last
  let open = bucketStart(start, interval)
  if (open < start) open = bucketEnd(open, interval)
  for (let count = 0; count < limit && open < (last ?? Number.MAX_SAFE_INTEGER); count += 1)
    open = bucketEnd(open, interval)
  return Math.min(open, last ?? open)
}

function klineOf([time, open, high, low, close, volume]: CandleRow, interval: Interval) {
  return [time, open, high, low, close, volume, bucketEnd(time, interval) - 1, "0", 0, "0", "0", "0"]
}

/** Candles of the trades. */
export const tradedCandles =
  ({ calls }: DoorRequest, { id }: TradedInstrument): ReadCandles =>
  async ({ interval, before, limit }) =>
    (await calls.make("kline", { symbol: id, interval, before, limit })).rows

/** What is asked of all markets weighs more than of one. */
export const allWeight =
  (one: number, all: number) =>
  (parameters: Parameters): number =>
    parameters.has("symbol") ? one : all
