/** Creates a live feed: opens its exchanges, loads their markets, and chooses ours among them. */

import type { Beat } from "#server/maker/beat.ts"
import type { CcxtExchange } from "./ccxt-exchange.ts"
import { CcxtFeed } from "./ccxt-feed.ts"
import { learnMarkets, type OpenVenue } from "./learn-markets.ts"
import { type FedMarkets, listedMarkets } from "./listed-markets.ts"
import { openExchange } from "./open-exchange.ts"
import { addressOf, type ExchangeAddress } from "./redirect-urls.ts"
import type { Surroundings } from "./venue.ts"

/** Exchanges of one feed. */
const EXCHANGES_MAX = 8

export interface CcxtSettings {
  /** Only these, as `BTC/USDT`; null or left out: all of the catalogue that the exchange lists. */
  pairs?: readonly string[] | null
  /** Weight in an index by exchange; one without weighs 1. */
  weights?: Readonly<Record<string, number>>
  /** Other addresses by exchange; `*` for all. */
  addresses?: Readonly<Record<string, ExchangeAddress | string>>
  surroundings?: Surroundings
  beat?: Beat
}

const systemSurroundings: Surroundings = {
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener("abort", end)
        resolve()
      }
      // A longer time than a timer holds would fire at once.
      const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1))
      signal.addEventListener("abort", end)
    }),
}

/**
 * Opens the feed for names parted by commas, as `binance` or `binance,kraken`: the first is mirrored, all make the
 * indexes.
 * @throws Error in plain words: a name or weight that is wrong, an exchange that doesn't answer or lists no market.
 */
export async function openCcxtFeed(
  names: string,
  settings: CcxtSettings,
  say: (text: string) => void,
): Promise<CcxtFeed> {
  const surroundings = settings.surroundings ?? systemSurroundings
  const ids = namesOf(names)
  const weights = weightsOf(ids, settings.weights ?? {})
  const venues: OpenVenue[] = []
  // Names first, all of them: a wrong one is reported before anything is asked.
  for (const id of ids) {
    const address = settings.addresses?.[id] ?? settings.addresses?.["*"]
    const parts = {
      now: surroundings.now,
      address: typeof address === "string" ? addressOf(address) : address,
    }
    venues.push(await openExchange(id, parts))
  }
  const [first, ...others] = venues
  if (!first) throw new Error("The feed ccxt: needs an exchange, as in ccxt:binance.")
  // The mirrored one is the market: without it there is nothing to list. The others come in when they answer.
  await learnMarkets(first, surroundings, say)
  const markets = listedMarkets(first.exchange, settings.pairs ?? null)
  if (markets.symbols.length === 0)
    throw new Error(
      `The exchange ${first.exchange.id} lists none of ${settings.pairs?.join(", ") ?? "our markets"}.`,
    )
  tellWhatDiffers(first.exchange, markets, say)
  const { beat } = settings
  return new CcxtFeed({
    venues: [first, ...others],
    markets,
    weights,
    surroundings,
    say,
    ...(beat && { beat }),
  })
}

function namesOf(names: string): string[] {
  const ids = names.split(",").map((name) => name.trim().toLowerCase())
  if (ids.includes("")) throw new Error("The feed ccxt: needs exchanges by name, as in ccxt:binance,kraken.")
  if (new Set(ids).size < ids.length) throw new Error(`The feed ccxt:${names} names an exchange twice.`)
  if (ids.length > EXCHANGES_MAX)
    throw new Error(`A feed takes at most ${EXCHANGES_MAX} exchanges, not ${ids.length}.`)
  return ids
}

function weightsOf(ids: readonly string[], given: Readonly<Record<string, number>>): Map<string, bigint> {
  for (const [id, weight] of Object.entries(given)) {
    if (!ids.includes(id)) throw new Error(`A weight is given for ${id}, which the feed doesn't name.`)
    if (!Number.isInteger(weight) || weight < 1 || weight > 1000)
      throw new Error(`The weight of ${id} must be a whole number from 1 to 1000, not ${weight}.`)
  }
  return new Map(ids.map((id) => [id, BigInt(given[id] ?? 1)]))
}

/** What a person should know of how these markets are fed. */
function tellWhatDiffers({ id }: CcxtExchange, { traded }: FedMarkets, say: (text: string) => void): void {
  const contracts = traded.filter(({ instrument }) => instrument.kind === "perpetual")
  if (contracts.some(({ symbol }) => symbol.includes(":")))
    say(`${id}: where it lists no spot market, its perpetuals' books are the market and make the index.`)
  if (contracts.some(({ symbol }) => /\/USDC?(:|$)/.test(symbol)))
    say(`${id}: where it lists no USDT market, its market in dollars feeds the contracts.`)
}
