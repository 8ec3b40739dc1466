/** Markets as charting libraries name them: resolutions, the fields of a symbol, and the search for one. */

import type { Interval } from "#core/candle/interval.ts"
import type { Instrument, InstrumentKind } from "#core/instrument/instrument.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { intervalsOf } from "#server/read-model/live-candles.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

/** By their names: minutes, seconds with an S, days, weeks, months. */
const RESOLUTIONS: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ["1S", "1s"],
  ["5S", "5s"],
  ["15S", "15s"],
  ["1", "1m"],
  ["5", "5m"],
  ["15", "15m"],
  ["30", "30m"],
  ["60", "1h"],
  ["240", "4h"],
  ["1D", "1D"],
  ["1W", "1W"],
  ["1M", "1M"],
])
/** Libraries leave out the one. */
const SHORT: Readonly<Record<string, string>> = { D: "1D", W: "1W", M: "1M", S: "1S" }

export const TYPES: Readonly<Record<InstrumentKind, string>> = {
  spot: "spot",
  perpetual: "futures",
  second: "index",
}

/** Of all kinds of market. */
export const resolutions = (): string[] => [...RESOLUTIONS.keys()]

/** Undefined: a market of this kind doesn't have it. */
export function intervalOf(resolution: string, kind: InstrumentKind): Interval | undefined {
  const interval = RESOLUTIONS.get(SHORT[resolution] ?? resolution)
  return interval !== undefined && intervalsOf(kind).includes(interval) ? interval : undefined
}

/** `BTC_USDT`, or with the exchange's name and a colon before it; undefined: there is no such market. */
export const marketNamed = (reader: MarketReader, name: string): Instrument | undefined =>
  reader.instrument(name.slice(name.lastIndexOf(":") + 1).toUpperCase())

export function symbolInfo(reader: MarketReader, exchange: string, market: Instrument): object {
  const own = resolutions().filter((one) => intervalOf(one, market.kind) !== undefined)
  const seconds = own.filter((one) => one.endsWith("S")).map((one) => one.slice(0, -1))
  return {
    ...{ symbol: market.id, ticker: market.id, name: market.id, full_name: `${exchange}:${market.id}` },
    ...{ description: describe(reader, market), type: TYPES[market.kind], exchange },
    ...{ listed_exchange: exchange, currency_code: market.quote, session: "24x7", timezone: "Etc/UTC" },
    ...{ format: "price", ...scaleOf(market), volume_precision: decimalsOf(market.lot) },
    ...{ has_intraday: true, has_daily: true, has_weekly_and_monthly: true, visible_plots_set: "ohlcv" },
    ...(seconds.length > 0 && { has_seconds: true, seconds_multipliers: seconds }),
    ...{ supported_resolutions: own, data_status: "streaming" },
  }
}

/** Those whose id, name or currencies hold what is looked for; those that begin with it first. */
export function searchSymbols(
  reader: MarketReader,
  exchange: string,
  asked: { query: string; type: string; limit: number },
): object[] {
  const query = asked.query.toUpperCase()
  const rows = reader.instruments().flatMap((market) => {
    const place = `${market.id} ${market.base}${market.quote} ${describe(reader, market)}`
      .toUpperCase()
      .indexOf(query)
    const isOfType = asked.type === "" || TYPES[market.kind] === asked.type
    return place < 0 || !isOfType ? [] : [{ market, place }]
  })
  return rows
    .toSorted((one, other) => one.place - other.place)
    .slice(0, asked.limit)
    .map(({ market }) => ({
      ...{ symbol: market.id, ticker: market.id, full_name: `${exchange}:${market.id}`, exchange },
      ...{ description: describe(reader, market), type: TYPES[market.kind] },
    }))
}

const describe = (reader: MarketReader, { base, quote, kind }: Instrument): string => {
  const pair = `${reader.coinName(base)} / ${quote}`
  if (kind === "spot") return pair
  return kind === "perpetual" ? `${pair} perpetual` : `${pair} index`
}

/** A step of 0.05 is 5 of a hundred. */
function scaleOf({ tick }: Instrument): { minmov: number; pricescale: number } {
  const pricescale = 10n ** BigInt(decimalsOf(tick))
  return { minmov: Number((tick * pricescale) / UNITS_PER_COIN), pricescale: Number(pricescale) }
}

function decimalsOf(step: bigint): number {
  let decimals = 0
  for (let rest = step; rest % UNITS_PER_COIN !== 0n; rest *= 10n) decimals += 1
  return decimals
}
