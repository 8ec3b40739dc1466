/** The identity of a simulated market: its secret key, and the past it had before it got one. */

import { createHash, hkdfSync, randomBytes } from "node:crypto"
import { FirstWalk } from "./first-walk/first-walk.ts"
import { JoinedWalk } from "./joined-walk.ts"
import { MARKET_KEY_BYTES, MarketDraws } from "./keyed-walk/draws.ts"
import { KeyedWalk } from "./keyed-walk/keyed-walk.ts"
import type { PricePath, Walk } from "./walk.ts"

export interface MarketIdentity {
  /** {@link MARKET_KEY_BYTES}. Whoever has it can compute every price to come: it never leaves the server. */
  key: Buffer
  /** Of a market that is older than its key: by which seed its first prices were drawn, and until when (epoch ms). */
  past?: { seed: string; until: number }
}

/** A key that nobody knows. */
export const secretKey = (): Buffer => randomBytes(MARKET_KEY_BYTES)

/** The key of a seed that was set by hand, for tests and demonstrations: whoever knows the seed knows the future. */
export const seededKey = (seed: string): Buffer => createHash("sha256").update(`market seed ${seed}`).digest()

/** The walk of its prices. */
export function walkOf({ key, past }: MarketIdentity): Walk<PricePath> {
  const walk = new KeyedWalk(subkey(key, "prices"))
  return past ? new JoinedWalk(new FirstWalk(past.seed), walk, past.until) : walk
}

/** The draws of the house's orders, which must be as hard to guess as the prices. */
export const houseDrawsOf = ({ key }: MarketIdentity): MarketDraws => new MarketDraws(subkey(key, "house"))

/** A key for one purpose: nothing that is drawn for it tells anything of another. */
const subkey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), purpose, MARKET_KEY_BYTES))
