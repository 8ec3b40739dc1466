/**
 * D13, a real chain: deposits are seen and taken back as the node's blocks are, withdrawals are signed and sent once, whatever
 * happens between us and the node. Held against a development node; skipped by name where it can't be had.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { withChecksum as checksum } from "#core/chain/address.ts"
import { findNode } from "#tests/support/evm-node.ts"
import { amount, COIN, type EvmScene, openEvmScene } from "#tests/support/evm-scene.ts"
import { roomOf } from "../../engine/custody/custody-room.ts"
import { checkBooks } from "../../engine/ledger/check-books.ts"
import { UnreachableChain } from "../custody-adapter.ts"

const found = await findNode()
const why = "missing" in found ? `: SKIPPED, there is no node: ${found.missing}` : ""

/** How long an answer may take in service. */
const SERVICE_MS = 4_000
const FINAL = 64
const CREDIT = 12

describe.skipIf("missing" in found)(`Ethereum at a development node${why}`, () => {
  let scene: EvmScene
  let custody: ReturnType<EvmScene["custodyAnew"]>
  beforeAll(async () => {
    if ("program" in found) scene = await openEvmScene(found.program)
    custody = scene.custodyAnew()
  }, 180_000)
  afterAll(() => scene?.close())

  /** Looks once more after the last block, so that what it brought is told; a busy machine's node is asked again. */
  async function look(): Promise<void> {
    await custody.loop.look()
    do await custody.loop.look()
    while (scene.door.mood === "well" && /no answer within/.test(custody.troubles().join()))
    expect(checkBooks(scene.engine.state)).toEqual([])
  }
  /** What the wallets hold covers what the ledger says they hold. */
  async function expectCovered(): Promise<void> {
    const held = await custody.adapter.balances()
    for (const currency of ["ETH", "USDT"]) {
      const sum = held.reduce((all, row) => (row.currency === currency ? all + row.amount : all), 0n)
      expect(sum).toBeGreaterThanOrEqual(roomOf(scene.engine.state, currency))
    }
  }
  const addressOf = (user: number) => custody.adapter.addressOf("ethereum", user)
  const fundsOf = (account: string, currency: string) =>
    scene.engine.state.ledger.balance(account, "funding", currency).available
  const depositsOf = (account: string) =>
    [...scene.engine.state.custody.deposits.values()].filter((row) => row.account === account)
  const statusOf = (id: number) => scene.engine.state.custody.withdrawals.get(id)?.status
  /** A user with final money. */
  async function funded(user: number, ether: string, coins: bigint): Promise<string> {
    const address = await addressOf(user)
    await scene.payEther(address, ether)
    await scene.payCoins(address, coins * COIN)
    await scene.mine(FINAL)
    await readAll()
    return `u${user}`
  }
  /** Looks until all blocks are read. */
  async function readAll(): Promise<void> {
    const head = Number(await scene.node.ask("eth_blockNumber"))
    await expect
      .poll(
        async () => {
          await look()
          const { last } = await scene.database
            .selectFrom("evm_blocks")
            .select(({ fn }) => fn.max("number").as("last"))
            .executeTakeFirstOrThrow()
          return Number(last)
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(head)
    await look()
  }

  test("no address is given out before the node was reached, then the same for good; what the wallet holds is the operator's", async () => {
    scene.door.mood = "away"
    await expect(addressOf(1)).rejects.toThrow(UnreachableChain)
    await custody.loop.begin()
    expect(custody.troubles().join()).toContain("the node is away")
    scene.door.mood = "well"
    await look()
    expect(await addressOf(1)).toBe(scene.addresses.of("ethereum", 1))
    expect(custody.troubles()).toEqual([])
    const { ledger } = scene.engine.state
    expect(ledger.systemBalance("operator.capital", "ETH")).toBe(amount("50"))
    // The simulated TRON's millions, and what is on the node.
    expect(ledger.systemBalance("operator.capital", "USDT")).toBe(amount("10100000"))
    expect(await addressOf(1)).not.toBe(scene.wallet.address)
  })

  test("ETH and a token come in, confirmation by confirmation, are credited at the first number and final at the second", async () => {
    const address = await addressOf(2)
    await scene.payEther(address, "1.5")
    await scene.payCoins(address, 25n * COIN + 1n)
    await scene.mine(1)
    await look()
    expect(depositsOf("u2").map(({ currency, confirmations }) => [currency, confirmations])).toEqual([
      ["ETH", 1],
      ["USDT", 1],
    ])
    await scene.mine(CREDIT - 2)
    await look()
    expect(depositsOf("u2").map(({ confirmations }) => confirmations)).toEqual([CREDIT - 1, CREDIT - 1])
    expect(fundsOf("u2", "ETH")).toBe(0n)
    await scene.mine(1)
    await look()
    expect([fundsOf("u2", "ETH"), fundsOf("u2", "USDT")]).toEqual([amount("1.5"), amount("25.000001")])
    expect(depositsOf("u2").map(({ status }) => status)).toEqual(["credited", "credited"])
    await scene.mine(FINAL - CREDIT)
    await readAll()
    expect([fundsOf("u2", "ETH"), fundsOf("u2", "USDT")]).toEqual([amount("1.5"), amount("25.000001")])
    await expectCovered()
  })

  test("a reorganisation before the credit undoes a deposit, and the same transaction may come again, in another place", async () => {
    const address = await addressOf(3)
    const before = await scene.node.ask("evm_snapshot")
    const tx = await scene.payCoins(address, 40n * COIN)
    await scene.mine(5)
    await look()
    expect(depositsOf("u3")).toMatchObject([{ tx, confirmations: 5, status: "confirming" }])
    await scene.node.ask("evm_revert", before)
    // As long as the node's new chain is shorter and the same, it may only lag: nothing is taken back.
    await look()
    expect(depositsOf("u3")).toMatchObject([{ confirmations: 5 }])
    await scene.node.ask("evm_increaseTime", "0x64")
    await scene.mine(3)
    await look()
    expect(depositsOf("u3").map(({ status }) => status)).not.toContain("confirming")
    expect(fundsOf("u3", "USDT")).toBe(0n)
    expect(await scene.payCoins(address, 40n * COIN)).toBe(tx)
    await scene.mine(CREDIT)
    await look()
    expect(fundsOf("u3", "USDT")).toBe(amount("40"))
    await scene.mine(FINAL)
    await readAll()
    expect(fundsOf("u3", "USDT")).toBe(amount("40"))
    await expectCovered()
  })

  test("a reorganisation after the credit takes it back", async () => {
    const address = await addressOf(4)
    const before = await scene.node.ask("evm_snapshot")
    await scene.payEther(address, "2")
    await scene.mine(CREDIT)
    await look()
    expect(fundsOf("u4", "ETH")).toBe(amount("2"))
    await scene.node.ask("evm_revert", before)
    await scene.node.ask("evm_increaseTime", "0x64")
    await scene.mine(CREDIT + 2)
    await look()
    expect(fundsOf("u4", "ETH")).toBe(0n)
    await expectCovered()
  })

  test("withdrawals of both coins are signed, sent, final, and their gas is booked", async () => {
    const account = await funded(5, "3", 500n)
    const [, to = "", other = ""] = scene.accounts
    const [etherTo, coinsTo] = [checksum(to), checksum(other)]
    const [before, paid] = [await scene.ether(to), await scene.paid()]
    const ids = [
      await scene.approved(account, "ETH", "1", etherTo),
      await scene.approved(account, "USDT", "100", coinsTo),
    ]
    await look()
    expect(ids.map(statusOf)).toEqual(["sent", "sent"])
    await expectCovered()
    await scene.mine(1)
    await look()
    await expectCovered()
    expect(ids.map(statusOf)).toEqual(["sent", "sent"])
    await scene.mine(FINAL - 1)
    await readAll()
    expect(ids.map(statusOf)).toEqual([undefined, undefined])
    expect([(await scene.ether(to)) - before, await scene.coins(other)]).toEqual([10n ** 18n, 100n * COIN])
    expect(await scene.paid()).toBe(paid + 2)
    expect(scene.engine.state.custody.costs.size).toBe(2)
    expect(fundsOf(account, "ETH")).toBe(amount("1.999"))
    await expectCovered()
  })

  test.each(["loses what is sent", "loses its answer"] as const)(
    "a server that dies when the node %s sends the same bytes again, and pays once",
    async (mood) => {
      const account = await funded(6, "1", 50n)
      const to = `0x${(mood.length + 0xabc000).toString(16).padStart(40, "0")}`
      const id = await scene.approved(account, "USDT", "20", checksum(to))
      const paid = await scene.paid()
      scene.door.sent.length = 0
      scene.door.mood = mood
      await look()
      scene.door.mood = "away"
      custody = scene.custodyAnew()
      await look()
      scene.door.mood = "well"
      custody = scene.custodyAnew()
      await look()
      await scene.mine(FINAL)
      await readAll()
      expect(statusOf(id)).toBeUndefined()
      expect([await scene.coins(to), await scene.paid()]).toEqual([20n * COIN, paid + 1])
      expect(new Set(scene.door.sent).size).toBe(1)
      await expectCovered()
    },
  )

  test("the same payment asked for at once is one, different ones follow each other, and other details are refused", async () => {
    const evm = scene.newEvm()
    const address = checksum(`0x${"5a".repeat(20)}`)
    const payment = { chain: "ethereum", currency: "USDT", address, amount: amount("1") } as const
    const paid = await scene.paid()
    const made = await Promise.all([901, 901, 902, 903, 901].map((id) => evm.send({ id, ...payment })))
    expect(new Set(made.map(({ tx }) => tx)).size).toBe(3)
    await expect(evm.send({ id: 901, ...payment, amount: amount("2") })).rejects.toThrow("other details")
    await expect(evm.send({ id: 904, ...payment, amount: amount("99999999") })).rejects.toThrow(
      /lacks [\d.]+ USDT/,
    )
    await expect(evm.send({ id: 905, ...payment, currency: "BTC" })).rejects.toThrow("doesn't go over")
    expect(await evm.outgoing(904)).toBeUndefined()
    await scene.mine(1)
    expect([await scene.coins(address), await scene.paid()]).toEqual([3n * COIN, paid + 3])
  })

  test("a payment that a reorganisation took out is handed over again by itself", async () => {
    const evm = scene.newEvm()
    const address = checksum(`0x${"6b".repeat(20)}`)
    const before = await scene.node.ask("evm_snapshot")
    const { tx } = await evm.send({
      id: 910,
      chain: "ethereum",
      currency: "ETH",
      address,
      amount: amount("0.5"),
    })
    await scene.mine(3)
    expect(await evm.outgoing(910)).toMatchObject({ tx, confirmations: 3, isFinal: false })
    await scene.node.ask("evm_revert", before)
    await scene.node.ask("evm_increaseTime", "0x64")
    expect(await evm.outgoing(910)).toMatchObject({ tx, confirmations: 0, isFailed: false })
    await scene.mine(FINAL)
    expect(await evm.outgoing(910)).toMatchObject({ tx, isFinal: true, cost: { currency: "ETH" } })
    expect(await scene.ether(address)).toBe(5n * 10n ** 17n)
  })

  test("a payment has failed once another transaction has its number for good, and not before", async () => {
    const evm = scene.newEvm()
    scene.door.mood = "loses what is sent"
    const address = checksum(`0x${"7c".repeat(20)}`)
    const payment = { id: 920, chain: "ethereum", currency: "ETH", address, amount: amount("0.5") } as const
    await expect(evm.send(payment)).rejects.toThrow("away")
    scene.door.mood = "well"
    const other = scene.wallet.sign({
      ...{ chainId: 31_337n, nonce: BigInt(await scene.paid()), to: address, value: 1n, data: "0x" },
      ...{ gasLimit: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
    })
    await scene.node.ask("eth_sendRawTransaction", other.raw)
    await scene.mine(FINAL)
    await expect(evm.outgoing(920)).rejects.toThrow("nonce")
    await scene.mine(1)
    expect(await evm.outgoing(920)).toMatchObject({ isFinal: false, isFailed: true })
    expect(await scene.ether(address)).toBe(1n)
  })

  test.each(["away", "silent"] as const)(
    "while the node is %s the other chains go on, and nothing is lost",
    async (mood) => {
      const account = await funded(7, "1", 50n)
      const ether = fundsOf(account, "ETH")
      await scene.payEther(await addressOf(7), "0.25")
      const to = checksum(`0x${(mood.length + 0xdef000).toString(16).padStart(40, "0")}`)
      const id = await scene.approved(account, "USDT", "10", to)
      await scene.mine(CREDIT)
      custody = scene.custodyAnew(SERVICE_MS)
      scene.door.mood = mood
      const tron = await custody.adapter.addressOf("tron", 8)
      const drawn = { chain: "tron", currency: "USDT", address: tron, amount: amount("70") } as const
      const given = await custody.adapter.faucet?.({ ...drawn, key: mood })
      await custody.loop.look()
      expect(depositsOf("u8").map(({ tx }) => tx)).toContain(given?.tx)
      expect(custody.troubles().join("; ")).toMatch(/withdrawal \d+: .*deposits of ethereum: the node/)
      expect([statusOf(id), fundsOf(account, "ETH")]).toEqual(["sending", ether])
      scene.door.mood = "well"
      await look()
      expect(fundsOf(account, "ETH")).toBe(ether + amount("0.25"))
      await scene.mine(FINAL)
      await readAll()
      expect([statusOf(id), await scene.coins(to)]).toEqual([undefined, 10n * COIN])
      expect(custody.troubles()).toEqual([])
    },
  )

  test("a node of another chain is refused", async () => {
    await scene.node.ask("anvil_setChainId", 5)
    await expect(scene.newEvm().incoming()).rejects.toThrow("of chain 5, the database of chain 31337")
    await scene.node.ask("anvil_setChainId", 1)
    await expect(scene.newEvm().incoming()).rejects.toThrow("worth money")
    await scene.node.ask("anvil_setChainId", 31_337)
    await scene.newEvm().incoming()
  })
})
