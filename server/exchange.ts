/** How does anything reach the engine? The one way in: stamps time, batches, applies, publishes, answers. */

import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer, Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { CommandDoor } from "#server/feed/feed.ts"
import { OrderCounter, type OrderRate } from "./order-rate.ts"

/** A batch ends at whichever comes first (exchange.md section 11). */
const BATCH_COMMANDS_MAX = 500
const BATCH_MS_MAX = 5
/** Commands that may wait; one more is refused with ENGINE_BUSY. */
export const QUEUE_MAX = 20_000

/** What the exchange needs of the engine. */
export interface AppliesCommands {
  apply(stamped: Stamped): Outcome
  nextDue(): TimeMs | undefined
}

/** Time from outside, so that tests can hold it. */
export interface Clock {
  /** Epoch ms. */
  now(): TimeMs
  /** Runs once after `ms`; returns how to call it off. */
  after(ms: number, run: () => void): () => void
  /** Runs once, as soon as everything at hand is done; returns how to call it off. */
  soon(run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  soon(run) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },
}

interface ExchangeLog {
  error(values: object, text: string): void
}

export interface Batch {
  time: TimeMs
  events: readonly EngineEvent[]
}
type Listener = (batch: Batch) => void

export interface Exchange extends CommandDoor {
  /** Why it takes no more commands; undefined while all is well. */
  failure(): string | undefined
  /** How many commands wait. */
  backlog(): number
  /** Orders that the engine accepted, the house's included; amended and cancelled ones don't count again. */
  orderRate(): OrderRate
  /** Does what is waiting, then takes nothing more. */
  stop(): Promise<void>
}

interface Waiting {
  command: Command
  answer(answer: Answer): void
}

export interface ExchangeParts {
  engine: AppliesCommands
  clock: Clock
  log: ExchangeLog
}

export const createExchange = (parts: ExchangeParts): Exchange => new BatchingExchange(parts)

class BatchingExchange implements Exchange {
  readonly #engine: AppliesCommands
  readonly #clock: Clock
  readonly #log: ExchangeLog
  readonly #listeners = new Set<Listener>()
  readonly #orders = new OrderCounter()
  #queue: Waiting[] = []
  #seq = 0
  #time: TimeMs = 0
  #failure: string | undefined
  #isStopped = false
  #isBatchDue = false
  #callOffTick: () => void = () => undefined

  constructor({ engine, clock, log }: ExchangeParts) {
    this.#engine = engine
    this.#clock = clock
    this.#log = log
    this.#orders.begin(clock.now())
  }

  /** T1: a wall clock that falls back holds time still. */
  now(): TimeMs {
    return Math.max(this.#time, this.#clock.now())
  }

  failure(): string | undefined {
    return this.#failure
  }

  backlog(): number {
    return this.#queue.length
  }

  orderRate(): OrderRate {
    return this.#orders.rate(this.now())
  }

  submit(command: Command): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.resolve(refuse("INTERNAL"))
    if (this.#isStopped || this.#queue.length >= QUEUE_MAX) return Promise.resolve(refuse("ENGINE_BUSY"))
    return new Promise((answer) => {
      this.#queue.push({ command, answer })
      this.#plan()
    })
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOffTick()
    while (this.#queue.length > 0) this.#runBatch()
  }

  #plan(): void {
    if (this.#isBatchDue) return
    this.#isBatchDue = true
    this.#clock.soon(() => {
      this.#isBatchDue = false
      if (this.#queue.length > 0) this.#runBatch()
      if (this.#queue.length > 0) this.#plan()
    })
  }

  /** Applies a batch; the listeners hear of it, and only then the callers. */
  #runBatch(): void {
    const events: EngineEvent[] = []
    const answers: [Waiting, Answer][] = []
    const until = this.#clock.now() + BATCH_MS_MAX
    try {
      for (const waiting of this.#queue.slice(0, BATCH_COMMANDS_MAX)) {
        const outcome = this.#apply(waiting.command)
        for (const event of outcome.events) events.push(event)
        answers.push([waiting, outcome.answer])
        if (this.#clock.now() >= until) break
      }
      const batch: Batch = { time: this.#time, events }
      for (const listener of this.#listeners) listener(batch)
      this.#queue.splice(0, answers.length)
    } catch (error) {
      this.#fail(error, answers.length)
      return
    }
    for (const [waiting, answer] of answers) waiting.answer(answer)
    this.#planTick()
  }

  #apply(command: Command): Outcome {
    this.#seq += 1
    this.#time = this.now()
    const outcome = this.#engine.apply({ seq: this.#seq, time: this.#time, command })
    if (command.type === "order.place" && outcome.answer.ok) this.#orders.add(this.#time)
    return outcome
  }

  /** T2: with no command, the passing of time is one. */
  #planTick(): void {
    this.#callOffTick()
    const due = this.#engine.nextDue()
    if (due === undefined || this.#isStopped) return
    this.#callOffTick = this.#clock.after(Math.max(0, due - this.#clock.now()), () => {
      if (this.#queue.length === 0) void this.submit({ type: "clock.tick" })
    })
  }

  /** A throwing engine or listener is a bug: what it holds can't be trusted, so nothing more goes in. */
  #fail(error: unknown, applied: number): void {
    this.#failure = error instanceof Error ? error.message : String(error)
    this.#callOffTick()
    const command = this.#queue[applied]?.command.type
    this.#log.error(
      { err: error, command, time: this.#time },
      "the engine has failed and takes no more commands",
    )
    const waiting = this.#queue
    this.#queue = []
    for (const { answer } of waiting) answer(refuse("INTERNAL"))
  }
}
