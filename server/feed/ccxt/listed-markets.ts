/** Which of our markets can an exchange feed? Those of the catalogue that it lists, with its own steps and minima. */

import type { Instrument, SpotInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import { buildCatalogue, SPOT_MARKETS } from "../simulated/catalogue.ts"
import { type CcxtExchange, type CcxtMarket, type Figure, PRECISION_MODES } from "./ccxt-exchange.ts"
import { figureOrZero, figureUnits, toUnits8 } from "./decimal-units.ts"

/** A market of ours and what feeds it. */
export interface FedMarket<Kind extends Instrument = Instrument> {
  instrument: Kind
  /** As ccxt names it: `BTC/USDT`. A perpetual is fed by the spot market of its coin. */
  symbol: string
  /** How many coins one unit stands for: 1000 for 1000PEPE. */
  multiple: bigint
}

export interface FedMarkets {
  /** With a book. */
  traded: readonly FedMarket<TradedInstrument>[]
  seconds: readonly FedMarket[]
  /** Spot symbols that are watched. */
  symbols: readonly string[]
  coinNames: ReadonlyMap<string, string>
}

/**
 * Spot markets that the exchange lists (only `pairs`, as `BTC/USDT`, if given), and the perpetual and second-contract
 * markets whose coin is among them.
 */
export function listedMarkets(exchange: CcxtExchange, pairs: readonly string[] | null): FedMarkets {
  // Figures of the path don't matter: only the instruments are used.
  const catalogue = buildCatalogue("1", SPOT_MARKETS)
  const instruments = [...catalogue.traded, ...catalogue.seconds].map((life) => life.instrument)
  const spots: FedMarket<SpotInstrument>[] = []
  for (const instrument of instruments) {
    if (instrument.kind !== "spot") continue
    const symbol = `${instrument.base}/${instrument.quote}`
    const market = exchange.markets[symbol]
    if (!market || market.spot === false || market.active === false) continue
    if (pairs && !pairs.includes(symbol)) continue
    spots.push({ instrument: withSteps(instrument, market, exchange.precisionMode), symbol, multiple: 1n })
  }
  const spotOf = new Map(spots.map((spot) => [spot.symbol, spot.instrument]))
  const traded: FedMarket<TradedInstrument>[] = [...spots]
  const seconds: FedMarket[] = []
  for (const instrument of instruments) {
    if (instrument.kind === "spot") continue
    const multiple = instrument.base.startsWith("1000") ? 1000n : 1n
    const symbol = `${instrument.base.replace(/^1000/, "")}/${instrument.quote}`
    const spot = spotOf.get(symbol)
    if (!spot) continue
    if (instrument.kind === "perpetual") traded.push({ instrument, symbol, multiple })
    else seconds.push({ instrument: withTick(instrument, spot), symbol, multiple })
  }
  return { traded, seconds, symbols: spots.map((spot) => spot.symbol), coinNames: catalogue.coinNames }
}

/** The exchange's tick, lot and minima; where it names none that can be used, the catalogue's. */
function withSteps(instrument: SpotInstrument, market: CcxtMarket, precisionMode: number): SpotInstrument {
  const tick = stepOf(market.precision?.price, precisionMode) ?? instrument.tick
  const lot = lotFor(stepOf(market.precision?.amount, precisionMode) ?? instrument.lot, tick)
  const lots = (coins8: bigint) => Number((coins8 + lot - 1n) / lot)
  const inLots = (count: number) => lots(BigInt(count) * instrument.lot)
  const minQuantity = Math.max(1, lots(toUnits8(figureOrZero(market.limits?.amount?.min))))
  const maxQuantity = Math.min(STEP_COUNT_MAX, Math.max(minQuantity, inLots(instrument.maxQuantity)))
  const most = Math.min(maxQuantity, Math.max(minQuantity, inLots(instrument.maxMarketQuantity)))
  const minNotional = toUnits8(figureOrZero(market.limits?.cost?.min))
  return {
    ...instrument,
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    minQuantity: minQuantity as Lots,
    maxQuantity: maxQuantity as Lots,
    maxMarketQuantity: most as Lots,
    minNotional: minNotional > 0n ? (minNotional as Amount) : instrument.minNotional,
  }
}

/** In 1e-8; undefined for significant digits, and for steps finer than 1e-8 or beyond sense. */
function stepOf(precision: Figure, mode: number): bigint | undefined {
  if (mode === PRECISION_MODES.tickSize) {
    const units = figureUnits(precision)
    return units !== undefined && units % 1_000_000n === 0n ? units / 1_000_000n : undefined
  }
  const decimals = Number(precision)
  const isPlaces = mode === PRECISION_MODES.decimalPlaces && Number.isInteger(decimals)
  return isPlaces && decimals >= 0 && decimals <= 8 ? 10n ** BigInt(8 - decimals) : undefined
}

/** U1 wants tick × lot to be whole units of the quote: a lot that is too fine is made coarser by powers of ten. */
function lotFor(lot: bigint, tick: bigint): bigint {
  let fit = lot
  while ((tick * fit) % UNITS_PER_COIN !== 0n) fit *= 10n
  return fit
}

/** A second contract shows its index by the steps of the spot market. */
const withTick = <Kind extends Instrument>(
  instrument: Kind,
  { tick, lot, notionalUnit }: SpotInstrument,
): Kind => ({
  ...instrument,
  tick,
  lot,
  notionalUnit,
})
