/** The first contact with the node: that it is of the chain that the database knows, from which block on it is read, its coins. */

import type { Kysely } from "kysely"
import type { Amount } from "#core/money/units.ts"
import type { Tables } from "../../storage/schema.ts"
import type { EvmNode } from "./evm-node.ts"

/** Where the database says which chain it knows. */
const CHAIN_ROW = "evm-chain"
/**
 * Chains whose coins are worth money: Ethereum, Optimism, BNB, Gnosis, Polygon, Base, Arbitrum, Avalanche, Linea. The
 * sandbox gives coins away and would pay them out there.
 */
const REAL_NETWORKS = new Set([1, 10, 56, 100, 137, 8453, 42161, 43114, 59144])
const OUR_DECIMALS = 8

/** A coin of the chain. */
export interface EvmCoin {
  currency: string
  /** In lower case; undefined: the chain's own. */
  contract: string | undefined
  /** Of its smallest unit. */
  decimals: number
}

export interface Reached {
  chainId: number
  coins: readonly EvmCoin[]
}

interface ContactParts {
  database: Kysely<Tables>
  node: EvmNode
  /** ERC-20 contracts. */
  tokens: readonly { currency: string; contract: string }[]
}

/** 1e-8 of the currency, rounded down. */
export const amountOf = ({ decimals }: EvmCoin, units: bigint): Amount =>
  (decimals >= OUR_DECIMALS
    ? units / 10n ** BigInt(decimals - OUR_DECIMALS)
    : units * 10n ** BigInt(OUR_DECIMALS - decimals)) as Amount

/** Smallest units of the coin, rounded down. */
export const unitsOf = ({ decimals }: EvmCoin, amount: Amount): bigint =>
  decimals >= OUR_DECIMALS
    ? amount * 10n ** BigInt(decimals - OUR_DECIMALS)
    : amount / 10n ** BigInt(OUR_DECIMALS - decimals)

export class EvmContact {
  readonly #parts: ContactParts
  #reached: Promise<Reached> | undefined
  #hasBegun = false

  constructor(parts: ContactParts) {
    this.#parts = parts
  }

  /** Asked until it went well, then remembered. @throws Error when the node is away or of another chain */
  reach(): Promise<Reached> {
    this.#reached ??= this.#begin().catch((error) => {
      this.#reached = undefined
      throw error
    })
    return this.#reached
  }

  /** Whether it is known from which block on the chain is read: what comes to an address before that is not seen. */
  async hasBegun(): Promise<boolean> {
    const { database } = this.#parts
    if (!this.#hasBegun)
      this.#hasBegun =
        (await database.selectFrom("evm_blocks").select("number").limit(1).executeTakeFirst()) !== undefined
    return this.#hasBegun
  }

  async #begin(): Promise<Reached> {
    const { node, tokens } = this.#parts
    const chainId = await node.chainId()
    if (REAL_NETWORKS.has(chainId))
      throw new Error(`the node is of chain ${chainId}, where coins are worth money: none for a sandbox`)
    await this.#checkChain(chainId)
    const coins: EvmCoin[] = [{ currency: "ETH", contract: undefined, decimals: 18 }]
    for (const { currency, contract } of tokens)
      coins.push({ currency, contract, decimals: await node.decimals(contract) })
    await this.#beginBlocks()
    return { chainId, coins }
  }

  async #checkChain(chainId: number): Promise<void> {
    const { database } = this.#parts
    const row = await database
      .insertInto("meta")
      .values({ key: CHAIN_ROW, value: String(chainId) })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("value")
      .executeTakeFirst()
    const known =
      row ??
      (await database
        .selectFrom("meta")
        .select("value")
        .where("key", "=", CHAIN_ROW)
        .executeTakeFirstOrThrow())
    if (known.value !== String(chainId))
      throw new Error(`the node is of chain ${chainId}, the database of chain ${known.value}`)
  }

  /** The newest block is where reading begins: no address was given out before. */
  async #beginBlocks(): Promise<void> {
    const { database, node } = this.#parts
    if (await this.hasBegun()) return
    const head = await node.head("latest")
    if (!head) throw new Error("the node has no block")
    await database.insertInto("evm_blocks").values({ number: head.number, hash: head.hash }).execute()
  }
}
