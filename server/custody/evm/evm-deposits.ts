/**
 * Reads the chain block by block: coins in transactions, tokens in logs. A block is taken only where it follows the one
 * before it by its hash; what was in blocks that the chain has taken back is gone (D2).
 */

import type { Kysely, Transaction } from "kysely"
import type { Tables } from "../../storage/schema.ts"
import type { Incoming } from "../custody-adapter.ts"
import { amountOf, type EvmCoin, type EvmContact } from "./evm-contact.ts"
import { type Block, type BlockHead, type EvmNode, type Receipt, transferOf } from "./evm-node.ts"

/** Read at one look, so that what was read is told before the next. */
const BLOCKS_A_LOOK = 25
/** Kept to compare with: a reorganisation that goes deeper holds everything up. */
const BLOCKS_KEPT = 512

type ReadBlock = Pick<BlockHead, "number" | "hash">

interface DepositParts {
  database: Kysely<Tables>
  node: EvmNode
  contact: EvmContact
}

/** A transfer to one of our addresses, before its receipt was seen. */
interface Candidate {
  tx: string
  /** Of the log in its block; undefined: the chain's own coin. */
  log: number | undefined
  coin: EvmCoin
  to: string
  units: bigint
}

interface Found {
  tx: string
  tx_index: number
  user_id: number
  address: string
  currency: string
  amount: bigint
}

export class EvmDeposits {
  readonly #parts: DepositParts
  #looking: Promise<void> | undefined

  constructor(parts: DepositParts) {
    this.#parts = parts
  }

  /** Everything that isn't settled, as of the newest block that was read. */
  async incoming(): Promise<Incoming[]> {
    await this.look()
    const { database } = this.#parts
    const head = (await newestRead(database)).number
    const rows = await database
      .selectFrom("evm_deposits")
      .selectAll()
      .where("settled", "=", false)
      .orderBy("block")
      .orderBy("tx")
      .orderBy("tx_index")
      .execute()
    return rows.map((row) => ({
      ...{ chain: "ethereum", tx: row.tx, index: row.tx_index, address: row.address },
      ...{ userNumber: row.user_id, currency: row.currency, isGone: row.gone },
      amount: BigInt(row.amount) as Incoming["amount"],
      confirmations: row.gone ? 0 : head - row.block + 1,
    }))
  }

  /** Reads on. Whoever comes while it does waits for the same. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { node, contact } = this.#parts
    const { coins } = await contact.reach()
    const head = await node.head("latest")
    if (!head) throw new Error("the node has no block")
    let last = await this.#newestShared(head)
    const end = Math.min(head.number, last.number + BLOCKS_A_LOOK)
    for (let number = last.number + 1; number <= end; number += 1) {
      const block = await node.block(number)
      // Changed while it was read: the next look compares anew.
      if (block?.parentHash !== last.hash) return
      await this.#keep(block, await this.#depositsIn(block, coins))
      last = block
    }
  }

  /** The newest block that was read and that the chain still has; what was read above it is taken back. */
  async #newestShared(head: BlockHead): Promise<ReadBlock> {
    const { database, node } = this.#parts
    const hashAt = async (number: number) =>
      number === head.number ? head.hash : (await node.head(number))?.hash
    const newest = await newestRead(database)
    if (newest.number <= head.number && (await hashAt(newest.number)) === newest.hash) return newest
    const read = await database
      .selectFrom("evm_blocks")
      .selectAll()
      .where("number", "<=", head.number)
      .orderBy("number", "desc")
      .execute()
    for (const row of read) {
      if ((await hashAt(row.number)) !== row.hash) continue
      // It has fewer blocks, but the same ones: a node that lags takes nothing back.
      if (row.number === head.number) return newest
      await this.#takeBack(row.number)
      return row
    }
    throw new Error(`the node's chain has none of the ${read.length} blocks that were read last`)
  }

  async #takeBack(above: number): Promise<void> {
    await this.#parts.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("evm_blocks").where("number", ">", above).execute()
      await transaction
        .updateTable("evm_deposits")
        .set({ gone: true, settled: false })
        .where("block", ">", above)
        .where("gone", "=", false)
        .execute()
    })
  }

  async #depositsIn(block: Block, coins: readonly EvmCoin[]): Promise<Found[]> {
    const { database, node } = this.#parts
    const contracts = coins.flatMap(({ contract }) => contract ?? [])
    const logs = await node.transfers(block.hash, contracts)
    // Asked for after the block was there: whoever was paid in it had the address before.
    const watched = await database
      .selectFrom("deposit_addresses")
      .select(["user_id", "address"])
      .where("chain", "=", "ethereum")
      .execute()
    const owners = new Map(watched.map((row) => [row.address.toLowerCase(), row]))
    const candidates = [...coinsIn(block, coins), ...tokensIn(logs, coins)].filter(
      ({ to, units }) => owners.has(to) && units > 0n,
    )
    const hashes = [...new Set(candidates.map(({ tx }) => tx))]
    const receipts = new Map(
      (await node.receipts(hashes)).flatMap((row) => (row ? [[row.transactionHash, row]] : [])),
    )
    return candidates.flatMap(({ tx, log, coin, to, units }) => {
      const receipt = receipts.get(tx)
      const owner = owners.get(to)
      if (receipt?.blockHash !== block.hash)
        throw new Error(`block ${block.number} changed while it was read`)
      const amount = amountOf(coin, units)
      if (!owner || receipt.status !== 1n || amount === 0n) return []
      const { user_id, address } = owner
      return { tx, tx_index: placeOf(receipt, log), user_id, address, currency: coin.currency, amount }
    })
  }

  async #keep({ number, hash }: ReadBlock, found: readonly Found[]): Promise<void> {
    await this.#parts.database.transaction().execute(async (transaction) => {
      await transaction.insertInto("evm_blocks").values({ number, hash }).execute()
      await transaction
        .deleteFrom("evm_blocks")
        .where("number", "<=", number - BLOCKS_KEPT)
        .execute()
      for (const one of found) await write(transaction, number, one)
    })
  }
}

/** It may have been there before, in a block that was taken back. */
async function write(transaction: Transaction<Tables>, block: number, found: Found): Promise<void> {
  await transaction
    .insertInto("evm_deposits")
    .values({ ...found, block, gone: false, settled: false })
    .onConflict((conflict) =>
      conflict.columns(["tx", "tx_index"]).doUpdateSet({ block, gone: false, settled: false }),
    )
    .execute()
}

/** @throws Error before the first contact */
export async function newestRead(database: Kysely<Tables>): Promise<ReadBlock> {
  const row = await database
    .selectFrom("evm_blocks")
    .selectAll()
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Error("no block was read yet")
  return row
}

function coinsIn({ transactions }: Block, coins: readonly EvmCoin[]): Candidate[] {
  const coin = coins.find(({ contract }) => contract === undefined)
  if (!coin) return []
  return transactions.map(({ hash, to, value }) => ({
    tx: hash,
    log: undefined,
    coin,
    to: to ?? "",
    units: value,
  }))
}

function tokensIn(logs: Awaited<ReturnType<EvmNode["transfers"]>>, coins: readonly EvmCoin[]): Candidate[] {
  return logs.flatMap((log) => {
    const coin = coins.find(({ contract }) => contract === log.address)
    const transfer = transferOf(log)
    if (!coin || !transfer) return []
    return { tx: log.transactionHash, log: log.logIndex, coin, to: transfer.to, units: transfer.units }
  })
}

/** Numbers of logs count a whole block, and change with it; the place in the own transaction doesn't. */
function placeOf({ logs }: Receipt, log: number | undefined): number {
  if (log === undefined) return 0
  const place = logs.findIndex(({ logIndex }) => logIndex === log)
  if (place < 0) throw new Error("a receipt without the log that it is of")
  return place
}
