/** The catalogue's markets that an exchange lists, with that exchange's steps and minima. */

import type { Instrument, SpotInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import { buildCatalogue, SPOT_MARKETS } from "../simulated/catalogue.ts"
import { KeyedWalk } from "../simulated/keyed-walk/keyed-walk.ts"
import { seededKey } from "../simulated/market-identity.ts"
import { type CcxtExchange, type CcxtMarket, type Figure, PRECISION_MODES } from "./ccxt-exchange.ts"
import { FIGURE_ONE, figureOrZero, figureUnits, toUnits8 } from "./decimal-units.ts"
import { type Source, sourceOf, spotFor } from "./fed-symbols.ts"

/** Names of quotes that only live exchanges have. */
const FURTHER_NAMES = [
  ["USD", "US Dollar"],
  ["USDC", "USD Coin"],
  ["EUR", "Euro"],
] as const

/** A market of ours and what feeds it. A perpetual is fed by the spot market of its coin, where there is one. */
export interface FedMarket<Kind extends Instrument = Instrument> extends Source {
  instrument: Kind
}

export interface FedMarkets {
  /** With a book. */
  traded: readonly FedMarket<TradedInstrument>[]
  seconds: readonly FedMarket[]
  /** The exchange's markets that are watched, the busiest first. */
  symbols: readonly string[]
  coinNames: ReadonlyMap<string, string>
}

/**
 * Spot markets that the exchange lists (only `pairs`, as `BTC/USDT`, if given; then others than the catalogue's too),
 * in another dollar where it knows no USDT, and the perpetual and second-contract markets whose price it tells.
 */
export function listedMarkets(exchange: CcxtExchange, pairs: readonly string[] | null): FedMarkets {
  // Figures of the path don't matter: only the instruments are used.
  const catalogue = buildCatalogue(new KeyedWalk(seededKey("any")), SPOT_MARKETS)
  const instruments = [...catalogue.traded, ...catalogue.seconds].map((life) => life.instrument)
  const own = instruments.filter((one) => one.kind === "spot")
  const spots = listedSpots(exchange, own, pairs)
  const traded: FedMarket<TradedInstrument>[] = [...spots]
  const seconds: FedMarket[] = []
  const isWanted = ({ base, quote }: Instrument) => {
    const coin = base.replace(/^1000(?=[A-Z])/, "")
    return (
      pairs === null ||
      spots.some((spot) => spot.instrument.base === coin) ||
      pairs.includes(`${coin}/${quote}`)
    )
  }
  for (const instrument of instruments) {
    if (instrument.kind === "spot" || !isWanted(instrument)) continue
    const source = sourceOf(exchange.markets, instrument)
    if (!source) continue
    const spot = spots.find(({ symbol }) => symbol === source.symbol)?.instrument
    if (instrument.kind === "perpetual") traded.push({ instrument, ...source })
    else seconds.push({ instrument: spot ? withTick(instrument, spot) : instrument, ...source })
  }
  const symbols = [...new Set(traded.map((market) => market.symbol))]
  const dated = <Kind extends Instrument>(fed: FedMarket<Kind>): FedMarket<Kind> => ({
    ...fed,
    instrument: { ...fed.instrument, listedAt: listingTime(exchange.markets[fed.symbol]) },
  })
  return {
    traded: traded.map(dated),
    seconds: seconds.map(dated),
    symbols,
    coinNames: new Map([...FURTHER_NAMES, ...catalogue.coinNames]),
  }
}

/** As the exchange tells it, 0 where it doesn't: the simulation's calendar says nothing of a real market. */
const listingTime = (market: CcxtMarket | undefined): number => {
  const created = market?.created
  return typeof created === "number" && Number.isSafeInteger(created) && created > 0 ? created : 0
}

function listedSpots(
  exchange: CcxtExchange,
  own: readonly SpotInstrument[],
  pairs: readonly string[] | null,
): FedMarket<SpotInstrument>[] {
  const wanted = pairs?.map((pair) => pair.split("/")) ?? own.map(({ base, quote }) => [base, quote])
  const spots = new Map<string, FedMarket<SpotInstrument>>()
  for (const [base = "", quote = ""] of wanted) {
    const market = spotFor(exchange.markets, base, quote)
    const pattern = own.find((one) => one.base === base && one.quote === quote) ?? own[0]
    if (!market || !pattern) continue
    const { symbol } = market
    const id = `${base}_${market.quote}`
    const instrument = { ...pattern, id, base, quote: market.quote }
    const isKnown = pattern.base === base && pattern.quote === quote
    const stepped = withSteps(instrument, market, exchange.precisionMode, isKnown)
    if (stepped) spots.set(id, { instrument: stepped, symbol, multiple: 1n, contract: FIGURE_ONE })
  }
  return [...spots.values()]
}

/**
 * The exchange's tick, lot and minima; where it names none that can be used, the catalogue's. A coin that isn't in
 * the catalogue has none of those: without the exchange's it can't be listed.
 */
function withSteps(
  instrument: SpotInstrument,
  market: CcxtMarket,
  precisionMode: number,
  isKnown: boolean,
): SpotInstrument | undefined {
  const ownTick = stepOf(market.precision?.price, precisionMode)
  if (ownTick === undefined && !isKnown) return undefined
  const tick = ownTick ?? instrument.tick
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

/** In 1e-8; undefined for significant digits, which are no step, and for steps finer than 1e-8 or beyond sense. */
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
