/** Tickers of spans other than the last 24 hours: rolling windows, and the day of a time zone. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { DAY_MINUTES } from "#core/ticker/day-window.ts"
import type { CandleRow } from "#core/wire/index.ts"
import type { WindowView } from "#server/read-model/market-reader.ts"
import { DoorError, missing } from "../door-error.ts"
import type { DoorGround, DoorRequest, DoorRoute } from "../door-route.ts"
import { tradedCandles } from "../market-data.ts"
import type { Parameters } from "../parameters.ts"
import { changeOf } from "../tickers.ts"
import { readZone } from "../time-zone.ts"
import { beginOf, DAY_MS, MINUTE_MS, minutesOf, windowRowOf } from "../window-ticker.ts"

const HOUR_MS = 60 * MINUTE_MS
const MARKETS_MAX = 100
const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const
/** The longest of each unit. */
const MOST = { m: 59, h: 23, d: 7 } as const
/** Candles of one page, more than either part of a window has. */
const PAGE = 1000
/** What one market weighs, and what all of an answer weigh at most. */
const WEIGHT = { one: 4, all: 200 } as const

export function spotWindowRoutes(ground: DoorGround): DoorRoute[] {
  const open = { method: "GET", access: "none", limit: "history", weight: weightOf } as const
  return [
    {
      ...{ ...open, path: "/api/v3/ticker" },
      handle: (asked) => {
        const now = ground.reader.now()
        return tickers(ground, asked, { from: beginOf(now, readWindow(asked.parameters)), to: now })
      },
    },
    {
      ...{ ...open, path: "/api/v3/ticker/tradingDay" },
      handle: (asked) => {
        const now = ground.reader.now()
        const ahead = readZone(asked.parameters)
        const from = now - ((now + ahead) % DAY_MS)
        return tickers(ground, asked, { from, to: from + DAY_MS - 1 })
      },
    },
  ]
}

function weightOf(parameters: Parameters): number {
  const several = parameters.list("symbols")?.length ?? 1
  return Math.min(WEIGHT.one * several, WEIGHT.all)
}

/** In ms. @throws DoorError -1130 */
function readWindow(parameters: Parameters): number {
  const said = parameters.text("windowSize") ?? "1d"
  const [, count = "", unit = ""] = /^([1-9]\d?)([mhd])$/.exec(said) ?? []
  if (unit !== "m" && unit !== "h" && unit !== "d") throw invalid("windowSize")
  if (Number(count) > MOST[unit]) throw invalid("windowSize")
  return Number(count) * UNIT_MS[unit]
}

const invalid = (name: string): DoorError =>
  new DoorError(-1130, `Data sent for parameter '${name}' is not valid.`)

interface Window {
  /** Epoch ms, the first of a minute. */
  from: number
  to: number
}

/** One row where one market is named, else a list. @throws DoorError -1102, -1121, -1128, -1130 */
async function tickers(ground: DoorGround, asked: DoorRequest, window: Window) {
  const { parameters } = asked
  const [one, several] = [parameters.text("symbol"), parameters.list("symbols")]
  if (one !== undefined && several !== undefined)
    throw new DoorError(-1128, "Combination of optional parameters invalid.")
  if (one === undefined && several === undefined) throw missing("symbol")
  if ((several?.length ?? 1) > MARKETS_MAX) throw invalid("symbols")
  const isMini = parameters.oneOf("type", ["FULL", "MINI"]) === "MINI"
  const write = (name: string) =>
    tickerOf(ground, asked, { market: ground.symbols.spot(name), window, isMini })
  return one === undefined ? await Promise.all((several ?? []).map(write)) : await write(one)
}

async function tickerOf(
  ground: DoorGround,
  asked: DoorRequest,
  { market, window, isMini }: { market: SpotInstrument; window: Window; isMini: boolean },
) {
  const minutes = minutesOf(window.from, ground.reader.now())
  const view =
    minutes <= DAY_MINUTES
      ? ground.reader.window(market.id, minutes)
      : foldCandles(await candlesOf(asked, market, window))
  const row = windowRowOf(ground, market, { ...window, view: view ?? ground.reader.window(market.id, 1) })
  return isMini ? row : { ...row, ...changeOf(row) }
}

/** What was paid in a candle isn't kept: it is counted at the mean of its four prices. Undefined: there is none. */
function foldCandles(rows: readonly CandleRow[]): WindowView | undefined {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return undefined
  const sum = (part: (row: CandleRow) => bigint) => rows.reduce((total, row) => total + part(row), 0n)
  const best = (place: 2 | 3, isBetter: (one: bigint, other: bigint) => boolean) =>
    rows.reduce(
      (best, row) => (isBetter(unitsOf(row[place]), unitsOf(best)) ? row[place] : best),
      first[place],
    )
  const prices = ([, open, high, low, close]: CandleRow) =>
    [open, high, low, close].reduce((total, price) => total + unitsOf(price), 0n)
  return {
    ...{ open: first[1], last: last[4] },
    high: best(2, (one, other) => one > other),
    low: best(3, (one, other) => one < other),
    volume: formatAmount(sum((row) => unitsOf(row[5]))),
    turnover: formatAmount(sum((row) => (prices(row) * unitsOf(row[5])) / (4n * UNITS_PER_COIN))),
  }
}

/** Minutes up to the first full hour, then hours; the last of them still moves. */
async function candlesOf(
  asked: DoorRequest,
  market: SpotInstrument,
  { from, to }: Window,
): Promise<CandleRow[]> {
  const read = tradedCandles(asked, market)
  const hour = Math.ceil(from / HOUR_MS) * HOUR_MS
  const end = Math.min(hour, to + 1)
  const minutes = from === hour ? [] : await read({ interval: "1m", before: end, limit: PAGE })
  const hours = hour > to ? [] : await read({ interval: "1h", before: to + 1, limit: PAGE })
  return [
    ...minutes.filter(([time]) => time >= from && time < end),
    ...hours.filter(([time]) => time >= hour && time <= to),
  ]
}
