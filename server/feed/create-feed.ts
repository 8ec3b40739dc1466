/** Which feed do the settings ask for? */

import type { Feed } from "./feed.ts"
import { SPOT_MARKETS, SPOT_MARKETS_MAX } from "./simulated/catalogue.ts"
import { SimulatedFeed } from "./simulated/simulated-feed.ts"

export interface FeedSettings {
  /** `simulated` or `replay:<file>`. */
  feed: string
  /** Seed of the simulation. */
  seed: string
  /** Spot markets of the simulation; null or left out: the catalogue's own. */
  markets?: number | null
  /** How many times faster than recorded a replay plays. */
  replaySpeed?: number
}

/**
 * Builds the feed, not yet started.
 * @throws Error with a message for the operator when a setting is wrong or a file can't be played.
 */
export function createFeed({ feed, seed, markets, replaySpeed = 1 }: FeedSettings): Feed {
  if (feed === "simulated") return new SimulatedFeed({ seed, spotMarkets: spotMarkets(markets) })
  throw new Error(`The feed ${feed} ${replaySpeed}`)
}

function spotMarkets(markets: number | null | undefined): number {
  if (markets === null || markets === undefined) return SPOT_MARKETS
  if (Number.isInteger(markets) && markets >= 1 && markets <= SPOT_MARKETS_MAX) return markets
  throw new Error(
    `The number of markets must be a whole number from 1 to ${SPOT_MARKETS_MAX}, not ${markets}.`,
  )
}
