/** What custody asks of an Ethereum node, checked as it comes in. */

import { z } from "zod/mini"
import type { JsonRpc } from "./json-rpc.ts"

/** Transfer(address,address,uint256), ERC-20. */
const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
/** First bytes of calls of ERC-20: the hash of their names. */
const SELECTORS = { balanceOf: "0x70a08231", transfer: "0xa9059cbb", decimals: "0x313ce567" }

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text) => BigInt(text)),
)
const count = z.pipe(
  quantity,
  z.transform((value) => Number(value)),
)
const lower = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]*$/i)),
  z.transform((text) => text.toLowerCase()),
)

const blockHead = z.object({
  number: count,
  hash: lower,
  parentHash: lower,
  baseFeePerGas: z.optional(quantity),
})
const block = z.extend(blockHead, {
  transactions: z.array(z.object({ hash: lower, to: z.nullish(lower), value: quantity })),
})
const log = z.object({
  address: lower,
  topics: z.array(lower),
  data: lower,
  transactionHash: lower,
  logIndex: count,
})
const receipt = z.object({
  transactionHash: lower,
  blockHash: lower,
  blockNumber: count,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
})

export type BlockHead = z.infer<typeof blockHead>
export type Block = z.infer<typeof block>
export type Log = z.infer<typeof log>
export type Receipt = z.infer<typeof receipt>
export type BlockTag = number | "latest"

export interface TransactionCall {
  from: string
  to: string
  /** Wei. */
  value: bigint
  data: string
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const tagOf = (at: BlockTag): string => (at === "latest" ? at : hex(at))
/** 32 bytes, as the arguments of a call and the topics of a log are written. */
const word = (value: bigint): string => value.toString(16).padStart(64, "0")
const wordOfAddress = (address: string): string => word(BigInt(address))

/** The bytes of a call that moves a token's units. */
export const transferData = (to: string, units: bigint): string =>
  `${SELECTORS.transfer}${wordOfAddress(to)}${word(units)}`

/** Undefined: the log is no transfer of ERC-20. Addresses in lower case. */
export function transferOf({
  topics: [topic, from, to],
  data,
}: Log): { from: string; to: string; units: bigint } | undefined {
  if (topic !== TRANSFER_TOPIC || from?.length !== 66 || to?.length !== 66 || data.length !== 66)
    return undefined
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, units: BigInt(data) }
}

export class EvmNode {
  readonly #rpc: JsonRpc

  constructor(rpc: JsonRpc) {
    this.#rpc = rpc
  }

  async chainId(): Promise<number> {
    return count.parse(await this.#rpc.call("eth_chainId"))
  }

  /** Undefined: the node has none of this number. */
  async head(at: BlockTag): Promise<BlockHead | undefined> {
    return (
      z.nullable(blockHead).parse(await this.#rpc.call("eth_getBlockByNumber", tagOf(at), false)) ?? undefined
    )
  }

  /** With its transactions. */
  async block(number: number): Promise<Block | undefined> {
    return (
      z.nullable(block).parse(await this.#rpc.call("eth_getBlockByNumber", hex(number), true)) ?? undefined
    )
  }

  /** Transfers of these contracts in a block. */
  async transfers(blockHash: string, contracts: readonly string[]): Promise<Log[]> {
    if (contracts.length === 0) return []
    const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] }
    return z.array(log).parse(await this.#rpc.call("eth_getLogs", filter))
  }

  /** Undefined: it is in no block. */
  async receipts(hashes: readonly string[]): Promise<(Receipt | undefined)[]> {
    const calls = hashes.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] }))
    return (await this.#rpc.all(calls)).map((row) => z.nullable(receipt).parse(row) ?? undefined)
  }

  /** In a block, or waiting for one. */
  async knows(hash: string): Promise<boolean> {
    return (await this.#rpc.call("eth_getTransactionByHash", hash)) != null
  }

  /** Wei of these addresses together; with a contract: units of its token. */
  async held(addresses: readonly string[], at: BlockTag, contract?: string): Promise<bigint> {
    const tag = tagOf(at)
    const calls = addresses.map((address) =>
      contract === undefined
        ? { method: "eth_getBalance", params: [address, tag] }
        : {
            method: "eth_call",
            params: [{ to: contract, data: SELECTORS.balanceOf + wordOfAddress(address) }, tag],
          },
    )
    return (await this.#rpc.all(calls)).reduce<bigint>((sum, row) => sum + quantity.parse(row), 0n)
  }

  async decimals(contract: string): Promise<number> {
    const answer = await this.#rpc.call("eth_call", { to: contract, data: SELECTORS.decimals }, "latest")
    const decimals = quantity.safeParse(answer)
    if (!decimals.success || decimals.data > 36n)
      throw new Error(`${contract} is no ERC-20 contract of this chain`)
    return Number(decimals.data)
  }

  /** How many transactions of an address are in the chain: the next one's number. */
  async nonce(address: string, at: BlockTag): Promise<number> {
    return count.parse(await this.#rpc.call("eth_getTransactionCount", address, tagOf(at)))
  }

  async gasOf({ from, to, value, data }: TransactionCall): Promise<bigint> {
    const call = { from, to, value: hex(value), data }
    return quantity.parse(await this.#rpc.call("eth_estimateGas", call))
  }

  /** Wei a unit of gas: what miners are given on top of the block's own price. */
  async tip(): Promise<bigint> {
    return quantity.parse(await this.#rpc.call("eth_maxPriorityFeePerGas"))
  }

  /** @throws NodeRefusal */
  async hand(raw: string): Promise<void> {
    await this.#rpc.call("eth_sendRawTransaction", raw)
  }
}
