/** Nobody hears of a batch before it is stored, and the engine works on meanwhile. */

import { describe, expect, test } from "vitest"
import type { Answer } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import {
  type AppliedBatch,
  type Clock,
  createExchange,
  type KeepsBatches,
  QUEUE_MAX,
  WAIT_MS_MAX,
} from "./exchange.ts"

const tick = { type: "clock.tick" } as const

/** Turns by hand; time stands. */
class HandClock implements Clock {
  #soon: (() => void)[] = []
  timers: (() => void)[] = []
  elapsedMs = 0
  now = () => 1000
  elapsed = () => this.elapsedMs
  after(_ms: number, run: () => void): () => void {
    this.timers.push(run)
    return () => {
      this.timers = this.timers.filter((other) => other !== run)
    }
  }
  soon(run: () => void): () => void {
    this.#soon.push(run)
    return () => undefined
  }
  turn(): void {
    for (const run of this.#soon.splice(0)) run()
  }
}

/** Keeps when it is told to. */
class HandKeeper implements KeepsBatches {
  reason: string | undefined
  failure = () => this.reason
  asked: { seqs: number[]; kept(): void; refuse(error: Error): void }[] = []
  keep({ stamped }: AppliedBatch): Promise<void> {
    return new Promise((kept, refuse) => {
      this.asked.push({ seqs: stamped.map(({ seq }) => seq), kept, refuse })
    })
  }
}

function setUp() {
  const clock = new HandClock()
  const keeper = new HandKeeper()
  const applied: number[] = []
  const faults: string[] = []
  const order: string[] = []
  const engine = {
    apply({ seq }: Stamped) {
      applied.push(seq)
      const answer: Answer = { ok: true, value: {} }
      return { answer, events: [{ type: "instrument", instrument: `I${seq}`, state: "open" } as const] }
    },
    instrumentState: () => "open" as const,
    nextDue: () => undefined,
  }
  const exchange = createExchange({
    engine,
    clock,
    log: { error: (_, text) => faults.push(text) },
    journal: keeper,
    after: { seq: 40, time: 900 },
  })
  exchange.listen(({ events }) => order.push(`told ${events.length}`))
  const send = async (name: string) => {
    const answer = await exchange.submit(tick)
    order.push(answer.ok ? name : `${name} ${answer.problem.name}`)
  }
  return { clock, keeper, applied, faults, order, exchange, send }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe("the exchange with a journal", () => {
  test("goes on behind what was done before", () => {
    const { clock, applied, exchange, send } = setUp()
    expect(exchange.committed()).toBe(40)
    void send("a")
    clock.turn()
    expect(applied).toEqual([41])
  })

  test("tells and answers a batch only once it is kept (R1)", async () => {
    const { clock, keeper, order, exchange, send } = setUp()
    void send("a")
    void send("b")
    clock.turn()
    await settle()
    expect(order).toEqual([])
    expect(exchange.backlog()).toBe(2)
    keeper.asked[0]?.kept()
    await settle()
    expect(order).toEqual(["told 2", "a", "b"])
    expect(exchange.committed()).toBe(42)
    expect(exchange.backlog()).toBe(0)
  })

  test("applies the next batch while one is being kept, and keeps one at a time, in order", async () => {
    const { clock, keeper, applied, order, send } = setUp()
    void send("a")
    clock.turn()
    void send("b")
    clock.turn()
    void send("c")
    clock.turn()
    expect(applied).toEqual([41, 42, 43])
    expect(keeper.asked.map(({ seqs }) => seqs)).toEqual([[41]])
    keeper.asked[0]?.kept()
    await settle()
    expect(order).toEqual(["told 1", "a"])
    expect(keeper.asked.map(({ seqs }) => seqs)).toEqual([[41], [42, 43]])
    keeper.asked[1]?.kept()
    await settle()
    expect(order).toEqual(["told 1", "a", "told 2", "b", "c"])
  })

  test("while nothing can be kept the queue fills, then says busy, and all of it is done when it can", async () => {
    const { clock, keeper, applied, exchange } = setUp()
    let done = 0
    for (let count = 0; count < QUEUE_MAX; count += 1) void exchange.submit(tick).then(() => (done += 1))
    for (let turn = 0; turn < 100; turn += 1) clock.turn()
    // One batch on its way, one applied behind it: no more of the state runs ahead of the disk.
    expect(applied.length).toBeLessThanOrEqual(1000)
    expect(await exchange.submit(tick)).toEqual({ ok: false, problem: { name: "ENGINE_BUSY" } })
    while (done < QUEUE_MAX) {
      keeper.asked.shift()?.kept()
      await settle()
      clock.turn()
    }
    expect(applied).toEqual(Array.from({ length: QUEUE_MAX }, (_, place) => 41 + place))
    expect(exchange.committed()).toBe(40 + QUEUE_MAX)
  })

  const order = (account: string) => ({ type: "order.cancel-all", account, instrument: "BTC_USDT" }) as const
  const busy = { ok: false, problem: { name: "ENGINE_BUSY" } }

  test("while the journal is failing a user's command is refused at once, the house's waits (R8)", async () => {
    const { clock, keeper, applied, exchange, send } = setUp()
    void send("a")
    clock.turn()
    keeper.reason = "the database takes no commands"
    expect(await exchange.submit(order("u7"))).toEqual(busy)
    const house = exchange.submit(order("house-maker"))
    const freeze = exchange.submit({ type: "user.freeze", account: "u7", isFrozen: true })
    for (let turn = 0; turn < 5; turn += 1) clock.turn()
    expect(applied).toEqual([41])
    keeper.reason = undefined
    keeper.asked[0]?.kept()
    await settle()
    keeper.asked[1]?.kept()
    expect([(await house).ok, (await freeze).ok]).toEqual([true, true])
    expect(applied).toEqual([41, 42, 43])
  })

  test("what has waited over 2 s behind a batch that hangs is refused, never done late (R8)", async () => {
    const { clock, keeper, applied, exchange, send } = setUp()
    void send("a")
    clock.turn()
    clock.elapsedMs += 1_500
    const late = exchange.submit(order("u7"))
    const house = exchange.submit(order("house-maker"))
    clock.turn()
    expect(applied).toEqual([41])
    clock.elapsedMs += WAIT_MS_MAX + 1
    const fresh = exchange.submit(order("u8"))
    for (const run of clock.timers.splice(0)) run()
    expect(await late).toEqual(busy)
    keeper.asked[0]?.kept()
    await settle()
    keeper.asked[1]?.kept()
    expect([(await house).ok, (await fresh).ok]).toEqual([true, true])
    expect(applied).toEqual([41, 42, 43])
  })

  test("a batch that can never be kept was not done: all are told so, and nothing more is taken", async () => {
    const { clock, keeper, order, faults, exchange, send } = setUp()
    void send("a")
    clock.turn()
    void send("b")
    clock.turn()
    void send("c")
    keeper.asked[0]?.refuse(new Error("the books don't balance"))
    await settle()
    expect(order.toSorted()).toEqual(["a INTERNAL", "b INTERNAL", "c INTERNAL"])
    expect(exchange.failure()).toBe("the books don't balance")
    expect(faults).toHaveLength(1)
    expect(await exchange.submit(tick)).toEqual({ ok: false, problem: { name: "INTERNAL" } })
    await exchange.stop()
  })

  test("a stop waits until all that waits is kept", async () => {
    const { keeper, order, exchange, send } = setUp()
    void send("a")
    void send("b")
    const stopped = exchange.stop().then(() => order.push("stopped"))
    await settle()
    expect(order).toEqual([])
    keeper.asked[0]?.kept()
    await stopped
    expect(order).toEqual(["told 2", "a", "b", "stopped"])
  })

  test("a stop doesn't wait for ever: what could not be kept was not done", async () => {
    const { clock, order, exchange, send } = setUp()
    void send("a")
    clock.turn()
    void send("b")
    const stopped = exchange.stop()
    for (const run of clock.timers) run()
    await stopped
    await settle()
    // Of the one on its way nothing is known yet; the one behind it was not done.
    expect(order).toEqual(["b INTERNAL"])
  })
})
