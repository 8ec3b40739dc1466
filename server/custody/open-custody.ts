/** Opens custody: the seed of the addresses, that it is the one of this database, and what stands behind the adapter. */

import type { Kysely } from "kysely"
import { CHAIN_ASSETS, type Chain } from "#core/chain/chain-assets.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import type { Tables } from "../storage/schema.ts"
import { Addresses } from "./addresses.ts"
import type { CustodyAdapter } from "./custody-adapter.ts"
import { CustodyByChain } from "./custody-by-chain.ts"
import type { CustodyParts } from "./custody-parts.ts"
import { EvmCustody } from "./evm/evm-custody.ts"
import { JsonRpc } from "./evm/json-rpc.ts"
import { openSeed } from "./keys.ts"
import { Blocks } from "./sandbox/blocks.ts"
import { SandboxCustody } from "./sandbox/sandbox-custody.ts"

export interface OpenedCustody {
  adapter: CustodyAdapter
  /** How long a block takes. */
  blockMs(chain: Chain): number
}

interface OpenParts extends Pick<CustodyParts, "clock"> {
  log: CustodyParts["log"] & { warn(values: object, text: string): void }
  settings: Settings
  database: Kysely<Tables>
}

/** Where the database says which seed its users' addresses come from, and what serves its Ethereum. */
const SEED_ROW = "custody"
const ETHEREUM_ROW = "custody-ethereum"

const GWEI = 10n ** 9n
/** A block of a real Ethereum. */
const EVM_BLOCK_MS = 12_000

/**
 * Undefined outside of the sandbox: there is no adapter of real money yet, and an address that nobody watches is none.
 * @throws StartProblem when the seed can't be opened, is another than the one whose addresses were given out, or Ethereum
 * was served by something else
 */
export async function openCustody(parts: OpenParts): Promise<OpenedCustody | undefined> {
  const { settings, database, clock } = parts
  checkSettings(settings)
  if (!settings.sandbox) return undefined
  const { data: folder, custodyKey: key, custodyKeyFile: keyFile } = settings
  const seed = await openSeed({ folder, key, keyFile })
  const addresses = new Addresses(seed)
  const wallet = settings.evmRpc === "" ? undefined : await walletOf(seed)
  seed.fill(0)
  await checkSeed(database, addresses.fingerprint, wallet === undefined ? "simulated" : "node")
  const blocks = new Blocks(addresses.fingerprint, settings.sandboxBlockMs)
  const { now } = clock
  const sandbox = new SandboxCustody({ database, addresses, blocks, now })
  const blockMs = (chain: Chain) => blocks.blockMs(chain)
  if (!wallet) return { adapter: sandbox, blockMs }
  // A warning, so that it is in the log as it is kept by default: whoever runs it has to fill this wallet.
  parts.log.warn(
    { wallet: wallet.address },
    "ethereum is served by a node; withdrawals are paid from this wallet",
  )
  const evm = new EvmCustody({
    ...{ database, addresses, wallet, now, tokens: settings.evmTokens },
    rpc: new JsonRpc(settings.evmRpc),
    gasPriceMax: BigInt(settings.evmMaxGwei) * GWEI,
  })
  return {
    adapter: new CustodyByChain({ ...parts, sandbox, evm }),
    blockMs: (chain) => (chain === "ethereum" ? EVM_BLOCK_MS : blockMs(chain)),
  }
}

/** Loaded where withdrawals are signed for a real Ethereum. */
async function walletOf(seed: Uint8Array) {
  const { EvmWallet } = await import("./evm/evm-wallet.ts")
  return new EvmWallet(seed)
}

/** A coin whose contract isn't known would be offered, and never seen. */
function checkSettings({ sandbox, evmRpc, evmTokens }: Settings): void {
  if (evmRpc === "") return
  if (!sandbox) throw new StartProblem("SAKER_EVM_RPC: got an address; allowed: only with SAKER_SANDBOX=1")
  const wanted = CHAIN_ASSETS.filter(({ chain, currency }) => chain === "ethereum" && currency !== "ETH").map(
    ({ currency }) => currency,
  )
  const given = evmTokens.map(({ currency }) => currency)
  if (wanted.length === given.length && wanted.every((currency) => given.includes(currency))) return
  throw new StartProblem(
    `SAKER_EVM_TOKENS: got ${given.join(", ") || "nothing"}; allowed with SAKER_EVM_RPC: a contract for each of ${wanted.join(", ")}`,
  )
}

/** Addresses are their users' for good: with another seed nobody could spend what comes to the old ones. */
async function checkSeed(
  database: Kysely<Tables>,
  fingerprint: string,
  ethereum: "simulated" | "node",
): Promise<void> {
  const rows = await database
    .selectFrom("meta")
    .selectAll()
    .where("key", "in", [SEED_ROW, ETHEREUM_ROW])
    .execute()
  const kept = (key: string) => rows.find((row) => row.key === key)?.value
  const known = kept(SEED_ROW)
  if (known === undefined)
    return void (await database
      .insertInto("meta")
      .values([
        { key: SEED_ROW, value: fingerprint },
        { key: ETHEREUM_ROW, value: ethereum },
      ])
      .execute())
  if (known !== fingerprint)
    throw new StartProblem(
      "the addresses in the database come from another phrase than custody-phrase.json in SAKER_DATA; allowed: the folder that belongs to this database",
    )
  // Folders from before there was a choice have the simulated one: what it holds exists nowhere else.
  const served = kept(ETHEREUM_ROW) ?? "simulated"
  if (served !== ethereum)
    throw new StartProblem(
      `SAKER_EVM_RPC: the Ethereum of this database is ${served === "node" ? "served by a node" : "simulated"}; allowed: ${served === "node" ? "the address of a node of that chain" : "nothing, or another data folder"}`,
    )
}
