/** Finds the key of the simulated market in the database, or makes one at the first start. */

import { FIRST_SEED } from "../feed/simulated/first-seed.ts"
import { type MarketIdentity, secretKey, seededKey } from "../feed/simulated/market-identity.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { Storage } from "../storage/storage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

/** Its row in the table `meta`. */
const META_KEY = "market"
const MINUTE_MS = 60_000

/** As it is kept: `key` in hex where it is secret, else the `seed` that was set by hand. */
interface KeptIdentity {
  key?: string
  seed?: number
  past?: { seed: string; until: number }
}

/**
 * The market of this database. One that already has a history but no key keeps its past, and goes on with a key of
 * its own from now on.
 * @throws StartProblem when it was begun with another seed than is set
 */
export async function openMarketIdentity(
  { storage, clock, hasHistory }: OpenedStorage,
  { seed, data }: Settings,
): Promise<MarketIdentity> {
  const kept = (await readIdentity(storage)) ?? (await begin(storage, seed, hasHistory, clock.now()))
  if ((kept.seed ?? null) !== seed)
    throw new StartProblem(
      `SAKER_SEED: the market in ${data} ${kept.seed === undefined ? "has a secret key" : `was begun with seed ${kept.seed}`}; allowed: ${kept.seed ?? "no seed"}, or another folder`,
    )
  const key = kept.key === undefined ? seededKey(String(seed)) : Buffer.from(kept.key, "hex")
  return { key, ...(kept.past && { past: kept.past }) }
}

async function readIdentity(storage: Storage): Promise<KeptIdentity | undefined> {
  const row = await storage.database
    .selectFrom("meta")
    .select("value")
    .where("key", "=", META_KEY)
    .executeTakeFirst()
  return row && (JSON.parse(row.value) as KeptIdentity)
}

async function begin(
  storage: Storage,
  seed: number | null,
  hasHistory: boolean,
  now: number,
): Promise<KeptIdentity> {
  const kept: KeptIdentity = seed === null ? { key: secretKey().toString("hex") } : { seed }
  // A whole minute, at which both walks have a price to join at.
  if (hasHistory)
    kept.past = { seed: String(seed ?? FIRST_SEED), until: Math.ceil(now / MINUTE_MS) * MINUTE_MS }
  await storage.database
    .insertInto("meta")
    .values({ key: META_KEY, value: JSON.stringify(kept) })
    .execute()
  return kept
}
