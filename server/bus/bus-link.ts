/** A gateway's side: how the exchange stands, what it says, and asking it for something that is done once or not at all. */

import { randomUUID } from "node:crypto"
import type { CountAsked, Counted } from "../calls/call-counts.ts"
import type { BusConnection } from "./bus-connection.ts"
import {
  type Answered,
  type AnsweredCount,
  type Ask,
  type Note,
  readText,
  type SaidBatch,
  type Standing,
  sayCount,
  subjectsOf,
} from "./bus-messages.ts"

const PING_EVERY_MS = 250
/** An answer that takes longer counts as none: what comes so late shows prices of then. */
const PONG_WITHIN_MS = 1000
/** Without an answer for so long the gateway counts as cut off. */
const CUT_AFTER_MS = 1500
/** What is asked may be on its way to the exchange for so long; past that the exchange refuses it. */
const ON_THE_WAY_MS = 2000
/** How long one try waits before the same is asked again. */
const TRY_MS = 2000
/** After so long nobody waits any more. */
const WAIT_MS = 15_000
const LOOK_MS = 50

/** Of an ask, without what the link adds. */
type Wanted = Ask extends infer Each ? (Each extends Ask ? Omit<Each, "id" | "deadline"> : never) : never

/** `undone`: nothing of it was done or will be. `unknown`: whether it was is not known here. */
export type Asked =
  | { known: true; answered: Answered }
  | { known: false; why: "undone" | "unknown"; term: number }

export interface BusLinkParts {
  bus: BusConnection
  name: string
  /** Of the database as it was read. */
  term: number
  /** Ms by a clock that nobody sets. */
  elapsed(): number
  onBatch(said: SaidBatch): void
  onNote(note: Note): void
  onStanding(standing: Standing): void
  /** The connection was away: what was said meanwhile is lost. */
  onUp(): void
}

export class BusLink {
  readonly #parts: BusLinkParts
  readonly #subjects: ReturnType<typeof subjectsOf>
  #term: number
  #standing: Standing | undefined
  #heardAt = 0
  #timer: NodeJS.Timeout | undefined
  #underWay = 0
  #pings = 0
  #counts = 0
  readonly #first = Promise.withResolvers<void>()

  constructor(parts: BusLinkParts) {
    this.#parts = parts
    this.#subjects = subjectsOf(parts.name)
    this.#term = parts.term
  }

  start(): void {
    const { bus, onBatch, onNote, onUp } = this.#parts
    bus.hear(this.#subjects.batches, (text) => {
      const said = readText<SaidBatch>(text)
      // A writer that was replaced has nothing to say.
      if (said.batch.term < this.#term) return
      this.#term = said.batch.term
      onBatch(said)
    })
    bus.hear(this.#subjects.notes, (text) => onNote(readText<Note>(text)))
    bus.whenUp(onUp)
    this.#timer = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#ping()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Resolves with the first word of the exchange, or after so long. */
  async heard(ms: number): Promise<void> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
    await Promise.race([this.#first.promise, timeout])
  }

  /** The highest that was heard of. */
  get term(): number {
    return this.#term
  }

  /** As heard last; undefined: never. */
  standing(): Standing | undefined {
    return this.#standing
  }

  /** The exchange doesn't answer, or too slowly to be traded on. */
  isCut(): boolean {
    const { bus, elapsed } = this.#parts
    return !bus.isUp() || !this.#standing || elapsed() - this.#heardAt > CUT_AFTER_MS
  }

  /** Asks waiting for an answer. */
  backlog(): number {
    return this.#underWay
  }

  /** Does `wanted` once, or not at all. Never rejects. */
  async ask(wanted: Wanted): Promise<Asked> {
    const term = this.#term
    const undone = { known: false, why: "undone", term } as const
    if (this.isCut() || !this.#standing) return undone
    const ask = { ...wanted, id: randomUUID(), deadline: this.#now() + ON_THE_WAY_MS } as Ask
    this.#underWay += 1
    try {
      return (await this.#askUntilAnswered(ask, term)) ?? undone
    } finally {
      this.#underWay -= 1
    }
  }

  /** Has calls counted, once at most. Undefined: no answer came in time, and whether they were isn't known. Never rejects. */
  count(calls: readonly CountAsked[]): Promise<readonly Counted[] | undefined> {
    this.#counts += 1
    const token = `count-${this.#counts}`
    return new Promise((resolve) => {
      const end = (counted?: readonly Counted[]) => {
        clearTimeout(timer)
        stop()
        resolve(counted)
      }
      const stop = this.#parts.bus.hearAnswer(token, (text) => {
        if (text === undefined) end()
        else end(readText<AnsweredCount[]>(text).map(([count, leftMs]) => ({ count, leftMs })))
      })
      const timer = setTimeout(end, PONG_WITHIN_MS)
      if (!this.#parts.bus.ask(this.#subjects.counts(this.#term), calls.map(sayCount), token)) end()
    })
  }

  /** Sends the same again until it is answered, however late. Undefined: it has reached nobody. */
  #askUntilAnswered(ask: Ask, term: number): Promise<Asked | undefined> {
    const { bus, elapsed } = this.#parts
    const subject = this.#subjects.asks(term)
    const until = elapsed() + WAIT_MS
    return new Promise((resolve) => {
      // Of those that were sent, what may have reached somebody.
      let sent = 0
      const end = (asked: Asked | undefined) => {
        clearInterval(timer)
        stop()
        resolve(asked)
      }
      const send = () => {
        if (bus.ask(subject, ask, ask.id)) sent += 1
        if (sent === 0) end(undefined)
      }
      const stop = bus.hearAnswer(ask.id, (text) => {
        if (text !== undefined) return end({ known: true, answered: readText<Answered>(text) })
        sent -= 1
        if (sent === 0) end(undefined)
      })
      const timer = setInterval(() => {
        if (elapsed() > until || this.#term !== term) end({ known: false, why: "unknown", term })
        else if (elapsed() > again) {
          again = elapsed() + TRY_MS
          send()
        }
      }, LOOK_MS)
      let again = elapsed() + TRY_MS
      send()
    })
  }

  /** The exchange's clock as of now, or a little less: by as much as its answer was on its way. */
  #now(): number {
    return (this.#standing?.now ?? 0) + (this.#parts.elapsed() - this.#heardAt)
  }

  #ping(): void {
    const { bus } = this.#parts
    this.#pings += 1
    const token = `ping-${this.#pings}`
    const stop = bus.hearAnswer(token, (text) => {
      stop()
      clearTimeout(timer)
      if (text !== undefined) this.#stands(readText<Standing>(text))
    })
    const timer = setTimeout(stop, PONG_WITHIN_MS)
    if (bus.ask(this.#subjects.pings, 0, token)) return
    stop()
    clearTimeout(timer)
  }

  #stands(standing: Standing): void {
    if (standing.term < this.#term) return
    this.#term = standing.term
    this.#standing = standing
    this.#heardAt = this.#parts.elapsed()
    this.#parts.onStanding(standing)
    this.#first.resolve()
  }
}
