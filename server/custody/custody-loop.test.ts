/** Deposits are told once, withdrawals are sent once, however late, often or wrongly the adapter answers, and whoever is killed when. */

import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { createExchange, type Exchange, systemClock } from "../exchange/exchange.ts"
import { approveInSandbox } from "./approve-in-sandbox.ts"
import type { CustodyAdapter, Incoming, Outgoing, Payment } from "./custody-adapter.ts"
import { CustodyLoop } from "./custody-loop.ts"

const ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const amountOf = (text: string): Amount => {
  const amount = parseAmount(text)
  if (!amount.ok) throw new Error(text)
  return amount.value
}

/** How the adapter answers the next time it is asked to send. */
type Mood = "well" | "error" | "error after sending" | "never" | "never, but sends"

/** A chain that keeps what was handed to it, whatever it answers. */
class MoodyAdapter implements CustodyAdapter {
  readonly coming: Incoming[] = []
  readonly sent = new Map<number, Outgoing & { payment: Payment }>()
  readonly settled: string[] = []
  moods: Mood[] = []
  /** How often anything was handed to the chain. */
  broadcasts = 0
  isAway = false

  async addressOf(): Promise<string> {
    return ADDRESS
  }
  async incoming(): Promise<Incoming[]> {
    if (this.isAway) throw new Error("the node is away")
    return this.coming.filter(({ tx }) => !this.settled.includes(tx)).map((one) => ({ ...one }))
  }
  async settle({ tx }: { tx: string }): Promise<void> {
    this.settled.push(tx)
  }
  async send(payment: Payment): Promise<{ tx: string }> {
    const mood = this.moods.shift() ?? "well"
    if (mood === "error") throw new Error("the node has no peers")
    if (mood === "never") return await new Promise(() => undefined)
    if (!this.sent.has(payment.id)) {
      this.broadcasts += 1
      const tx = `tx-of-${payment.id}`
      this.sent.set(payment.id, { tx, confirmations: 0, isFinal: false, isFailed: false, payment })
    }
    if (mood === "error after sending") throw new Error("the connection was lost")
    if (mood === "never, but sends") return await new Promise(() => undefined)
    return { tx: this.sent.get(payment.id)?.tx ?? "" }
  }
  async outgoing(id: number): Promise<Outgoing | undefined> {
    if (this.isAway) throw new Error("the node is away")
    return this.sent.get(id)
  }
  async balances() {
    return []
  }
  async close(): Promise<void> {}
}

let engine: Engine
let exchange: Exchange
let adapter: MoodyAdapter
let loop: CustodyLoop
let errors: string[]
/** What the database knows as final, and the engine no longer. */
let forgotten: Set<string>
/** Timeouts of the loop, fired by hand. */
let timeouts: Set<() => void>

/** A loop as it is after a start: it knows nothing but what engine and adapter have. */
const newLoop = () =>
  new CustodyLoop(
    {
      adapter,
      exchange,
      engine: engine.state,
      wasFinal: async ({ tx }) => forgotten.has(tx),
      clock: {
        now: () => Date.now(),
        after: (_ms, run) => {
          timeouts.add(run)
          return () => timeouts.delete(run)
        },
      },
      log: {
        error: (values, text) => errors.push(`${text} ${JSON.stringify(values)}`),
        info: () => undefined,
      },
    },
    async () => undefined,
  )

async function run(command: Command): Promise<void> {
  const done = await exchange.submit(command)
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
}

/** A look in which whoever doesn't answer is given up. */
async function look(): Promise<void> {
  let isDone = false
  const looking = loop.look().finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    for (const giveUp of [...timeouts]) giveUp()
  }
  await looking
  expect(checkBooks(engine.state)).toEqual([])
}

/** So that the wallets have room: a deposit of somebody else, final. */
async function fillWallets(): Promise<void> {
  const name = { chain: "tron", tx: "before", index: 0 } as const
  const amount = amountOf("1000000")
  await run({ type: "custody.seen", ...name, account: "u9", address: ADDRESS, currency: "USDT", amount })
  await run({ type: "custody.confirmed", ...name, confirmations: 40 })
}

let keys = 0
async function approved(amount = "100"): Promise<number> {
  keys += 1
  const asked = await exchange.submit({
    ...{ type: "withdraw.request", account: "u9", currency: "USDT", chain: "tron", addressId: 1 },
    ...{ address: ADDRESS, remark: "", amount: amountOf(amount), key: `k${keys}`, keysMax: 100 },
    ...{ identity: "verified", addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: 0 },
  })
  if (!asked.ok) throw new Error(JSON.stringify(asked.problem))
  await run({ type: "clock.tick" })
  return asked.value.withdrawal.id
}
const statusOf = (id: number) => engine.state.custody.withdrawals.get(id)?.status
const funds = (account = "u9") => engine.state.ledger.balance(account, "funding", "USDT")

beforeEach(async () => {
  engine = createEngine({})
  exchange = createExchange({ engine, clock: systemClock, log: { error: () => undefined } })
  adapter = new MoodyAdapter()
  timeouts = new Set()
  errors = []
  forgotten = new Set()
  loop = newLoop()
  await fillWallets()
})
afterEach(() => exchange.stop())

describe("a deposit (D1, D2)", () => {
  const coming = (more: Partial<Incoming> = {}): Incoming => ({
    ...{ chain: "tron", tx: "in", index: 0, address: ADDRESS, userNumber: 7, currency: "USDT" },
    ...{ amount: amountOf("50"), confirmations: 0, isGone: false },
    ...more,
  })

  test("is counted up, credited once and settled once it is final", async () => {
    for (const confirmations of [0, 3, 19, 20, 20, 33]) {
      adapter.coming[0] = coming({ confirmations })
      await look()
    }
    expect([funds("u7").available, adapter.settled]).toEqual([amountOf("50"), []])
    for (const confirmations of [41, 90]) {
      adapter.coming[0] = coming({ confirmations })
      await look()
    }
    expect([funds("u7").available, adapter.settled]).toEqual([amountOf("50"), ["in"]])
  })

  test("that was final so long ago that the engine has forgotten it is settled, and credited no second time", async () => {
    forgotten.add("in")
    adapter.coming.push(coming({ confirmations: 40 }), coming({ tx: "new", confirmations: 40 }))
    await look()
    expect([funds("u7").available, adapter.settled.toSorted()]).toEqual([amountOf("50"), ["in", "new"]])
  })

  test("that is told twice is one", async () => {
    adapter.coming.push(
      coming({ confirmations: 40 }),
      coming({ confirmations: 40 }),
      coming({ confirmations: 12 }),
    )
    for (let round = 0; round < 3; round += 1) await look()
    expect(funds("u7").available).toBe(amountOf("50"))
  })

  test("that was taken back before its credit may come again; after the credit it is reversed", async () => {
    const steps = [
      [coming({ confirmations: 5 }), 0n],
      [coming({ isGone: true }), 0n],
      [coming({ confirmations: 21 }), amountOf("50")],
      [coming({ isGone: true }), 0n],
    ] as const
    for (const [told, credited] of steps) {
      adapter.settled.length = 0
      adapter.coming[0] = told
      await look()
      expect(funds("u7").available).toBe(credited)
    }
    expect(adapter.settled).toEqual(["in"])
  })

  test("that the engine refuses holds up no other, and is told once", async () => {
    adapter.coming.push(coming({ tx: "odd", currency: "DOGE" }), coming({ confirmations: 40 }))
    for (let round = 0; round < 3; round += 1) await look()
    expect(funds("u7").available).toBe(amountOf("50"))
    expect(errors.filter((line) => line.includes("odd"))).toHaveLength(1)
    expect(loop.troubles()).toHaveLength(1)
  })

  test("waits for a node that is away, without a line a second", async () => {
    adapter.coming.push(coming({ confirmations: 40 }))
    adapter.isAway = true
    for (let round = 0; round < 5; round += 1) await look()
    expect(errors).toHaveLength(1)
    adapter.isAway = false
    await look()
    expect([funds("u7").available, loop.troubles()]).toEqual([amountOf("50"), []])
  })
})

describe("a withdrawal (D5)", () => {
  test.each<[string, Mood[]]>([
    ["answers at once", []],
    ["answers with errors first", ["error", "error", "error"]],
    ["sends it and answers with an error", ["error after sending"]],
    ["never answers, twice", ["never", "never"]],
    ["sends it and never answers", ["never, but sends"]],
    ["does all of that", ["error", "never", "never, but sends", "error after sending"]],
  ])("is sent once when the adapter %s", async (_what, moods) => {
    const id = await approved()
    const before = funds().available
    adapter.moods = [...moods]
    for (let round = 0; round <= moods.length + 1 && statusOf(id) !== "sent"; round += 1) await look()
    expect([statusOf(id), adapter.broadcasts]).toEqual(["sent", 1])
    const outgoing = adapter.sent.get(id)
    if (outgoing) outgoing.isFinal = true
    await look()
    await look()
    expect([statusOf(id), adapter.broadcasts, funds().held, funds().available]).toEqual([
      undefined,
      1,
      0n,
      before,
    ])
    expect(engine.state.ledger.systemBalance("withdrawals-clearing", "USDT")).toBe(0n)
  })

  test("an answer that comes after it was given up sends nothing again", async () => {
    const id = await approved()
    let answerLate: (sent: { tx: string }) => void = () => undefined
    const send = adapter.send.bind(adapter)
    adapter.send = async (payment) => {
      adapter.send = send
      const sent = await send(payment)
      return await new Promise((resolve) => {
        answerLate = () => resolve(sent)
      })
    }
    await look()
    expect(statusOf(id)).toBe("sending")
    await look()
    answerLate({ tx: "another" })
    await look()
    expect([statusOf(id), adapter.broadcasts]).toEqual(["sent", 1])
  })

  test.each(["before", "after"] as const)(
    "whose server is killed %s it was handed over is sent once by the next",
    async (when) => {
      const id = await approved()
      await run({ type: "withdraw.send", id })
      const { chain, currency, address, amount } = engine.state.custody.withdrawals.get(id) ?? fail()
      if (when === "after") await adapter.send({ id, chain, currency, address, amount })
      loop = newLoop()
      await look()
      expect([statusOf(id), adapter.broadcasts]).toEqual(["sent", 1])
    },
  )

  test("isn't begun while all are frozen; what was begun and not handed over waits, what was is watched", async () => {
    const [waits, begun, handed] = [await approved(), await approved(), await approved()]
    for (const id of [begun, handed]) await run({ type: "withdraw.send", id })
    const { chain, currency, address, amount } = engine.state.custody.withdrawals.get(handed) ?? fail()
    await adapter.send({ id: handed, chain, currency, address, amount })
    await run({ type: "withdrawals.freeze", isFrozen: true, reason: "test" })
    await look()
    expect([waits, begun, handed].map(statusOf)).toEqual(["approved", "sending", "sent"])
    expect(adapter.broadcasts).toBe(1)
    await run({ type: "withdrawals.freeze", isFrozen: false, reason: "test" })
    await look()
    expect([waits, begun, handed].map(statusOf)).toEqual(["sent", "sent", "sent"])
    expect(adapter.broadcasts).toBe(3)
  })

  test("that its chain can't take any more gives the money back, fee included", async () => {
    const before = funds().available
    const id = await approved()
    await look()
    const outgoing = adapter.sent.get(id) ?? fail()
    outgoing.isFailed = true
    await look()
    expect([statusOf(id), funds().available, funds().held]).toEqual([undefined, before, 0n])
  })

  test("of which the adapter names another transaction is held up, not sent again", async () => {
    const id = await approved()
    await look()
    const outgoing = adapter.sent.get(id) ?? fail()
    Object.assign(outgoing, { tx: "another", isFinal: true })
    for (let round = 0; round < 3; round += 1) await look()
    expect([statusOf(id), adapter.broadcasts, loop.troubles().length]).toEqual(["sent", 1, 1])
    expect(errors).toHaveLength(1)
  })

  test("that is cancelled and approved at the same moment ends one way", async () => {
    keys += 1
    const asked = await exchange.submit({
      ...{ type: "withdraw.request", account: "u9", currency: "USDT", chain: "tron", addressId: 1 },
      ...{ address: ADDRESS, remark: "", amount: amountOf("100"), key: `k${keys}`, keysMax: 100 },
      ...{ identity: "none", addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: 0 },
    })
    if (!asked.ok) throw new Error(JSON.stringify(asked.problem))
    await run({ type: "clock.tick" })
    const { id } = asked.value.withdrawal
    const ends = await Promise.all([
      exchange.submit({ type: "withdraw.cancel", account: "u9", id }),
      exchange.submit({ type: "withdraw.approve", id, by: "ada" }),
      exchange.submit({ type: "withdraw.approve", id, by: "ben" }),
    ])
    expect(ends.map(({ ok }) => ok)).toEqual([true, false, false])
    await look()
    expect(adapter.broadcasts).toBe(0)
  })

  test("in review is approved in the sandbox after its time, up to what takes two persons", async () => {
    const ask = async (amount: string) => {
      keys += 1
      const asked = await exchange.submit({
        ...{ type: "withdraw.request", account: "u9", currency: "USDT", chain: "tron", addressId: 1 },
        ...{ address: ADDRESS, remark: "", amount: amountOf(amount), key: `k${keys}`, keysMax: 100 },
        ...{ identity: "verified", addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: 0 },
      })
      if (!asked.ok) throw new Error(JSON.stringify(asked.problem))
      await run({ type: "clock.tick" })
      return asked.value.withdrawal.id
    }
    const [large, huge] = [await ask("20000"), await ask("60000")]
    const lookAt = (ms: number) =>
      approveInSandbox(
        { engine: engine.state, exchange, clock: { now: () => Date.now() + ms, after: systemClock.after } },
        20_000,
      )
    await lookAt(0)
    expect([large, huge].map(statusOf)).toEqual(["review", "review"])
    await run({ type: "withdrawals.freeze", isFrozen: true, reason: "test" })
    await lookAt(30_000)
    expect([large, huge].map(statusOf)).toEqual(["review", "review"])
    await run({ type: "withdrawals.freeze", isFrozen: false, reason: "test" })
    await lookAt(30_000)
    await lookAt(60_000)
    expect([large, huge].map(statusOf)).toEqual(["approved", "review"])
  })

  test("one that is held up holds up no other", async () => {
    const [first, second] = [await approved("10"), await approved("20")]
    adapter.moods = ["never"]
    await look()
    expect([first, second].map(statusOf).toSorted()).toEqual(["sending", "sent"])
  })
})

function fail(): never {
  throw new Error("it isn't there")
}
