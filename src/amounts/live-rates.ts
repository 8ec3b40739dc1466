/** The present worth of each coin: live last prices of the coins in view, over what the server told at first. */

import { useSyncExternalStore } from "react"
import { useSnapshot } from "valtio"
import { subscribe } from "valtio/vanilla"
import { Decimal } from "#core/money/decimal.ts"
import { RATE_CURRENCY, type Rates, ratesOf } from "#core/money/worth.ts"
import { assets } from "#core/wire/asset-calls.ts"
import { useAnswer } from "../api/query.ts"
import { useView } from "../feed/view.ts"
import { assetsShown } from "../stores/assets-store.ts"
import { market, tickerOf } from "../stores/market-store.ts"
import { coinMarket, coinMarketId } from "./coin-market.ts"

/** Prices change many times a second; a total that does so can't be read. */
const PAUSE_MS = 500
/** Rates of coins without a market against USDT come with the answer only. */
const RATES_AGAIN_MS = 60_000

/** Balances, practice money and rates as the server told them last, no older than a minute. */
export const useAssetsAnswer = () => useAnswer(assets, {}, true, RATES_AGAIN_MS)

interface CoinRates {
  rates: Rates
  /** What worth is told in: the currency that was chosen, USDT where that has no known price. */
  inCurrency: string
  /** False: only USDT is shown, in USDT, and no price of it can be old. */
  hasPrices: boolean
}

/**
 * Rates by which the worth of `coins` can be told as somebody chose it.
 * @param told rates as the server answered them; undefined: not (yet)
 */
export function useCoinRates(
  coins: Iterable<string>,
  told: readonly { currency: string; rate: string }[] | undefined,
): CoinRates {
  const { inCurrency } = useSnapshot(assetsShown)
  const currencies = [...new Set([...coins, inCurrency])].filter((name) => name !== RATE_CURRENCY).sort()
  const rates = useLiveRates(currencies, told)
  return {
    rates,
    inCurrency: rates.has(inCurrency) ? inCurrency : RATE_CURRENCY,
    hasPrices: currencies.length > 0,
  }
}

function useLiveRates(
  currencies: readonly string[],
  told: readonly { currency: string; rate: string }[] | undefined,
): Rates {
  const catalogue = useSnapshot(market).catalogue
  const priced = currencies.filter((currency) => coinMarket(catalogue, currency))
  useView({ tickers: priced.map(coinMarketId) })
  const follower = followerOf(priced.join())
  useSyncExternalStore(follower.subscribe, follower.version)
  const rates = ratesOf(told ?? [])
  for (const currency of priced) {
    const { lastValue } = tickerOf(coinMarketId(currency))
    if (lastValue) rates.set(currency, new Decimal(lastValue))
  }
  return rates
}

interface Follower {
  subscribe: (listener: () => void) => () => void
  version: () => number
}

const followers = new Map<string, Follower>()
/** Sets of coins somebody looked at; far more than one visit has. */
const FOLLOWERS_MAX = 50

/** One for each set of coins, so that React gets the same functions again. */
function followerOf(currencies: string): Follower {
  const known = followers.get(currencies)
  if (known) return known
  if (followers.size >= FOLLOWERS_MAX) followers.clear()
  const follower = createFollower(currencies === "" ? [] : currencies.split(","))
  followers.set(currencies, follower)
  return follower
}

function createFollower(currencies: readonly string[]): Follower {
  let version = 0
  return {
    version: () => version,
    subscribe: (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tell = () => {
        timer = undefined
        version += 1
        listener()
      }
      const changed = () => {
        // The first price of all is told at once: until then there is no total.
        timer ??= setTimeout(tell, version === 0 ? 0 : PAUSE_MS)
      }
      const stops = currencies.map((currency) => subscribe(tickerOf(coinMarketId(currency)), changed))
      return () => {
        clearTimeout(timer)
        for (const stop of stops) stop()
      }
    },
  }
}
