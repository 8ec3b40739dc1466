/** How does a live feed come to be? Its exchanges are opened, their markets asked for, and ours chosen among them. */

import type { Beat } from "#server/maker/beat.ts"
import { BackOff } from "./back-off.ts"
import { type CcxtExchange, openExchange } from "./ccxt-exchange.ts"
import { CcxtFeed } from "./ccxt-feed.ts"
import { listedMarkets } from "./listed-markets.ts"
import type { RateGate } from "./rate-gate.ts"
import { addressOf, type ExchangeAddress } from "./redirect-urls.ts"
import type { Surroundings } from "./venue.ts"

/** Tries to learn an exchange's markets, and how long an exchange that tells us to wait is waited for. */
const TRIES_MAX = 4
const WAIT_MS_MAX = 60_000
/** Exchanges of one feed. */
const EXCHANGES_MAX = 8

export interface OpenVenue {
  exchange: CcxtExchange
  gate: RateGate
}

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
  const opened: OpenVenue[] = []
  // Names first, all of them: a wrong one is told before anything is asked.
  for (const id of ids) {
    const address = settings.addresses?.[id] ?? settings.addresses?.["*"]
    const parts = {
      now: surroundings.now,
      address: typeof address === "string" ? addressOf(address) : address,
    }
    opened.push(await openExchange(id, parts))
  }
  const venues: OpenVenue[] = []
  for (const [at, venue] of opened.entries()) {
    try {
      await learnMarkets(venue, surroundings)
      venues.push(venue)
    } catch (error) {
      // An index can do without one of its sources; the mirrored one is the market.
      if (at === 0) throw error
      say(`${error instanceof Error ? error.message : error} It is left out.`)
    }
  }
  const [first, ...others] = venues
  if (!first) throw new Error("The feed ccxt: needs an exchange, as in ccxt:binance.")
  const markets = listedMarkets(first.exchange, settings.pairs ?? null)
  if (markets.symbols.length === 0)
    throw new Error(
      `The exchange ${first.exchange.id} lists none of ${settings.pairs?.join(", ") ?? "our markets"}.`,
    )
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

async function learnMarkets({ exchange, gate }: OpenVenue, { pause }: Surroundings): Promise<void> {
  const backOff = new BackOff()
  const never = new AbortController().signal
  for (let left = TRIES_MAX; ; left -= 1) {
    try {
      // Anew: else ccxt gives its first answer again, the failure as well.
      await exchange.loadMarkets(left < TRIES_MAX)
      return
    } catch (error) {
      const wait = Math.max(backOff.next(), gate.left)
      const reason = error instanceof Error ? error.message.slice(0, 300) : String(error)
      if (left <= 1 || wait > WAIT_MS_MAX)
        throw new Error(`The exchange ${exchange.id} doesn't tell its markets: ${reason}.`)
      await pause(wait, never)
    }
  }
}
