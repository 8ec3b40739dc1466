/** Custody of ETH and ERC-20 coins on a chain that a node serves: deposits on the users' addresses, payments from one wallet (D13). */

import type { Kysely } from "kysely"
import { chainAssetOf } from "#core/chain/chain-assets.ts"
import type { Amount } from "#core/money/units.ts"
import type { Tables } from "../../storage/schema.ts"
import type { Addresses } from "../addresses.ts"
import {
  type Incoming,
  type Outgoing,
  type Payment,
  UnreachableChain,
  type WalletBalance,
} from "../custody-adapter.ts"
import { amountOf, EvmContact } from "./evm-contact.ts"
import { EvmDeposits, newestRead } from "./evm-deposits.ts"
import { EvmNode } from "./evm-node.ts"
import { costOf, EvmPayments, gasCostOf } from "./evm-payments.ts"
import type { EvmWallet } from "./evm-wallet.ts"
import type { JsonRpc } from "./json-rpc.ts"

/** Nodes keep the balances of the last 128 blocks. */
const BEHIND_MAX = 100

interface EvmParts {
  database: Kysely<Tables>
  addresses: Addresses
  wallet: EvmWallet
  rpc: JsonRpc
  /** ERC-20 contracts in lower case. */
  tokens: readonly { currency: string; contract: string }[]
  /** Wei. */
  gasPriceMax: bigint
  now(): number
}

export class EvmCustody {
  readonly #parts: EvmParts
  readonly #node: EvmNode
  readonly #contact: EvmContact
  readonly #deposits: EvmDeposits
  readonly #payments: EvmPayments

  constructor(parts: EvmParts) {
    this.#parts = parts
    const { database, wallet, gasPriceMax, now } = parts
    this.#node = new EvmNode(parts.rpc)
    this.#contact = new EvmContact({ database, node: this.#node, tokens: parts.tokens })
    const ground = { database, node: this.#node, contact: this.#contact }
    this.#deposits = new EvmDeposits(ground)
    this.#payments = new EvmPayments({ ...ground, wallet, gasPriceMax, now })
  }

  /** @throws UnreachableChain before the first contact: what came to the address until then would never be seen */
  async addressOf(userNumber: number): Promise<string> {
    if (!(await this.#contact.hasBegun()))
      await this.#contact.reach().catch((error: Error) => {
        throw new UnreachableChain(error.message)
      })
    const { database, addresses, now } = this.#parts
    const address = addresses.of("ethereum", userNumber)
    await database
      .insertInto("deposit_addresses")
      .values({ user_id: userNumber, chain: "ethereum", address, made: now() })
      .onConflict((conflict) => conflict.columns(["user_id", "chain"]).doNothing())
      .execute()
    return address
  }

  incoming(): Promise<Incoming[]> {
    return this.#deposits.incoming()
  }

  async settle({ tx, index }: Pick<Incoming, "tx" | "index">): Promise<void> {
    await this.#parts.database
      .updateTable("evm_deposits")
      .set({ settled: true })
      .where("tx", "=", tx)
      .where("tx_index", "=", index)
      .execute()
  }

  send(payment: Payment): Promise<{ tx: string }> {
    return this.#payments.send(payment)
  }

  outgoing(id: number): Promise<Outgoing | undefined> {
    return this.#payments.outgoing(id)
  }

  /**
   * As of the newest block that was read: what the wallet and all addresses that ever got anything hold, without deposits
   * that aren't final, payments in no block yet, and with the gas of payments whose cost isn't told yet.
   */
  async balances(): Promise<WalletBalance[]> {
    const { database, wallet } = this.#parts
    await this.#deposits.look()
    const { coins } = await this.#contact.reach()
    const { number: head } = await newestRead(database)
    const newest = (await this.#node.head("latest"))?.number ?? 0
    if (newest - head > BEHIND_MAX) throw new Error(`${newest - head} blocks are yet to be read`)
    const paid = await database.selectFrom("evm_deposits").select("address").distinct().execute()
    const ours = [...new Set([wallet.address, ...paid.map(({ address }) => address)])]
    const taken = await this.#underWay(head)
    const unripe = await this.#unripe(head)
    const rows = coins.map(async (coin): Promise<WalletBalance> => {
      const units =
        (await this.#node.held(ours, head, coin.contract)) - (taken.units.get(coin.currency) ?? 0n)
      const gas = coin.contract === undefined ? taken.gas : 0n
      const amount = amountOf(coin, units) + gas - (unripe.get(coin.currency) ?? 0n)
      return { chain: "ethereum", currency: coin.currency, amount: (amount > 0n ? amount : 0n) as Amount }
    })
    return await Promise.all(rows)
  }

  /** Units of payments that are in no block up to this one; 1e-8 ETH that the others' gas has cost. */
  async #underWay(head: number): Promise<{ units: Map<string, bigint>; gas: bigint }> {
    const open = await this.#payments.open()
    const receipts = await this.#node.receipts(open.map(({ tx }) => tx))
    const units = new Map<string, bigint>()
    let gas = 0n
    for (const [at, row] of open.entries()) {
      const receipt = receipts[at]
      if (receipt && receipt.blockNumber <= head) gas += costOf(gasCostOf(receipt))
      else units.set(row.currency, (units.get(row.currency) ?? 0n) + BigInt(row.units))
    }
    return { units, gas }
  }

  /** 1e-8 by currency of deposits that the chain may still take back. */
  async #unripe(head: number): Promise<Map<string, bigint>> {
    const open = await this.#parts.database
      .selectFrom("evm_deposits")
      .select(["currency", "amount", "block"])
      .where("settled", "=", false)
      .where("gone", "=", false)
      .execute()
    const sums = new Map<string, bigint>()
    for (const { currency, amount, block } of open) {
      const finalAfter = chainAssetOf("ethereum", currency)?.finalAfter ?? 0
      if (head - block + 1 < finalAfter) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
    }
    return sums
  }
}
