/** Rows of the last 24 hours, the same for spot and futures but for a few fields. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TickerRow } from "#core/wire/index.ts"
import type { DoorGround } from "./door-route.ts"

const DAY_MS = 86_400_000
/** Of a market that knows nothing yet. */
const NOTHING: TickerRow = ["", "", "", "", "", "", "", "", "", 0, 0]

const units = (text: string): bigint => (text === "" ? 0n : signedUnitsOf(text))
const or0 = (text: string): string => (text === "" ? "0" : text)

/** Best price and quantity of both sides. */
export function bookTickerOf({ reader, symbols }: DoorGround, { id }: TradedInstrument) {
  const { bids, asks } = reader.depth(id, 1) ?? { bids: [], asks: [] }
  return {
    symbol: symbols.nameOf(id),
    ...{ bidPrice: bids[0]?.[0] ?? "0", bidQty: bids[0]?.[1] ?? "0" },
    ...{ askPrice: asks[0]?.[0] ?? "0", askQty: asks[0]?.[1] ?? "0" },
  }
}

/** Ids of the first trade and their count aren't kept for a day: -1 and 0, as of a market without trades. */
export function miniTickerOf({ reader, symbols }: DoorGround, { id }: TradedInstrument) {
  const row = reader.ticker(id) ?? NOTHING
  const [, last, open, high, low, volume, turnover] = row
  const closeTime = reader.now()
  return {
    symbol: symbols.nameOf(id),
    ...{ openPrice: or0(open), highPrice: or0(high), lowPrice: or0(low), lastPrice: or0(last) },
    ...{ volume: or0(volume), quoteVolume: or0(turnover), openTime: closeTime - DAY_MS, closeTime },
    ...{ firstId: -1, lastId: reader.trades(id, Number.MAX_SAFE_INTEGER, 1)[0]?.[0] ?? -1, count: 0 },
  }
}

export function dayTickerOf(ground: DoorGround, market: TradedInstrument) {
  const mini = miniTickerOf(ground, market)
  const { symbol: _, ...best } = bookTickerOf(ground, market)
  return {
    ...mini,
    ...changeOf(mini),
    prevClosePrice: mini.openPrice,
    lastQty: ground.reader.trades(market.id, Number.MAX_SAFE_INTEGER, 1)[0]?.[2] ?? "0",
    ...best,
  }
}

/** What futures leave out: they have no best prices and no close before. */
export function futuresTickerOf(ground: DoorGround, market: TradedInstrument) {
  const { prevClosePrice, bidPrice, bidQty, askPrice, askQty, ...rest } = dayTickerOf(ground, market)
  return rest
}

export function changeOf(of: { openPrice: string; lastPrice: string; volume: string; quoteVolume: string }) {
  const [open, last] = [units(of.openPrice), units(of.lastPrice)]
  const [volume, turnover] = [units(of.volume), units(of.quoteVolume)]
  const change = last - open
  // In hundredths of a percent, to the nearest.
  const percent = open === 0n ? 0n : divideNearest(change * 1_000_000n, open) * (UNITS_PER_COIN / 10_000n)
  return {
    priceChange: formatAmount(change),
    priceChangePercent: formatAmount(percent, 3),
    weightedAvgPrice: volume === 0n ? "0" : formatAmount((turnover * UNITS_PER_COIN) / volume),
  }
}
