/** There is one way in: in order, in batches, with a clock that never goes back. */

import { describe, expect, test } from "vitest"
import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import { type AppliesCommands, type Clock, createExchange, QUEUE_MAX } from "./exchange.ts"

/** Time and turns by hand. */
class HandClock implements Clock {
  time = 1000
  #soon: (() => void)[] = []
  timers: { at: number; run: () => void }[] = []

  now(): number {
    return this.time
  }
  elapsed(): number {
    return this.time
  }
  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }
  soon(run: () => void): () => void {
    this.#soon.push(run)
    return () => undefined
  }
  /** Runs one turn. */
  turn(): void {
    const due = this.#soon
    this.#soon = []
    for (const run of due) run()
  }
  goTo(time: number): void {
    this.time = time
    for (const timer of this.timers.filter((one) => one.at <= time)) {
      this.timers = this.timers.filter((other) => other !== timer)
      timer.run()
    }
    this.turn()
  }
}

class NotingEngine implements AppliesCommands {
  seen: Stamped[] = []
  due: number | undefined
  fault: Error | undefined
  onApply: () => void = () => undefined
  answer: Outcome["answer"] = { ok: true, value: {} }

  apply(stamped: Stamped): Outcome {
    if (this.fault) throw this.fault
    this.seen.push(stamped)
    this.onApply()
    return {
      answer: this.answer,
      events: [{ type: "instrument", instrument: `I${stamped.seq}`, state: "open" }],
    }
  }
  instrumentState(): "open" {
    return "open"
  }
  nextDue(): number | undefined {
    return this.due
  }
}

function setUp() {
  const clock = new HandClock()
  const engine = new NotingEngine()
  const faults: string[] = []
  const exchange = createExchange({ engine, clock, log: { error: (_, text) => faults.push(text) } })
  return { clock, engine, faults, exchange }
}
const tick = { type: "clock.tick" } as const

describe("the exchange", () => {
  test("stamps rising sequences and a time that never falls back (T1, T6)", () => {
    const { clock, engine, exchange } = setUp()
    void exchange.submit(tick)
    clock.turn()
    clock.time = 400
    void exchange.submit(tick)
    void exchange.submit(tick)
    clock.turn()
    clock.time = 2000
    void exchange.submit(tick)
    clock.turn()
    expect(engine.seen.map(({ seq, time }) => [seq, time])).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 1000],
      [4, 2000],
    ])
  })

  test("publishes a batch to the listeners before it answers, once for all its commands", async () => {
    const { clock, exchange } = setUp()
    const order: string[] = []
    exchange.listen(({ events }) => order.push(`first ${events.length}`))
    const stop = exchange.listen(() => order.push("second"))
    const answers = [exchange.submit(tick), exchange.submit(tick)].map((answer) =>
      answer.then(() => order.push("answer")),
    )
    clock.turn()
    await Promise.all(answers)
    expect(order).toEqual(["first 2", "second", "answer", "answer"])
    stop()
    void exchange.submit(tick)
    clock.turn()
    expect(order.at(-1)).toBe("first 1")
  })

  test("ends a batch at 500 commands, and at 5 ms", () => {
    const { clock, engine, exchange } = setUp()
    const sizes: number[] = []
    exchange.listen(({ events }) => sizes.push(events.length))
    for (let count = 0; count < 1200; count += 1) void exchange.submit(tick)
    clock.turn()
    clock.turn()
    clock.turn()
    expect(sizes).toEqual([500, 500, 200])
    engine.onApply = () => {
      clock.time += 2
    }
    for (let count = 0; count < 5; count += 1) void exchange.submit(tick)
    clock.turn()
    clock.turn()
    expect(sizes.slice(3)).toEqual([3, 2])
  })

  test("refuses with ENGINE_BUSY what a full queue can't take", async () => {
    const { clock, engine, exchange } = setUp()
    for (let count = 0; count < QUEUE_MAX; count += 1) void exchange.submit(tick)
    expect(await exchange.submit(tick)).toEqual({ ok: false, problem: { name: "ENGINE_BUSY" } })
    while (exchange.backlog() > 0) clock.turn()
    expect(engine.seen).toHaveLength(QUEUE_MAX)
  })

  test("sends clock.tick when the next timer is due, and not while it stops", async () => {
    const { clock, engine, exchange } = setUp()
    engine.due = 1500
    void exchange.submit({ type: "order.cancel", account: "a", order: 1 })
    clock.turn()
    clock.goTo(1499)
    expect(engine.seen).toHaveLength(1)
    engine.due = 2500
    clock.goTo(1500)
    expect(engine.seen.at(-1)).toMatchObject({ time: 1500, command: tick })
    expect(clock.timers).toHaveLength(1)
    const last = exchange.submit(tick)
    await exchange.stop()
    expect((await last).ok).toBe(true)
    expect(clock.timers).toHaveLength(0)
    expect(await exchange.submit(tick)).toMatchObject({ problem: { name: "ENGINE_BUSY" } })
  })

  test("takes nothing more after the engine or a listener threw, answers all who wait, and says why", async () => {
    for (const where of ["engine", "listener"] as const) {
      const { clock, engine, faults, exchange } = setUp()
      if (where === "engine") engine.fault = new Error("book crossed")
      else
        exchange.listen(() => {
          throw new Error("book crossed")
        })
      const answers = [exchange.submit(tick), exchange.submit(tick)]
      clock.turn()
      // What the listener was told of has been done, and is answered so.
      const isDone = where === "listener"
      expect((await Promise.all(answers)).map((answer) => answer.ok)).toEqual([isDone, isDone])
      expect(exchange.failure()).toBe("book crossed")
      expect(faults).toHaveLength(1)
      expect(await exchange.submit(tick)).toEqual({ ok: false, problem: { name: "INTERNAL" } })
    }
  })

  test("counts the orders that were accepted, each once", async () => {
    const { clock, engine, exchange } = setUp()
    const order = {
      type: "order.place",
      account: "a",
      instrument: "BTC_USDT",
      side: "buy",
      orderType: "limit",
    } as const
    clock.goTo(2000)
    for (let count = 0; count < 30; count += 1) void exchange.submit(order)
    void exchange.submit(tick)
    void exchange.submit({ type: "order.cancel", account: "a", instrument: "BTC_USDT", order: 1 } as never)
    clock.turn()
    engine.answer = { ok: false, problem: { name: "FORMAT" } }
    for (let count = 0; count < 30; count += 1) void exchange.submit(order)
    clock.turn()
    clock.time = 4000
    expect(exchange.orderRate()).toEqual({ perSecond: 15, seconds: 2 })
  })
})
