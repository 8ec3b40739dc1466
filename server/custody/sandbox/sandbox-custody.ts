/** Custody on simulated chains: a wallet with money to begin with, and transactions that a table keeps. */

import { createHash } from "node:crypto"
import type { Kysely, Selectable } from "kysely"
import { checkAddress } from "#core/chain/address.ts"
import { CHAIN_ASSETS, type Chain, chainAssetOf } from "#core/chain/chain-assets.ts"
import type { Amount } from "#core/money/units.ts"
import type { ChainTables } from "../../storage/chain-schema.ts"
import type { Tables } from "../../storage/schema.ts"
import type { Addresses } from "../addresses.ts"
import type { CustodyAdapter, Incoming, Outgoing, Payment, WalletBalance } from "../custody-adapter.ts"
import type { Blocks } from "./blocks.ts"
import { FAUCET_REQUEST } from "./last-draw.ts"
import { networkCost } from "./network-cost.ts"

/** Whole coins that the wallet has at the beginning of the simulation. */
const GENESIS: Readonly<Record<string, bigint>> = { BTC: 1000n, ETH: 10_000n, USDT: 10_000_000n }
const UNITS = 100_000_000n

interface SandboxParts {
  database: Kysely<Tables>
  addresses: Addresses
  blocks: Blocks
  now(): number
}

type Transaction = Selectable<ChainTables["chain_transactions"]>
type Asked = Omit<Payment, "id"> & { request: string; isPayment: boolean }

export class SandboxCustody implements CustodyAdapter {
  readonly #parts: SandboxParts

  constructor(parts: SandboxParts) {
    this.#parts = parts
  }

  async addressOf(chain: Chain, userNumber: number): Promise<string> {
    const { database, addresses, now } = this.#parts
    const address = addresses.of(chain, userNumber)
    await database
      .insertInto("deposit_addresses")
      .values({ user_id: userNumber, chain, address, made: now() })
      .onConflict((conflict) => conflict.columns(["user_id", "chain"]).doNothing())
      .execute()
    return address
  }

  async incoming(): Promise<Incoming[]> {
    const rows = await this.#toUs().where("settled", "=", false).orderBy("since").orderBy("tx").execute()
    return rows.map((row) => ({
      ...{ chain: row.chain as Chain, tx: row.tx, index: 0 },
      ...{ address: row.address, userNumber: row.user_id, currency: row.currency },
      amount: BigInt(row.amount) as Amount,
      confirmations: this.#confirmationsOf(row),
      isGone: row.dropped !== null,
    }))
  }

  async settle({ chain, tx }: Pick<Incoming, "chain" | "tx">): Promise<void> {
    await this.#parts.database
      .updateTable("chain_transactions")
      .set({ settled: true })
      .where("chain", "=", chain)
      .where("tx", "=", tx)
      .execute()
  }

  async send({ id, ...payment }: Payment): Promise<{ tx: string }> {
    return await this.#transact({ ...payment, request: requestOf(id), isPayment: true })
  }

  async faucet({ key, ...given }: Omit<Payment, "id"> & { key: string }): Promise<{ tx: string }> {
    return await this.#transact({ ...given, request: FAUCET_REQUEST + key, isPayment: false })
  }

  async outgoing(id: number): Promise<Outgoing | undefined> {
    const row = await this.#byRequest(requestOf(id))
    if (!row) return undefined
    const chain = row.chain as Chain
    const { finalAfter = 0 } = chainAssetOf(chain, row.currency) ?? {}
    const confirmations = this.#confirmationsOf(row)
    const cost = BigInt(row.cost) as Amount
    return {
      tx: row.tx,
      confirmations,
      isFinal: confirmations >= finalAfter,
      isFailed: row.dropped !== null && this.#blocksSince(chain, row.dropped) >= finalAfter,
      ...(cost > 0n && { cost: { currency: row.cost_currency, amount: cost } }),
    }
  }

  async balances(): Promise<WalletBalance[]> {
    const held = new Map<string, bigint>(
      CHAIN_ASSETS.map(({ chain, currency }) => [`${chain} ${currency}`, (GENESIS[currency] ?? 0n) * UNITS]),
    )
    const add = (chain: string, currency: string, amount: bigint) => {
      const name = `${chain} ${currency}`
      held.set(name, (held.get(name) ?? 0n) + amount)
    }
    for (const { chain, currency, amount } of await this.#received()) add(chain, currency, amount)
    for (const { chain, currency, amount } of await this.#spent()) add(chain, currency, -amount)
    return [...held].map(([name, amount]) => {
      const [chain = "", currency = ""] = name.split(" ")
      return { chain: chain as Chain, currency, amount: amount as Amount }
    })
  }

  async reorganise(chain: Chain, depth: number, drops: boolean): Promise<void> {
    const { database, blocks, now } = this.#parts
    const time = now()
    // In the last `depth` blocks is what has at most so many confirmations; what waits for its first is in none.
    const young = time - (depth + MARGIN_BLOCKS) * blocks.blockMs(chain)
    const rows = await database
      .selectFrom("chain_transactions")
      .selectAll()
      .where("chain", "=", chain)
      .where("dropped", "is", null)
      .where("since", ">=", young)
      .execute()
    const hit = rows.filter((row) => {
      const confirmations = this.#confirmationsOf(row)
      return confirmations > 0 && confirmations <= depth
    })
    if (hit.length === 0) return
    await database
      .updateTable("chain_transactions")
      .set(drops ? { dropped: time } : { since: time })
      .where("chain", "=", chain)
      .where(
        "tx",
        "in",
        hit.map(({ tx }) => tx),
      )
      .execute()
  }

  async close(): Promise<void> {
    // The table keeps everything; nothing runs.
  }

  /** Of several who ask at once with one request, one makes the transaction; all are answered the same. */
  async #transact(asked: Asked): Promise<{ tx: string }> {
    this.#check(asked)
    const known = await this.#byRequest(asked.request)
    if (known) return sameAs(known, asked)
    if (asked.isPayment) await this.#checkFunds(asked)
    const { chain, currency, address, amount, request, isPayment } = asked
    const hash = createHash("sha256").update(`${this.#parts.addresses.fingerprint} ${request}`).digest("hex")
    const cost = isPayment ? networkCost(chain, currency, hash) : { currency: "", amount: 0n }
    await this.#parts.database
      .insertInto("chain_transactions")
      .values({
        chain,
        tx: chain === "ethereum" ? `0x${hash}` : hash,
        request,
        is_payment: isPayment,
        ...{ address, currency, amount, cost: cost.amount, cost_currency: cost.currency },
        since: this.#parts.now(),
        dropped: null,
        // What goes to nobody's deposit address is never told as something that came in.
        settled: !(await this.#isWatched(chain, address)),
      })
      .onConflict((conflict) => conflict.column("request").doNothing())
      .execute()
    const made = await this.#byRequest(request)
    if (!made) throw new Error(`${request} was not written`)
    return sameAs(made, asked)
  }

  #check({ chain, currency, address, amount }: Asked): void {
    if (!chainAssetOf(chain, currency)) throw new Error(`${currency} doesn't go over ${chain}`)
    const checked = checkAddress(chain, address)
    if (!checked.ok || checked.value !== address) throw new Error(`no address of ${chain}: ${address}`)
    if (amount <= 0n) throw new Error("nothing to send")
  }

  async #checkFunds({ chain, currency, amount }: Asked): Promise<void> {
    const held = (await this.balances()).find((row) => row.chain === chain && row.currency === currency)
    if ((held?.amount ?? 0n) < amount) throw new Error(`the wallet holds too little ${currency} on ${chain}`)
  }

  async #byRequest(request: string): Promise<Transaction | undefined> {
    return await this.#parts.database
      .selectFrom("chain_transactions")
      .selectAll()
      .where("request", "=", request)
      .executeTakeFirst()
  }

  async #isWatched(chain: Chain, address: string): Promise<boolean> {
    const row = await this.#parts.database
      .selectFrom("deposit_addresses")
      .select("user_id")
      .where("chain", "=", chain)
      .where("address", "=", address)
      .executeTakeFirst()
    return row !== undefined
  }

  #toUs() {
    return this.#parts.database
      .selectFrom("chain_transactions")
      .innerJoin("deposit_addresses", (join) =>
        join
          .onRef("deposit_addresses.chain", "=", "chain_transactions.chain")
          .onRef("deposit_addresses.address", "=", "chain_transactions.address"),
      )
      .selectAll("chain_transactions")
      .select("deposit_addresses.user_id")
  }

  /** All that is in a block. What is settled is summed up by the database: it is in one for good. */
  async #received(): Promise<{ chain: string; currency: string; amount: bigint }[]> {
    const settled = await this.#toUs()
      .clearSelect()
      .select(["chain_transactions.chain", "currency"])
      .select((build) => build.fn.sum<string>("amount").as("amount"))
      .where("settled", "=", true)
      .where("dropped", "is", null)
      .groupBy(["chain_transactions.chain", "currency"])
      .execute()
    const open = (await this.incoming()).filter(({ confirmations }) => confirmations > 0)
    return [...settled, ...open].map(({ chain, currency, amount }) => ({
      chain,
      currency,
      amount: BigInt(amount),
    }))
  }

  /** What was paid, and what it cost. A payment that was dropped cost nothing, and came back. */
  async #spent(): Promise<{ chain: string; currency: string; amount: bigint }[]> {
    const rows = await this.#parts.database
      .selectFrom("chain_transactions")
      .select(["chain", "currency", "cost_currency"])
      .select((build) => [
        build.fn.sum<string>("amount").as("amount"),
        build.fn.sum<string>("cost").as("cost"),
      ])
      .where("is_payment", "=", true)
      .where("dropped", "is", null)
      .groupBy(["chain", "currency", "cost_currency"])
      .execute()
    return rows.flatMap(({ chain, currency, cost_currency, amount, cost }) => [
      { chain, currency, amount: BigInt(amount) },
      ...(cost_currency ? [{ chain, currency: cost_currency, amount: BigInt(cost) }] : []),
    ])
  }

  #confirmationsOf({ chain, since, dropped }: Pick<Transaction, "chain" | "since" | "dropped">): number {
    const { blocks, now } = this.#parts
    return dropped === null ? blocks.confirmations(chain as Chain, since, now()) : 0
  }

  #blocksSince(chain: Chain, time: number): number {
    const { blocks, now } = this.#parts
    return blocks.heightAt(chain, now()) - blocks.heightAt(chain, time)
  }
}

/** More than the shallow reorganisations can put a transaction off. */
const MARGIN_BLOCKS = 100

const requestOf = (id: number): string => `withdrawal ${id}`

/** A request means one transaction for good: with other details it is a fault of the caller. */
function sameAs(made: Transaction, asked: Asked): { tx: string } {
  const { chain, currency, address, amount } = asked
  const isSame =
    made.chain === chain &&
    made.currency === currency &&
    made.address === address &&
    BigInt(made.amount) === amount
  if (!isSame) throw new Error(`${asked.request} was sent with other details`)
  return { tx: made.tx }
}
