/** The markets that the simulation lists, with their steps, limits and price paths. */

import type { Instrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, UNITS_PER_COIN } from "#core/money/units.ts"
import { COINS, type Coin, CROSSES, LISTED_LATER, PERPETUALS, QUOTE_NAMES, SECONDS } from "./coins.ts"
import { madeUpCoins } from "./made-up-coins.ts"
import type { PathLife, PricePath, Walk } from "./walk.ts"

/** How a market lives, beside what it is. */
interface MarketLife {
  instrument: Instrument
  path: PricePath
  /** Turnover of an ordinary day, USDT. */
  turnover: number
  /** Share of seconds with trades. */
  liveliness: number
}

/** A market with a book. */
export type TradedLife = MarketLife & { instrument: TradedInstrument }

export interface Catalogue {
  /** Markets with a book, the busiest first. */
  traded: readonly TradedLife[]
  seconds: readonly MarketLife[]
  /** Path of each index that a perpetual or second contract follows. */
  indexes: ReadonlyMap<string, PricePath>
  coinNames: ReadonlyMap<string, string>
}

/** Spot markets without made-up coins. */
export const SPOT_MARKETS = COINS.length + CROSSES.length
/** Most spot markets that can be asked for. */
export const SPOT_MARKETS_MAX = 2000

const MIN_NOTIONAL_USDT = 5
/** Largest order by value, USDT; a market order may be a tenth of it. */
const MAX_NOTIONAL_USDT = 20_000_000
const PERPETUAL_TURNOVER = 2.5
const LISTED_AT = Date.UTC(2023, 0, 2)
const PERCENT = 1_000_000n

/** Epoch ms at which a coin's markets were listed. */
function listedAt(symbol: string): number {
  const day = LISTED_LATER[symbol]
  return day === undefined ? LISTED_AT : Date.parse(day)
}

/**
 * Builds the catalogue on a walk with `spotMarkets` spot markets: the known ones first, made-up coins beyond them.
 * With fewer than the known ones, perpetuals and second contracts of coins that are left out are left out as well.
 */
export function buildCatalogue<Path extends PricePath>(walk: Walk<Path>, spotMarkets: number): Catalogue {
  const known = COINS.slice(0, spotMarkets)
  const crosses = CROSSES.slice(0, Math.max(0, spotMarkets - COINS.length))
  const coins = [...known, ...madeUpCoins(spotMarkets - known.length - crosses.length)]
  const byName = new Map(coins.map((coin) => [coin.symbol, coin]))
  const coin = (symbol: string) => byName.get(symbol) ?? missing(symbol)

  const spots = coins.map((base) => spotMarket(base, undefined, base, (life) => walk.coin(base, life)))
  const pathOf = new Map(spots.map((market) => [market.instrument.base, market.path]))
  for (const [base, quote, priceDecimals, quantityDecimals, turnover] of crosses) {
    const steps = { priceDecimals, quantityDecimals, turnover }
    const [basePath, quotePath] = [pathOf.get(base), pathOf.get(quote)]
    if (!basePath || !quotePath) throw new Error(`no market of both ${base} and ${quote}`)
    const paths = { base: basePath, quote: quotePath }
    spots.push(
      spotMarket(coin(base), coin(quote), steps, (life) => walk.cross(coin(base), coin(quote), life, paths)),
    )
  }

  const indexes = new Map<string, PricePath>()
  const perpetuals = PERPETUALS.filter(([symbol]) => byName.has(symbol)).map((row) => {
    const index = walk.coin(coin(row[0]), spotLife(coin(row[0]), row[1]), row[1])
    const market = perpetualMarket(coin(row[0]), row, (life) =>
      walk.perpetual(coin(row[0]), life, row[1], index),
    )
    indexes.set(market.instrument.index, index)
    return market
  })
  const seconds = SECONDS.filter((symbol) => byName.has(symbol)).map((symbol) => {
    const path = indexes.get(`${symbol}_USDT`) ?? walk.coin(coin(symbol), spotLife(coin(symbol), 1))
    indexes.set(`${symbol}_USDT`, path)
    return secondMarket(coin(symbol), path)
  })
  return {
    traded: [...spots, ...perpetuals].sort((one, other) => other.turnover - one.turnover),
    seconds,
    indexes,
    coinNames: new Map([...QUOTE_NAMES, ...coins.map((one) => [one.symbol, one.name] as const)]),
  }
}

function missing(symbol: string): never {
  throw new Error(`The catalogue names a coin that it doesn't know: ${symbol}`)
}

interface Steps {
  priceDecimals: number
  quantityDecimals: number
  /** Millions of USDT a day. */
  turnover: number
}

/** Share of seconds with trades, from the turnover in millions a day: 1400 → 0.97, 100 → 0.5, 5 → 0.13. */
const livelinessOf = (millions: number) => Math.min(0.97, Math.max(0.03, 0.25 * (millions / 20) ** 0.45))

function stepsOf({ priceDecimals, quantityDecimals }: Steps) {
  const tick = 10n ** BigInt(8 - priceDecimals)
  const lot = 10n ** BigInt(8 - quantityDecimals)
  return { tick, lot, notionalUnit: (tick * lot) / UNITS_PER_COIN, lotSize: 10 ** -quantityDecimals }
}

/** Limits by value: in lots of about 5 USDT at least, and in the quote's own units. */
function limitsOf(basePrice: number, quotePrice: number, lotSize: number) {
  const most = Math.min(2 ** 39, roundDown(MAX_NOTIONAL_USDT / basePrice / lotSize))
  return {
    minQuantity: 1 as Lots,
    maxQuantity: most as Lots,
    maxMarketQuantity: Math.max(1, Math.floor(most / 10)) as Lots,
    minNotional: BigInt(
      Math.round(roundUp(MIN_NOTIONAL_USDT / quotePrice) * Number(UNITS_PER_COIN)),
    ) as Amount,
    maxOpenOrders: 200,
    maxStops: 20,
  }
}

/** To one leading digit, so that limits read as limits. */
function roundDown(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.max(1, Math.floor(value / unit) * unit)
}
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / unit - 1e-9) * unit
}

function spotMarket<Path extends PricePath>(
  base: Coin,
  quote: Coin | undefined,
  steps: Steps,
  pathFor: (life: PathLife) => Path,
) {
  const { tick, lot, notionalUnit, lotSize } = stepsOf(steps)
  const liveliness = livelinessOf(steps.turnover)
  const turnover = steps.turnover * 1e6
  const instrument: TradedInstrument = {
    kind: "spot",
    id: `${base.symbol}_${quote?.symbol ?? "USDT"}`,
    base: base.symbol,
    quote: quote?.symbol ?? "USDT",
    tick,
    lot,
    notionalUnit,
    state: "open",
    listedAt: listedAt(base.symbol),
    ...limitsOf(base.price, quote?.price ?? 1, lotSize),
    priceRule: "strict",
    band: 5n * PERCENT,
    marketProtection: 5n * PERCENT,
    stpDefault: "EXPIRE_MAKER",
  }
  return { instrument, path: pathFor({ lotSize, turnover, liveliness }), turnover, liveliness }
}

function perpetualMarket<Path extends PricePath>(
  coin: Coin,
  row: (typeof PERPETUALS)[number],
  pathFor: (life: PathLife) => Path,
) {
  const [, multiple, priceDecimals, quantityDecimals, leverageMax] = row
  const base = multiple === 1 ? coin.symbol : `${multiple}${coin.symbol}`
  const isLarge = leverageMax > 50
  const { tick, lot, notionalUnit, lotSize } = stepsOf({ priceDecimals, quantityDecimals, turnover: 0 })
  const liveliness = livelinessOf(coin.turnover)
  const turnover = coin.turnover * PERPETUAL_TURNOVER * 1e6
  const instrument = {
    kind: "perpetual" as const,
    id: `${base}_USDT_PERP`,
    base,
    quote: "USDT",
    tick,
    lot,
    notionalUnit,
    state: "open" as const,
    listedAt: listedAt(coin.symbol),
    ...limitsOf(coin.price * multiple, 1, lotSize),
    priceRule: "strict" as const,
    band: 3n * PERCENT,
    marketProtection: (isLarge ? 2n : 5n) * PERCENT,
    stpDefault: "EXPIRE_MAKER" as const,
    index: `${base}_USDT`,
    leverageMax,
    fundingHours: 8,
    interest: PERCENT / 100n,
    markBand: (isLarge ? 3n : 6n) * PERCENT,
    maintenanceRate:
      leverageMax > 100 ? 400_000n : isLarge ? 500_000n : leverageMax === 50 ? PERCENT : 2n * PERCENT,
  }
  return { instrument, path: pathFor({ lotSize, turnover, liveliness }), turnover, liveliness }
}

/** An index follows its spot market; lots are only there to say in which seconds it stands still. */
const spotLife = (coin: Coin, multiple: number): PathLife => ({
  lotSize: 10 ** -coin.quantityDecimals / multiple,
  turnover: coin.turnover * 1e6,
  liveliness: livelinessOf(coin.turnover),
})

/** O4: seconds, payout in percent. */
const PERIODS = [
  [30, 80],
  [60, 82],
  [120, 84],
  [300, 85],
] as const
/** O4, in USDT. */
const STAKE_MAX = 5_000n

function secondMarket(coin: Coin, path: PricePath): MarketLife {
  const { tick, lot, notionalUnit } = stepsOf(coin)
  const instrument: Instrument = {
    kind: "second",
    id: `${coin.symbol}_USDT_SEC`,
    base: coin.symbol,
    quote: "USDT",
    tick,
    lot,
    notionalUnit,
    state: "open",
    listedAt: listedAt(coin.symbol),
    index: `${coin.symbol}_USDT`,
    periods: PERIODS.map(([seconds, percent]) => ({
      seconds,
      payoutRate: BigInt(percent) * PERCENT,
      minStake: 500_000_000n as Amount,
      maxStake: (STAKE_MAX * UNITS_PER_COIN) as Amount,
    })),
  }
  return { instrument, path, turnover: 0, liveliness: livelinessOf(coin.turnover) }
}
