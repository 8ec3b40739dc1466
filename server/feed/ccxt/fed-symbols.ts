/** Chooses the exchange's market that prices one of ours: the same pair, another dollar, or a perpetual. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { CcxtMarket } from "./ccxt-exchange.ts"
import { FIGURE_ONE, figureUnits } from "./decimal-units.ts"

/** What feeds an instrument, or an index, at one exchange. */
export interface Source {
  /** As ccxt names it: `BTC/USDT`, `BTC/USDT:USDT`. */
  symbol: string
  /** How many coins of the source one unit of ours stands for: 1000 for 1000PEPE from PEPE. */
  multiple: bigint
  /** Coins that one of its contracts stands for, in units of 1e-14; one, where amounts are coins. */
  contract: bigint
}

type Markets = Readonly<Record<string, CcxtMarket | undefined>>

/** Where an exchange lists no pair in USDT, these count the same, best first: all are a dollar. */
const DOLLARS = ["USDT", "USD", "USDC"] as const

const isLive = (market: CcxtMarket | undefined): market is CcxtMarket =>
  market !== undefined && market.active !== false

/** The spot market that stands for a pair: the pair itself, else its coin in another dollar. */
export function spotFor(markets: Markets, base: string, quote: string): CcxtMarket | undefined {
  const quotes: readonly string[] = quote === "USDT" ? DOLLARS : [quote]
  for (const one of quotes) {
    const market = markets[`${base}/${one}`]
    if (isLive(market) && market.spot !== false) return market
  }
  return undefined
}

/** Perpetuals that are margined in a dollar; coin-margined ones count in contracts of dollars, which isn't a price source. */
function swapFor(markets: Markets, base: string): CcxtMarket | undefined {
  for (const quote of DOLLARS)
    for (const settle of DOLLARS) {
      const market = markets[`${base}/${quote}:${settle}`]
      if (isLive(market) && market.swap === true && market.linear !== false) return market
    }
  return undefined
}

/** What tells the price of a perpetual, a second contract or their index: spot, else a perpetual there; or nothing does. */
export function sourceOf(
  markets: Markets,
  { base, quote }: Pick<Instrument, "base" | "quote">,
): Source | undefined {
  const coin = base.replace(/^1000(?=[A-Z])/, "")
  const multiple = coin === base ? 1n : 1000n
  const spot = spotFor(markets, coin, quote)
  if (spot) return { symbol: spot.symbol, multiple, contract: FIGURE_ONE }
  const own = swapFor(markets, base)
  if (own) return fromSwap(own, 1n)
  const single = coin === base ? undefined : swapFor(markets, coin)
  return single && fromSwap(single, multiple)
}

const fromSwap = ({ symbol, contractSize }: CcxtMarket, multiple: bigint): Source => ({
  symbol,
  multiple,
  contract: figureUnits(contractSize) ?? FIGURE_ONE,
})
