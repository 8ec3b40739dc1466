/**
 * Pays withdrawals once and only once (D5): number and signed bytes are written down before the node is asked. From then on
 * the same bytes are handed over, however often, and never others for the same withdrawal.
 */

import type { Kysely, Selectable } from "kysely"
import { checkAddress } from "#core/chain/address.ts"
import { chainAssetOf } from "#core/chain/chain-assets.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { EvmTables } from "../../storage/evm-schema.ts"
import type { Tables } from "../../storage/schema.ts"
import type { Outgoing, Payment } from "../custody-adapter.ts"
import { OneByOne } from "../one-by-one.ts"
import { amountOf, type EvmCoin, type EvmContact, type Reached, unitsOf } from "./evm-contact.ts"
import { type EvmNode, type Receipt, type TransactionCall, transferData, transferOf } from "./evm-node.ts"
import type { EvmWallet } from "./evm-wallet.ts"

export type PaymentRow = Selectable<EvmTables["evm_payments"]>

interface PaymentParts {
  database: Kysely<Tables>
  node: EvmNode
  contact: EvmContact
  wallet: EvmWallet
  /** Wei: a unit of gas that may cost more makes withdrawals wait. */
  gasPriceMax: bigint
  now(): number
}

const WEI_DIGITS = 10n ** 10n
const GWEI = 10n ** 9n
/** The wallet is one: whatever it pays is made one after the other. */
const WALLET = 0

/** 1e-8 ETH, rounded up: what the books say was spent is never less than what was. */
export const costOf = (wei: bigint): Amount => ((wei + WEI_DIGITS - 1n) / WEI_DIGITS) as Amount

export const gasCostOf = ({ gasUsed, effectiveGasPrice }: Receipt): bigint => gasUsed * effectiveGasPrice

export class EvmPayments {
  readonly #parts: PaymentParts
  readonly #turns = new OneByOne()

  constructor(parts: PaymentParts) {
    this.#parts = parts
  }

  async send(payment: Payment): Promise<{ tx: string }> {
    return await this.#turns.run(WALLET, async () => {
      const known = await this.#rowOf(payment.id)
      if (known) checkSame(known, payment)
      const row = known ?? (await this.#make(payment))
      await this.#hand(row)
      return { tx: row.tx }
    })
  }

  /** What the chain says of it; what the chain has lost is handed to it again. */
  async outgoing(id: number): Promise<Outgoing | undefined> {
    const row = await this.#rowOf(id)
    if (!row) return undefined
    const { tx } = row
    const finalAfter = finalAfterOf(row)
    if (row.ended !== null)
      return {
        ...{
          tx,
          confirmations: finalAfter,
          isFinal: row.ended === "final",
          isFailed: row.ended === "failed",
        },
        cost: { currency: "ETH", amount: costOf(BigInt(row.cost)) },
      }
    const { node, contact } = this.#parts
    await contact.reach()
    const head = await node.head("latest")
    const [receipt] = await node.receipts([tx])
    if (!head) throw new Error("the node has no block")
    const confirmations = receipt ? Math.max(0, head.number - receipt.blockNumber + 1) : 0
    if (receipt && confirmations >= finalAfter) return await this.#end(row, receipt)
    if (!receipt && (await this.#isReplaced(row, head.number - finalAfter)))
      return await this.#endAs(row, "failed", 0n)
    if (!receipt) await this.#hand(row)
    return { tx, confirmations, isFinal: false, isFailed: false }
  }

  /** Those that have not ended. */
  async open(): Promise<PaymentRow[]> {
    return await this.#parts.database
      .selectFrom("evm_payments")
      .selectAll()
      .where("ended", "is", null)
      .execute()
  }

  async #rowOf(id: number): Promise<PaymentRow | undefined> {
    return await this.#parts.database
      .selectFrom("evm_payments")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst()
  }

  async #make(payment: Payment): Promise<PaymentRow> {
    const { database, contact, wallet, now } = this.#parts
    const reached = await contact.reach()
    const coin = coinOf(reached, payment)
    const units = unitsOf(coin, payment.amount)
    if (units <= 0n) throw new Error("nothing to send")
    const call: TransactionCall = {
      from: wallet.address,
      ...(coin.contract === undefined
        ? { to: payment.address, value: units, data: "0x" }
        : { to: coin.contract, value: 0n, data: transferData(payment.address, units) }),
    }
    const fees = await this.#fees()
    await this.#checkFunds(coin, units, 0n)
    const gasLimit = ((await this.#parts.node.gasOf(call)) * 6n) / 5n
    const costMax = gasLimit * fees.maxFeePerGas
    await this.#checkFunds(coin, units, costMax)
    const nonce = await this.#nextNonce()
    const { to, value, data } = call
    const chainId = BigInt(reached.chainId)
    const signed = wallet.sign({ chainId, nonce: BigInt(nonce), to, value, data, gasLimit, ...fees })
    const { id, address, currency, amount } = payment
    return await database
      .insertInto("evm_payments")
      .values({
        ...{ id, nonce, ...signed, address, currency, amount, units },
        ...{ cost_max: costMax, made: now(), ended: null, cost: 0n },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Twice the block's price: it may be full six times in a row before the payment waits. */
  async #fees(): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
    const { node, gasPriceMax } = this.#parts
    const [head, maxPriorityFeePerGas] = await Promise.all([node.head("latest"), node.tip()])
    if (head?.baseFeePerGas === undefined)
      throw new Error("the chain has no price of gas of its own (EIP-1559)")
    const maxFeePerGas = 2n * head.baseFeePerGas + maxPriorityFeePerGas
    if (maxFeePerGas > gasPriceMax)
      throw new Error(`gas may cost ${maxFeePerGas / GWEI} gwei, more than SAKER_EVM_MAX_GWEI allows`)
    return { maxFeePerGas, maxPriorityFeePerGas }
  }

  /** What is written down and in no block yet is spent as well. */
  async #checkFunds(coin: EvmCoin, units: bigint, cost: bigint): Promise<void> {
    const { node, wallet } = this.#parts
    const own = [wallet.address]
    const open = await this.open()
    const receipts = await node.receipts(open.map(({ tx }) => tx))
    const waiting = open.filter((_row, at) => receipts[at] === undefined)
    const spent = (currency: string) =>
      waiting.reduce((sum, row) => (row.currency === currency ? sum + BigInt(row.units) : sum), 0n)
    const gas = waiting.reduce((sum, row) => sum + BigInt(row.cost_max), cost)
    const isNative = coin.contract === undefined
    const ether = (await node.held(own, "latest")) - spent("ETH") - gas - (isNative ? units : 0n)
    if (ether < 0n) throw lacking(wallet, "ETH", costOf(-ether))
    if (isNative) return
    const left = (await node.held(own, "latest", coin.contract)) - spent(coin.currency) - units
    if (left < 0n) throw lacking(wallet, coin.currency, amountOf(coin, -left))
  }

  /** Behind what was written down and what the chain has: the key may have been used elsewhere. */
  async #nextNonce(): Promise<number> {
    const { database, node, wallet } = this.#parts
    const row = await database
      .selectFrom("evm_payments")
      .select(({ fn }) => fn.max("nonce").as("last"))
      .executeTakeFirst()
    const last = row?.last ?? null
    return Math.max(await node.nonce(wallet.address, "latest"), last === null ? 0 : Number(last) + 1)
  }

  /** A node that has it already says so by a refusal. */
  async #hand({ tx, raw, ended }: PaymentRow): Promise<void> {
    const { node } = this.#parts
    if (ended !== null || (await node.knows(tx))) return
    try {
      await node.hand(raw)
    } catch (error) {
      if (!(await node.knows(tx))) throw error
    }
  }

  /** Another transaction has its number, so deep that it stays: this one can't come any more. */
  async #isReplaced({ tx, nonce }: PaymentRow, deep: number): Promise<boolean> {
    const { node, wallet } = this.#parts
    if (deep < 0 || (await node.nonce(wallet.address, "latest")) <= nonce) return false
    if ((await node.nonce(wallet.address, deep)) <= nonce) return false
    const [receipt] = await node.receipts([tx])
    return receipt === undefined
  }

  /** A transaction that was undone by the contract, or moved nothing, has cost its gas and nothing else. */
  async #end(row: PaymentRow, receipt: Receipt): Promise<Outgoing> {
    const { node, contact } = this.#parts
    const block = await node.head(receipt.blockNumber)
    if (block?.hash !== receipt.blockHash) throw new Error("the chain changed while it was read")
    const coin = coinOf(await contact.reach(), row)
    const isPaid =
      receipt.status === 1n && (coin.contract === undefined || this.#hasMoved(coin, row, receipt))
    return await this.#endAs(row, isPaid ? "final" : "failed", gasCostOf(receipt))
  }

  #hasMoved({ contract }: EvmCoin, { address, units }: PaymentRow, { logs }: Receipt): boolean {
    const from = this.#parts.wallet.address.toLowerCase()
    return logs.some((log) => {
      const moved = log.address === contract ? transferOf(log) : undefined
      return moved?.from === from && moved.to === address.toLowerCase() && moved.units === BigInt(units)
    })
  }

  async #endAs({ id, tx, ...row }: PaymentRow, ended: "final" | "failed", cost: bigint): Promise<Outgoing> {
    await this.#parts.database.updateTable("evm_payments").set({ ended, cost }).where("id", "=", id).execute()
    return {
      ...{ tx, confirmations: finalAfterOf(row), isFinal: ended === "final", isFailed: ended === "failed" },
      cost: { currency: "ETH", amount: costOf(cost) },
    }
  }
}

const lacking = ({ address }: EvmWallet, currency: string, amount: Amount): Error =>
  new Error(`the wallet ${address} lacks ${formatAmount(amount)} ${currency}`)

const finalAfterOf = ({ currency }: { currency: string }): number =>
  chainAssetOf("ethereum", currency)?.finalAfter ?? Number.MAX_SAFE_INTEGER

/** @throws Error when it isn't one of the chain, or the address is none */
function coinOf({ coins }: Reached, { currency, address }: { currency: string; address: string }): EvmCoin {
  const coin = coins.find((row) => row.currency === currency)
  if (!coin) throw new Error(`${currency} doesn't go over ethereum`)
  const checked = checkAddress("ethereum", address)
  if (!checked.ok || checked.value !== address) throw new Error(`no address of ethereum: ${address}`)
  return coin
}

/** An id means one payment for good: with other details it is a fault of the caller. */
function checkSame(row: PaymentRow, { id, currency, address, amount }: Payment): void {
  if (row.currency === currency && row.address === address && BigInt(row.amount) === amount) return
  throw new Error(`withdrawal ${id} was sent with other details`)
}
