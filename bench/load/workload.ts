/** Workload W1: its markets, its mix and its names, the same for every variant and on every day. */

import type { SpotMarket, TickerRow } from "#core/wire/market.ts"
import { type Chance, seeded } from "./chance.ts"

/** Rises whenever what is sent changes: figures of different workloads aren't compared. */
export const WORKLOAD_VERSION = "W1.1"
export const MARKET_COUNT = 500
/** The market whose book, trades and candles are on screen. */
export const ACTIVE_ID = "BTC_USDT"
/** The market whose last price carries the number of a probe; nothing else is sent of it. */
export const PROBE_ID = "ETH_USDT"
/** Share of each kind of message, by its upper bound in 0 … 1. */
export const MIX = { ticker: 0.6, depth: 0.85 } as const
/** Messages until the stream begins anew, with new sequences, ids and times. A power of ten: see encoded-lap.ts. */
export const LAP = 100_000
/** A probe's price is this plus the probe's number, in ticks of 0.01: probe 7 is "1000.07". */
const PROBE_BASE = 100_000

/**
 * Where the probes are seen: in a row of the list, or in the price head. In the head they are the only tickers of the
 * active market, whose other ones are the first row's then: its price would be another one before a probe is painted.
 */
export type ProbePlace = "row" | "head"

/** Price of the active market in ticks of 0.1, where its book begins. */
export const ACTIVE_TICKS = 97_284
const ACTIVE_TICK = "0.1"
const LOT = "0.00001"
/** Levels a side that the book begins with. */
export const LEVELS = 100

const OTHER_TICK = "0.01"
/** A year and more ago: nothing is "new". */
const LISTED_AT = 1_690_848_000_000

/** How a probe is written and read: its price is `first` plus its number, in steps of `decimals` places. */
export const PROBES: Record<ProbePlace, { id: string; first: number; decimals: number }> = {
  row: { id: PROBE_ID, first: PROBE_BASE, decimals: 2 },
  head: { id: ACTIVE_ID, first: ACTIVE_TICKS, decimals: 1 },
}

export interface PlannedMarket {
  id: string
  tick: string
  /** Decimals of the tick. */
  decimals: number
  /** In ticks. */
  price: number
  /** 24 h turnover in whole units of the quote; falls by rank, so that the order by turnover stands still. */
  turnover: number
}

/** The 500 markets by rank: the active one, the probe's, then made-up ones. */
export function planMarkets(): PlannedMarket[] {
  const markets: PlannedMarket[] = []
  for (let rank = 0; rank < MARKET_COUNT; rank += 1) {
    const turnover = Math.round(5e9 * 0.98 ** rank)
    if (rank === 0)
      markets.push({ id: ACTIVE_ID, tick: ACTIVE_TICK, decimals: 1, price: ACTIVE_TICKS, turnover })
    else if (rank === 1)
      markets.push({ id: PROBE_ID, tick: OTHER_TICK, decimals: 2, price: PROBE_BASE, turnover })
    else {
      const id = `M${String(rank).padStart(3, "0")}_USDT`
      markets.push({ id, tick: OTHER_TICK, decimals: 2, price: 400 + ((rank * 7919) % 60_000), turnover })
    }
  }
  return markets
}

/** Decimal text of whole steps with `decimals` places. */
export function stepText(count: number, decimals: number): string {
  const digits = String(count).padStart(decimals + 1, "0")
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The eight texts between id and time of a ticker row. */
export function tickerTexts(market: PlannedMarket, last: number, traded: number): string[] {
  const text = (ticks: number) => stepText(ticks, market.decimals)
  return [
    text(last),
    text(market.price - Math.round(market.price / 40)),
    text(market.price + Math.round(market.price / 8)),
    text(market.price - Math.round(market.price / 8)),
    `${1000 + Math.floor(traded / 7)}.${String(10_000 + (traded % 89_999))}`,
    `${market.turnover + traded}.${String(10 + (traded % 89))}`,
    text(last),
    text(last + 1),
  ]
}

/** As the list of markets has it before anything was sent: sequence and time 0. */
export function firstTicker(market: PlannedMarket): TickerRow {
  return [market.id, ...tickerTexts(market, market.price, 0), 0, 0] as unknown as TickerRow
}

export function spotMarket(market: PlannedMarket): SpotMarket {
  const [base = "", quote = ""] = market.id.split("_")
  return {
    kind: "spot",
    id: market.id,
    base,
    quote,
    name: base,
    tick: market.tick,
    lot: LOT,
    state: "open",
    listedAt: LISTED_AT,
    openAt: 0,
    delistAt: 0,
    ticker: firstTicker(market),
    minQuantity: LOT,
    maxQuantity: "900",
    maxMarketQuantity: "100",
    minNotional: "5",
    priceRule: "strict",
    band: "0.05",
    marketProtection: "0.05",
  } as SpotMarket
}

export type Kind = "ticker" | "depth" | "trade"

/** Which kind each message of a lap is, and the chance that fills them in. */
export function planKinds(seed: number): { kinds: Kind[]; chance: Chance } {
  const chance = seeded(seed)
  const kinds: Kind[] = []
  for (let at = 0; at < LAP; at += 1) {
    const drawn = chance()
    kinds.push(drawn < MIX.ticker ? "ticker" : drawn < MIX.depth ? "depth" : "trade")
  }
  return { kinds, chance }
}
