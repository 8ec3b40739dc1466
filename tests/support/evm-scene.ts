/** A bare exchange whose Ethereum is a development node: users with addresses, an own wallet with money, a test coin. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { Addresses } from "#server/custody/addresses.ts"
import type { CustodyAdapter } from "#server/custody/custody-adapter.ts"
import { CustodyByChain } from "#server/custody/custody-by-chain.ts"
import { CustodyLoop } from "#server/custody/custody-loop.ts"
import { EvmCustody } from "#server/custody/evm/evm-custody.ts"
import { transferData } from "#server/custody/evm/evm-node.ts"
import { EvmWallet } from "#server/custody/evm/evm-wallet.ts"
import { JsonRpc } from "#server/custody/evm/json-rpc.ts"
import { bookGenesis } from "#server/custody/genesis.ts"
import { Blocks } from "#server/custody/sandbox/blocks.ts"
import { SandboxCustody } from "#server/custody/sandbox/sandbox-custody.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { createExchange, systemClock } from "#server/exchange/exchange.ts"
import { storageWithUsers } from "./bare-users.ts"
import { openDoor, startNode } from "./evm-node.ts"
import { COIN_DECIMALS, coinDeployment } from "./test-coin.ts"

const WEI = 10n ** 18n
export const COIN = 10n ** BigInt(COIN_DECIMALS)
/** Whole coins that the wallet begins with. */
const WALLET = { ether: 50n, coins: 100_000n }
/** Longer than in service: a busy machine is no dead node. */
const ANSWER_WITHIN_MS = 30_000
const GAS_PRICE_MAX = 100n * 10n ** 9n

export const amount = (text: string): Amount => {
  const read = parseAmount(text)
  if (!read.ok) throw new Error(text)
  return read.value
}
const hex = (value: bigint | number) => `0x${value.toString(16)}`

export type EvmScene = Awaited<ReturnType<typeof openEvmScene>>

export async function openEvmScene(program: string) {
  const folder = mkdtempSync(join(tmpdir(), "saker-evm-"))
  const storage = await storageWithUsers(folder, 8)
  const { database } = storage
  const node = await startNode(program)
  const door = await openDoor(node)
  const seed = new Uint8Array(64).fill(7)
  const [addresses, wallet] = [new Addresses(seed), new EvmWallet(seed)]
  const accounts = (await node.ask("eth_accounts")) as string[]
  const [outside = ""] = accounts
  const mine = (blocks: number) => node.ask("anvil_mine", hex(blocks))

  /** Everything is said, so that the same words are the same transaction on a chain that was taken back. */
  const transact = async (to: string | undefined, value: bigint, data = "0x"): Promise<string> => {
    const nonce = await node.ask("eth_getTransactionCount", outside, "pending")
    const gas = { gas: hex(300_000), maxFeePerGas: hex(10n ** 11n), maxPriorityFeePerGas: hex(10n ** 9n) }
    const call = { from: outside, ...(to && { to }), value: hex(value), data, nonce, ...gas }
    return (await node.ask("eth_sendTransaction", call)) as string
  }
  const deployment = await transact(undefined, 0n, coinDeployment(1_000_000_000n * COIN))
  await mine(1)
  const receipt = (await node.ask("eth_getTransactionReceipt", deployment)) as { contractAddress: string }
  const contract = receipt.contractAddress.toLowerCase()
  const payEther = (to: string, text: string) => transact(to, (amount(text) * WEI) / 10n ** 8n)
  const payCoins = (to: string, units: bigint) => transact(contract, 0n, transferData(to, units))
  await payEther(wallet.address, String(WALLET.ether))
  await payCoins(wallet.address, WALLET.coins * COIN)
  await mine(1)

  const log = { error: () => undefined, info: () => undefined }
  const newEvm = (answerWithinMs = ANSWER_WITHIN_MS) =>
    new EvmCustody({
      ...{ database, addresses, wallet, tokens: [{ currency: "USDT", contract }], now: systemClock.now },
      rpc: new JsonRpc(door.url, answerWithinMs),
      gasPriceMax: GAS_PRICE_MAX,
    })
  const engine = createEngine({})
  const exchange = createExchange({ engine, clock: systemClock, log: { error: () => undefined } })
  const run = async (command: Command): Promise<void> => {
    const done = await exchange.submit(command)
    if (!done.ok) throw new Error(JSON.stringify(done.problem))
  }
  /** As after a start: whatever was in memory is gone, the database is the same. */
  const custodyAnew = (answerWithinMs?: number) => {
    const blocks = new Blocks("seed", 1000)
    const sandbox = new SandboxCustody({ database, addresses, blocks, now: systemClock.now })
    const byChain = new CustodyByChain({ clock: systemClock, log, sandbox, evm: newEvm(answerWithinMs) })
    const wasFinal = async () => false
    const parts = { adapter: byChain, exchange, engine: engine.state, wasFinal, clock: systemClock, log }
    const loop = new CustodyLoop(
      parts,
      async () => undefined,
      () => bookGenesis(parts),
    )
    return {
      adapter: byChain as CustodyAdapter,
      loop,
      troubles: () => [...loop.troubles(), ...byChain.troubles()],
    }
  }

  let keys = 0
  return {
    ...{ node, door, database, addresses, wallet, accounts, engine },
    ...{ mine, payEther, payCoins, newEvm, custodyAnew },
    ether: async (address: string) => BigInt((await node.ask("eth_getBalance", address, "latest")) as string),
    coins: async (address: string) => {
      const data = `0x70a08231${address.slice(2).padStart(64, "0")}`
      return BigInt((await node.ask("eth_call", { to: contract, data }, "latest")) as string)
    },
    /** How many transactions of the wallet are in the chain. */
    paid: async () => Number(await node.ask("eth_getTransactionCount", wallet.address, "latest")),
    /** A withdrawal that may be sent; its id. */
    async approved(account: string, currency: string, text: string, address: string): Promise<number> {
      keys += 1
      const asked = await exchange.submit({
        ...{ type: "withdraw.request", account, currency, chain: "ethereum", addressId: 1, address },
        ...{ remark: "", amount: amount(text), key: `k${keys}`, keysMax: 100, waitMs: 0 },
        ...{ identity: "verified", addressReadyAt: 0, restUntil: 0, hasSecondProof: false },
      })
      if (!asked.ok) throw new Error(JSON.stringify(asked.problem))
      await run({ type: "clock.tick" })
      const { id } = asked.value.withdrawal
      for (const by of ["one", "two"])
        if (engine.state.custody.withdrawals.get(id)?.status === "review")
          await run({ type: "withdraw.approve", id, by })
      return id
    },
    async close() {
      exchange.stop()
      await door.close()
      await node.stop()
      await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
