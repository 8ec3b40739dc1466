/** Opens custody: the seed of the addresses, that it is the one of this database, and what stands behind the adapter. */

import type { Kysely } from "kysely"
import type { Chain } from "#core/chain/chain-assets.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { Tables } from "../storage/schema.ts"
import { Addresses } from "./addresses.ts"
import type { CustodyAdapter } from "./custody-adapter.ts"
import { openSeed } from "./keys.ts"
import { Blocks } from "./sandbox/blocks.ts"
import { SandboxCustody } from "./sandbox/sandbox-custody.ts"

export interface OpenedCustody {
  adapter: CustodyAdapter
  /** How long a block takes. */
  blockMs(chain: Chain): number
}

interface CustodyParts {
  settings: Settings
  database: Kysely<Tables>
  now(): number
}

/** Where the database says which seed its users' addresses come from. */
const SEED_ROW = "custody"

/**
 * Undefined outside of the sandbox: there is no adapter of real chains yet, and an address that nobody watches is none.
 * @throws StartProblem when the seed can't be opened, or is another than the one whose addresses were given out
 */
export async function openCustody({
  settings,
  database,
  now,
}: CustodyParts): Promise<OpenedCustody | undefined> {
  if (!settings.sandbox) return undefined
  const { data: folder, custodyKey: key, custodyKeyFile: keyFile } = settings
  const seed = await openSeed({ folder, key, keyFile })
  const addresses = new Addresses(seed)
  seed.fill(0)
  await checkSeed(database, addresses.fingerprint)
  const blocks = new Blocks(addresses.fingerprint, settings.sandboxBlockMs)
  const adapter = new SandboxCustody({ database, addresses, blocks, now })
  return { adapter, blockMs: (chain) => blocks.blockMs(chain) }
}

/** Addresses are their users' for good: with another seed nobody could spend what comes to the old ones. */
async function checkSeed(database: Kysely<Tables>, fingerprint: string): Promise<void> {
  const row = await database.selectFrom("meta").select("value").where("key", "=", SEED_ROW).executeTakeFirst()
  if (row?.value === fingerprint) return
  if (row)
    throw new StartProblem(
      "the addresses in the database come from another phrase than custody-phrase.json in SAKER_DATA; allowed: the folder that belongs to this database",
    )
  await database.insertInto("meta").values({ key: SEED_ROW, value: fingerprint }).execute()
}
