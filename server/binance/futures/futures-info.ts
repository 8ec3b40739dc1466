/** What the exchangeInfo of futures tells: contracts with their filters, order types and states, and the limits. */

import type { InstrumentState, PerpetualInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, stepDecimals } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { DoorGround } from "../door-route.ts"
import { boundsOf, highestPrice, rateLimit } from "../spot/spot-info.ts"
import { WEIGHT_MAX } from "../weights.ts"

export const FUTURES_ORDER_TYPES = [
  ...["LIMIT", "MARKET", "STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"],
] as const
export const FUTURES_TIMES_IN_FORCE = ["GTC", "IOC", "FOK", "GTX", "GTD"] as const

const STATUS: Readonly<Record<InstrumentState, string>> = {
  open: "TRADING",
  "cancel-only": "PENDING_TRADING",
  halted: "PENDING_TRADING",
}
/** Of a contract without an end, as Binance writes it. */
const NEVER = 4_133_404_800_000
const DECIMALS = 8

export function futuresInfo({ symbols, reader, now, ordersPerSecond }: DoorGround): object {
  const markets = symbols.allFutures()
  const quotes = [...new Set(markets.map(({ quote }) => quote))]
  return {
    ...{ timezone: "UTC", serverTime: now(), futuresType: "U_MARGINED" },
    rateLimits: [
      rateLimit("REQUEST_WEIGHT", "MINUTE", 1, WEIGHT_MAX.futures),
      rateLimit("ORDERS", "MINUTE", 1, ordersPerSecond * 60),
      rateLimit("ORDERS", "SECOND", 10, ordersPerSecond * 10),
    ],
    exchangeFilters: [],
    assets: quotes.map((asset) => ({ asset, marginAvailable: true, autoAssetExchange: "0" })),
    symbols: markets.map((market) => contractInfo(market, symbols.nameOf(market.id), reader.now())),
  }
}

/** The empty list that coin-margined futures are here: clients that ask for all kinds of market at once find none. */
export const coinFuturesInfo = ({ now }: DoorGround) => ({
  ...{ timezone: "UTC", serverTime: now(), rateLimits: [], exchangeFilters: [], symbols: [] },
})

function contractInfo(market: PerpetualInstrument, symbol: string, time: number) {
  const { base, quote, tick, lot, state, listedAt, delistAt, maintenanceRate, marketProtection } = market
  return {
    ...{ symbol, pair: symbol, contractType: "PERPETUAL", deliveryDate: delistAt ?? NEVER },
    ...{
      onboardDate: listedAt,
      status: delistAt !== undefined && delistAt <= time ? "CLOSE" : STATUS[state],
    },
    maintMarginPercent: percent(maintenanceRate),
    requiredMarginPercent: percent(UNITS_PER_COIN / BigInt(market.leverageMax)),
    ...{ baseAsset: base, quoteAsset: quote, marginAsset: quote },
    ...{ pricePrecision: stepDecimals(tick), quantityPrecision: stepDecimals(lot) },
    ...{ baseAssetPrecision: DECIMALS, quotePrecision: DECIMALS },
    ...{ underlyingType: "COIN", underlyingSubType: [], triggerProtect: "0" },
    marketTakeBound: formatAmount(marketProtection),
    filters: filtersOf(market),
    ...{ orderTypes: FUTURES_ORDER_TYPES, timeInForce: FUTURES_TIMES_IN_FORCE },
  }
}

const percent = (rate: bigint): string => formatAmount(rate * 100n, 4)

function filtersOf(market: PerpetualInstrument): object[] {
  const { tick, lot, minQuantity, maxQuantity, maxMarketQuantity, minNotional } = market
  const lots = (count: number) => formatAmount(BigInt(count) * lot)
  const stepSize = formatAmount(lot)
  const prices = { minPrice: formatAmount(tick), maxPrice: formatAmount(highestPrice(market)) }
  const [up, down] = boundsOf(market)
  return [
    { filterType: "PRICE_FILTER", ...prices, tickSize: formatAmount(tick) },
    { filterType: "LOT_SIZE", minQty: lots(minQuantity), maxQty: lots(maxQuantity), stepSize },
    { filterType: "MARKET_LOT_SIZE", minQty: lots(minQuantity), maxQty: lots(maxMarketQuantity), stepSize },
    { filterType: "MAX_NUM_ORDERS", limit: market.maxOpenOrders },
    { filterType: "MAX_NUM_ALGO_ORDERS", limit: market.maxStops },
    { filterType: "MIN_NOTIONAL", notional: formatAmount(minNotional) },
    {
      filterType: "PERCENT_PRICE",
      ...{ multiplierUp: formatAmount(up), multiplierDown: formatAmount(down), multiplierDecimal: "4" },
    },
  ]
}
