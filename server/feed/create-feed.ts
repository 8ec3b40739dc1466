/** Creates the feed that the settings name. */

import type { CcxtSettings } from "./ccxt/open-venues.ts"
import type { Feed } from "./feed.ts"
import { ReplayFeed } from "./replay/replay-feed.ts"
import { OwnPace } from "./replay/replay-pace.ts"
import { SPOT_MARKETS, SPOT_MARKETS_MAX } from "./simulated/catalogue.ts"
import type { MarketIdentity } from "./simulated/market-identity.ts"
import { SimulatedFeed } from "./simulated/simulated-feed.ts"

export interface FeedSettings {
  /** `simulated`, `replay:<file>`, or `ccxt:<exchange>` with several parted by commas. */
  feed: string
  /** Key and past of the simulated market; asked for by no other feed. */
  market?: () => Promise<MarketIdentity>
  /** Spot markets of the simulation; null or left out: the catalogue's own. */
  markets?: number | null
  /** Lets the operator walk prices of the simulation; default no. */
  walks?: boolean
  /** How many times faster than recorded a replay plays; default 1. */
  replaySpeed?: number
  /** For `ccxt:` only. */
  ccxt?: CcxtSettings
  /** Called with a plain message when a replay ends or a part of it can't be played. */
  say?: (text: string) => void
}

const SPEED_LEAST = 0.01
const SPEED_MOST = 10_000

/**
 * Builds the feed, not yet started. A replay's file is read whole here, and an exchange asked for its markets, since
 * the instruments come from them.
 * @throws Error with a message for the operator when a setting is wrong or a file can't be played.
 */
export async function createFeed(settings: FeedSettings): Promise<Feed> {
  const { feed, market, markets, walks = false, replaySpeed = 1, say } = settings
  if (feed === "simulated") {
    const count = spotMarkets(markets)
    if (!market) throw new Error("The simulated feed needs the identity of its market.")
    return new SimulatedFeed({ market: await market(), spotMarkets: count, hasWalks: walks })
  }
  if (feed.startsWith("ccxt:")) {
    // Lazily: ccxt takes a second to load, and only this feed needs it.
    const { openCcxtFeed } = await import("./ccxt/open-venues.ts")
    return await openCcxtFeed(feed.slice("ccxt:".length), settings.ccxt ?? {}, say ?? (() => undefined))
  }
  if (!feed.startsWith("replay:"))
    throw new Error(`There is no feed ${feed}: choose simulated, replay:FILE or ccxt:EXCHANGE.`)
  const file = feed.slice("replay:".length)
  if (file === "") throw new Error("The feed replay: needs a file, as in replay:./recording.gz.")
  if (!(replaySpeed >= SPEED_LEAST && replaySpeed <= SPEED_MOST))
    throw new Error(`The speed of a replay must be from ${SPEED_LEAST} to ${SPEED_MOST}, not ${replaySpeed}.`)
  return new ReplayFeed({ file, pace: new OwnPace(replaySpeed), ...(say && { say }) })
}

function spotMarkets(markets: number | null | undefined): number {
  if (markets === null || markets === undefined) return SPOT_MARKETS
  if (Number.isInteger(markets) && markets >= 1 && markets <= SPOT_MARKETS_MAX) return markets
  throw new Error(
    `The number of markets must be a whole number from 1 to ${SPOT_MARKETS_MAX}, not ${markets}.`,
  )
}
