/** The only way into the engine: stamps time, batches and applies commands, stores them, publishes events, answers. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer, AnswerOf, Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { tellAnswered, tellApplied, tellAsked, tellKept } from "./exchange-signals.ts"
import { OrderCounter, type OrderRate } from "./order-rate.ts"
import { isUsers } from "./user-command.ts"

/** A batch ends at whichever comes first (R1). */
const BATCH_COMMANDS_MAX = 500
const BATCH_MS_MAX = 5
/** Commands that may wait; one more is refused with ENGINE_BUSY. */
export const QUEUE_MAX = 20_000
/** A user's command that has waited longer is refused, never done late (R8). */
export const WAIT_MS_MAX = 2_000
/** While a batch takes longer to be kept, nothing is applied behind it: what is applied can't be refused any more. */
const STALL_MS = 1_000
/** How often those who wait are looked at while nothing can be applied. */
const LOOK_MS = 250

/** How long a stop waits for a database that doesn't answer. */
const STOP_WITHIN_MS = 5_000

/** What the exchange needs of the engine. */
export interface AppliesCommands {
  apply(stamped: Stamped): Outcome
  instrumentState(instrument: string): InstrumentState | undefined
  nextDue(): TimeMs | undefined
}

/** Commands that the engine has done and nobody has heard of yet. */
export interface AppliedBatch {
  /** Sequences rise by one. */
  stamped: readonly Stamped[]
  /** The events of each of them, in the same order. */
  events: readonly (readonly EngineEvent[])[]
}

/** Where a batch is kept before anybody hears of it. */
export interface KeepsBatches {
  /**
   * Resolves once the batch is kept for good; as long as that is not known, it goes on trying. One batch at a time,
   * in order. Called at a moment when the engine stands exactly behind the batch.
   * Rejects only when the batch can never be kept: then nothing behind it may be, either.
   */
  keep(batch: AppliedBatch): Promise<void>
  /** Why nothing can be kept at the moment; undefined while it can. */
  failure(): string | undefined
}

/** Time from outside, so that tests can hold it. */
export interface Clock {
  /** Epoch ms. */
  now(): TimeMs
  /** Ms by a clock that nobody sets; only differences mean anything. */
  elapsed(): number
  /** Runs once after `ms`; returns how to call it off. */
  after(ms: number, run: () => void): () => void
  /** Runs once, as soon as everything at hand is done; returns how to call it off. */
  soon(run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
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
  /** How many commands wait for their answers. */
  backlog(): number
  /** Orders that the engine accepted, the house's included; amended and cancelled ones don't count again. */
  orderRate(): OrderRate
  /** Sequence of the last command that was stored and published. */
  committed(): number
  /** Does and keeps what is waiting, then takes nothing more. */
  stop(): Promise<void>
}

interface Waiting {
  command: Command
  /** Of {@link Clock.elapsed}. */
  since: number
  answer(answer: Answer): void
}

export interface ExchangeParts {
  engine: AppliesCommands
  clock: Clock
  log: ExchangeLog
  /** Left out: nothing is stored, and every batch is published at once. */
  journal?: KeepsBatches
  /** Whether what is asked now was sent long ago; left out: never. */
  isHeldUp?: (() => boolean) | undefined
  /** Sequence and time of the last command that was done before; left out: there was none. */
  after?: { seq: number; time: TimeMs }
}

export const createExchange = (parts: ExchangeParts): Exchange => new BatchingExchange(parts)

/** A batch while it grows: applied, and neither stored nor published. */
class Gathering {
  readonly stamped: Stamped[] = []
  readonly events: (readonly EngineEvent[])[] = []
  readonly answers: { waiting: Waiting; answer: Answer }[] = []
}

class BatchingExchange implements Exchange {
  readonly #engine: AppliesCommands
  readonly #clock: Clock
  readonly #log: ExchangeLog
  readonly #journal: KeepsBatches | undefined
  readonly #isHeldUp: () => boolean
  readonly #listeners = new Set<Listener>()
  readonly #orders = new OrderCounter()
  #queue: Waiting[] = []
  #gathering = new Gathering()
  /** Being kept. */
  #underWay: Gathering | undefined
  #underWaySince = 0
  #seq: number
  #time: TimeMs
  #committed: number
  #failure: string | undefined
  #isStopped = false
  #isTurnDue = false
  #callOffTick: () => void = () => undefined
  #callOffLook: (() => void) | undefined
  #onRest: () => void = () => undefined

  constructor({ engine, clock, log, journal, isHeldUp, after = { seq: 0, time: 0 } }: ExchangeParts) {
    this.#engine = engine
    this.#clock = clock
    this.#log = log
    this.#journal = journal
    this.#isHeldUp = isHeldUp ?? (() => false)
    this.#seq = after.seq
    this.#committed = after.seq
    this.#time = after.time
    this.#orders.begin(clock.now())
  }

  /** T1: a wall clock that falls back holds time still. */
  now(): TimeMs {
    return Math.max(this.#time, this.#clock.now())
  }

  isOpen(instrument: string): boolean {
    return this.#engine.instrumentState(instrument) === "open"
  }

  failure(): string | undefined {
    return this.#failure
  }

  backlog(): number {
    const applied = this.#gathering.answers.length + (this.#underWay?.answers.length ?? 0)
    return this.#queue.length + applied
  }

  committed(): number {
    return this.#committed
  }

  orderRate(): OrderRate {
    return this.#orders.rate(this.now())
  }

  submit<C extends Command>(command: C): Promise<AnswerOf<C>> {
    if (this.#failure !== undefined) return Promise.resolve(refuse("INTERNAL"))
    const isRefused =
      this.#isStopped ||
      this.backlog() >= QUEUE_MAX ||
      (isUsers(command) && (this.#isFailing() || this.#isHeldUp()))
    if (isRefused) return Promise.resolve(refuse("ENGINE_BUSY"))
    tellAsked(command)
    return new Promise<AnswerOf<C>>((resolve) => {
      // The engine answers a command by its type; the queue holds commands of all types.
      const answer = resolve as (answer: Answer) => void
      this.#queue.push({ command, since: this.#clock.elapsed(), answer })
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
    this.#callOffLook?.()
    this.#callOffLook = undefined
    if (this.#isAtRest()) return
    await new Promise<void>((resolve) => {
      const callOff = this.#clock.after(STOP_WITHIN_MS, () =>
        this.#fail(new Error("stopped before the last commands could be kept")),
      )
      this.#onRest = () => {
        callOff()
        resolve()
      }
      this.#turn()
    })
  }

  #isAtRest(): boolean {
    return this.#queue.length === 0 && this.#gathering.stamped.length === 0 && !this.#underWay
  }

  #isFailing(): boolean {
    return this.#journal?.failure() !== undefined
  }

  /** What is applied now would stay unanswered for who knows how long. */
  #isStalled(): boolean {
    return this.#underWay !== undefined && (this.#isFailing() || this.#underWayMs() > STALL_MS)
  }

  #underWayMs(): number {
    return this.#clock.elapsed() - this.#underWaySince
  }

  #plan(): void {
    if (this.#isTurnDue) return
    if (this.#gathering.stamped.length >= BATCH_COMMANDS_MAX || this.#isStalled()) {
      this.#planLook()
      return
    }
    this.#isTurnDue = true
    this.#clock.soon(() => {
      this.#isTurnDue = false
      this.#turn()
    })
  }

  #planLook(): void {
    this.#callOffLook ??= this.#clock.after(LOOK_MS, () => {
      this.#callOffLook = undefined
      this.#turn()
    })
  }

  /**
   * Applies what waits, up to a batch; then sends the batch to be kept, unless another is on its way: meanwhile the
   * next one gathers, applied already, so that engine and disk work at the same time.
   */
  #turn(): void {
    this.#refuseLate()
    if (this.#failure === undefined && !this.#isStalled()) this.#applyWaiting()
    if (this.#failure === undefined) this.#keepGathered()
    if (this.#queue.length > 0) this.#plan()
    else if (this.#isAtRest()) this.#onRest()
  }

  /** Whoever has waited so long has sent a price of then. What the house and the operator want stays in its place. */
  #refuseLate(): void {
    const latest = this.#clock.elapsed() - WAIT_MS_MAX
    // The first has waited longest.
    if ((this.#queue[0]?.since ?? latest) >= latest) return
    const isLate = ({ command, since }: Waiting) => since < latest && isUsers(command)
    const late = this.#queue.filter(isLate)
    this.#queue = this.#queue.filter((waiting) => !isLate(waiting))
    for (const { answer } of late) answer(refuse("ENGINE_BUSY"))
  }

  #applyWaiting(): void {
    const until = this.#clock.now() + BATCH_MS_MAX
    let taken = 0
    try {
      for (const waiting of this.#queue) {
        if (this.#gathering.stamped.length >= BATCH_COMMANDS_MAX) break
        this.#apply(waiting)
        taken += 1
        if (this.#clock.now() >= until) break
      }
      this.#queue.splice(0, taken)
    } catch (error) {
      const faulty = this.#queue[taken]?.command.type
      this.#queue.splice(0, taken)
      this.#fail(error, faulty)
    }
  }

  #apply(waiting: Waiting): void {
    const { command } = waiting
    this.#seq += 1
    this.#time = this.now()
    const stamped = { seq: this.#seq, time: this.#time, command }
    const { answer, events } = this.#engine.apply(stamped)
    this.#gathering.stamped.push(stamped)
    this.#gathering.events.push(events)
    this.#gathering.answers.push({ waiting, answer })
    tellApplied(command)
    if (!answer.ok) return
    if (command.type === "order.place") this.#orders.add(this.#time)
    else if ("orders" in answer.value) for (const _ of answer.value.orders) this.#orders.add(this.#time)
  }

  #keepGathered(): void {
    const batch = this.#gathering
    if (this.#underWay || batch.stamped.length === 0) return
    this.#gathering = new Gathering()
    if (!this.#journal) {
      this.#tell(batch)
      return
    }
    this.#underWay = batch
    this.#underWaySince = this.#clock.elapsed()
    this.#journal.keep(batch).then(
      () => {
        this.#underWay = undefined
        tellKept(batch.stamped.length, this.#underWayMs())
        this.#tell(batch)
        this.#turn()
      },
      (error: unknown) => {
        this.#underWay = undefined
        this.#fail(error)
        for (const { waiting } of batch.answers) waiting.answer(refuse("INTERNAL"))
      },
    )
  }

  /** The listeners hear of a batch, and only then the callers. It is kept: whatever a listener does, it was done. */
  #tell(batch: Gathering): void {
    const last = batch.stamped.at(-1)
    this.#committed = last?.seq ?? this.#committed
    try {
      const told: Batch = { time: last?.time ?? this.#time, events: batch.events.flat() }
      for (const listener of this.#listeners) listener(told)
    } catch (error) {
      this.#fail(error, batch.stamped[0]?.command.type)
    }
    for (const { waiting, answer } of batch.answers) {
      tellAnswered(waiting, answer, this.#clock)
      waiting.answer(answer)
    }
    if (this.#failure === undefined) this.#planTick()
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

  /**
   * A throwing engine or listener, or a batch that can't be kept, is a bug: what memory holds can't be trusted, so
   * nothing more goes in. What was not kept was not done: a restart begins behind the last batch that was. A batch
   * that is on its way is still published when it has come through.
   */
  #fail(error: unknown, command?: Command["type"]): void {
    if (this.#failure !== undefined) return
    this.#failure = error instanceof Error ? error.message : String(error)
    this.#callOffTick()
    this.#log.error(
      { err: error, command, time: this.#time },
      "the engine has failed and takes no more commands",
    )
    const waiting = [...this.#gathering.answers.map((one) => one.waiting), ...this.#queue]
    this.#gathering = new Gathering()
    this.#queue = []
    for (const { answer } of waiting) answer(refuse("INTERNAL"))
    this.#onRest()
  }
}
