/** What spot's exchangeInfo tells: markets with their filters, order types and states, and the limits. */

import type { InstrumentState, SpotInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import { ICEBERG_PARTS_MOST } from "#core/order/iceberg.ts"
import type { DoorGround } from "../door-route.ts"
import type { Parameters } from "../parameters.ts"
import { WEIGHT_MAX } from "../weights.ts"

/** As Binance writes all amounts of spot. */
const DECIMALS = 8

export const SPOT_ORDER_TYPES = [
  ...["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"],
] as const
export const STP_MODES = ["EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"] as const

const STATUS: Readonly<Record<InstrumentState, string>> = {
  open: "TRADING",
  "cancel-only": "BREAK",
  halted: "HALT",
}

/** All of `exchangeInfo`, or of the markets that are asked for. @throws DoorError -1121 */
export function spotInfo({ symbols, now, ordersPerSecond }: DoorGround, parameters: Parameters): object {
  const one = parameters.text("symbol")
  const named = one === undefined ? parameters.list("symbols") : [one]
  const markets = named?.map((name) => symbols.spot(name)) ?? symbols.allSpot()
  const status = parameters.text("symbolStatus")
  const infos = markets.map((market) => symbolInfo(market, symbols.nameOf(market.id)))
  return {
    timezone: "UTC",
    serverTime: now(),
    rateLimits: [
      rateLimit("REQUEST_WEIGHT", "MINUTE", 1, WEIGHT_MAX.spot),
      rateLimit("ORDERS", "SECOND", 10, ordersPerSecond * 10),
      rateLimit("ORDERS", "DAY", 1, ordersPerSecond * 86_400),
    ],
    exchangeFilters: [],
    symbols: infos.filter((info) => status === undefined || info.status === status),
  }
}

export const rateLimit = (rateLimitType: string, interval: string, intervalNum: number, limit: number) => ({
  ...{ rateLimitType, interval, intervalNum, limit },
})

function symbolInfo(market: SpotInstrument, symbol: string) {
  const { base, quote, state, stpDefault } = market
  return {
    ...{ symbol, status: STATUS[state], baseAsset: base, quoteAsset: quote },
    ...{ baseAssetPrecision: DECIMALS, quotePrecision: DECIMALS, quoteAssetPrecision: DECIMALS },
    ...{ baseCommissionPrecision: DECIMALS, quoteCommissionPrecision: DECIMALS },
    orderTypes: SPOT_ORDER_TYPES,
    ...{ icebergAllowed: true, ocoAllowed: true, otoAllowed: false, opoAllowed: false },
    ...{ quoteOrderQtyMarketAllowed: true, allowTrailingStop: true, cancelReplaceAllowed: true },
    ...{ amendAllowed: true, pegInstructionsAllowed: true },
    ...{ isSpotTradingAllowed: true, isMarginTradingAllowed: false },
    filters: filtersOf(market),
    ...{ permissions: [], permissionSets: [["SPOT"]] },
    defaultSelfTradePreventionMode: stpDefault,
    allowedSelfTradePreventionModes: STP_MODES,
  }
}

const text = (units: bigint): string => formatAmount(units, DECIMALS)

function filtersOf(market: SpotInstrument): object[] {
  const { tick, lot, minQuantity, maxQuantity, maxMarketQuantity, minNotional } = market
  const lots = (count: number) => text(BigInt(count) * lot)
  const stepSize = text(lot)
  return [
    {
      filterType: "PRICE_FILTER",
      ...{ minPrice: text(tick), maxPrice: text(highestPrice(market)), tickSize: text(tick) },
    },
    { filterType: "LOT_SIZE", minQty: lots(minQuantity), maxQty: lots(maxQuantity), stepSize },
    { filterType: "MARKET_LOT_SIZE", minQty: lots(minQuantity), maxQty: lots(maxMarketQuantity), stepSize },
    { filterType: "TRAILING_DELTA", ...TRAILING_BIPS },
    { filterType: "PERCENT_PRICE_BY_SIDE", ...multipliersOf(market), avgPriceMins: 0 },
    {
      filterType: "NOTIONAL",
      ...{ minNotional: text(minNotional), applyMinToMarket: true },
      ...{
        maxNotional: text(highestPrice(market) * UNITS_PER_COIN),
        applyMaxToMarket: false,
        avgPriceMins: 0,
      },
    },
    { filterType: "ICEBERG_PARTS", limit: ICEBERG_PARTS_MOST },
    { filterType: "MAX_NUM_ORDERS", maxNumOrders: market.maxOpenOrders },
    { filterType: "MAX_NUM_ALGO_ORDERS", maxNumAlgoOrders: market.maxStops },
  ]
}

/** S9: a trailing stop follows at 0.1 % to 50 %. */
const TRAILING_BIPS = {
  ...{ minTrailingAboveDelta: 10, maxTrailingAboveDelta: 5000 },
  ...{ minTrailingBelowDelta: 10, maxTrailingBelowDelta: 5000 },
}

/** No order may have a higher one. */
export const highestPrice = ({ tick }: TradedInstrument): bigint => tick * BigInt(STEP_COUNT_MAX)

/**
 * N2, as multiples of the market: how high a buy may be, how low a sell. In every market a price lies between a fifth and five
 * times of it; by a strict rule no buy is above the best ask and no sell below the best bid.
 */
export function boundsOf({ priceRule, band }: TradedInstrument): readonly [up: bigint, down: bigint] {
  if (priceRule === "off") return [FIVEFOLD, FIFTH]
  return priceRule === "band"
    ? [UNITS_PER_COIN + band, UNITS_PER_COIN - band]
    : [UNITS_PER_COIN, UNITS_PER_COIN]
}

function multipliersOf(market: SpotInstrument) {
  const [up, down] = boundsOf(market)
  return {
    ...{ bidMultiplierUp: formatAmount(up), bidMultiplierDown: formatAmount(FIFTH) },
    ...{ askMultiplierUp: formatAmount(FIVEFOLD), askMultiplierDown: formatAmount(down) },
  }
}

const FIVEFOLD = UNITS_PER_COIN * 5n
const FIFTH = UNITS_PER_COIN / 5n
