/** The side of the process that has the exchange: says each batch that is kept, and does what gateways ask, once each. */

import type { Result } from "#core/wire/index.ts"
import { RULES_VERSION } from "#server/engine/versions.ts"
import type { Exchange } from "#server/exchange/exchange.ts"
import { isUsers } from "#server/exchange/user-command.ts"
import type { Journal } from "#server/journal/journal.ts"
import { FORMAT } from "#server/storage/schema.ts"
import type { OwnCounts } from "../calls/call-counts.ts"
import type { Caller } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { BusConnection } from "./bus-connection.ts"
import {
  type Answered,
  type AnsweredCount,
  type Ask,
  type Note,
  readText,
  type SaidBatch,
  type SaidCount,
  type Standing,
  subjectsOf,
} from "./bus-messages.ts"

/** Longer than anybody asks again. */
const REMEMBERED_MS = 120_000
/** A gateway that asks faster than the exchange answers is refused. */
const ASKS_MAX = 20_000

type AnyHandler = (request: never, caller: never) => Result<unknown> | Promise<Result<unknown>>

export interface BusHostParts {
  bus: BusConnection
  /** Name of this exchange on the bus. */
  name: string
  term: number
  exchange: Exchange
  journal: Pick<Journal, "listen" | "failure">
  /** Number of the newest batch in the read model. */
  revision(): number
  silentSince(): number
  now(): number
  /** By the names of the calls. */
  handlers: Readonly<Record<string, AnyHandler>>
  /** Of the calls of all doors. */
  calls: OwnCounts
  /** Takes a signature that counts once; false: it was taken before. */
  signedOnce(signed: { key: string; time: number; window: number }): boolean
  log: { error(values: object, text: string): void }
}

export class BusHost {
  readonly #parts: BusHostParts
  readonly #subjects: ReturnType<typeof subjectsOf>
  /** What was asked, with when, the oldest first. */
  readonly #asked = new Map<string, { at: number; answered: Promise<Answered> }>()
  #underWay = 0

  constructor(parts: BusHostParts) {
    this.#parts = parts
    this.#subjects = subjectsOf(parts.name)
  }

  start(): void {
    const { bus, journal, term } = this.#parts
    bus.hear(this.#subjects.pings, (_, reply) => reply(this.#standing()))
    bus.hear(this.#subjects.asks(term), (text, reply) => {
      const ask = readText<Ask>(text)
      this.#answerOnce(ask).then(reply, (error: unknown) => this.#fail(error, ask.kind))
    })
    bus.hear(this.#subjects.counts(term), (text, reply) =>
      reply(readText<SaidCount[]>(text).map((said) => this.#count(said))),
    )
    // Said before the exchange tells its own listeners: the batch is the next one of the read model.
    journal.listen((batch) => {
      const said: SaidBatch = { batch, revision: this.#parts.revision() + 1 }
      bus.say(this.#subjects.batches, said)
    })
  }

  /** Takes nothing more, and answers what it has taken: who asks now hears at once that nobody is there. */
  async stop(): Promise<void> {
    await this.#parts.bus.hearNoMore()
    await Promise.allSettled([...this.#asked.values()].map(({ answered }) => answered))
  }

  note(note: Note): void {
    this.#parts.bus.say(this.#subjects.notes, note)
  }

  #count([key, by, windowMs, isAligned]: SaidCount): AnsweredCount {
    // Who is above which limit, the gateway knows.
    const max = Number.MAX_SAFE_INTEGER
    const { count, leftMs } = this.#parts.calls.add({ key, by, windowMs, isAligned, max })
    return [count, leftMs]
  }

  #standing(): Standing {
    const { term, exchange, journal, revision, silentSince, now } = this.#parts
    return {
      ...{ format: FORMAT, rules: RULES_VERSION },
      ...{ term, seq: exchange.committed(), revision: revision(), now: now() },
      ...{ failure: exchange.failure() ?? journal.failure(), silentSince: silentSince() },
    }
  }

  /** The same id again gets the first one's answer. */
  #answerOnce(ask: Ask): Promise<Answered> {
    const known = this.#asked.get(ask.id)
    if (known) return known.answered
    this.#forgetOld()
    this.#underWay += 1
    const answered = this.#answer(ask).finally(() => {
      this.#underWay -= 1
    })
    this.#asked.set(ask.id, { at: performance.now(), answered })
    return answered
  }

  #forgetOld(): void {
    const before = performance.now() - REMEMBERED_MS
    for (const [id, { at }] of this.#asked) {
      if (at >= before) return
      this.#asked.delete(id)
    }
  }

  async #answer(ask: Ask): Promise<Answered> {
    const { exchange, now, signedOnce } = this.#parts
    // What was on its way for too long is never done late.
    if (now() > ask.deadline) return { seq: exchange.committed(), refused: "late" }
    if (this.#underWay > ASKS_MAX) return { seq: exchange.committed(), refused: "busy" }
    switch (ask.kind) {
      case "command": {
        // Gateways stand for users; the house and the operator are here.
        if (!isUsers(ask.command)) return { seq: exchange.committed(), refused: "busy" }
        const answer = await exchange.submit(ask.command)
        return { seq: exchange.committed(), answer }
      }
      case "call": {
        const result = await this.#call(ask.name, ask.request, ask.caller)
        return result ? { seq: exchange.committed(), result } : { seq: exchange.committed(), failed: true }
      }
      case "signed-once":
        return { seq: exchange.committed(), isFirst: signedOnce(ask) }
    }
  }

  async #call(name: string, request: unknown, caller: Caller): Promise<Result<unknown> | undefined> {
    const handler = Object.hasOwn(this.#parts.handlers, name) ? this.#parts.handlers[name] : undefined
    try {
      return await handler?.(request as never, caller as never)
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, problem: error.problem }
      this.#fail(error, name)
      return undefined
    }
  }

  #fail(error: unknown, asked: string): void {
    this.#parts.log.error({ err: error, asked }, "what a gateway asked for has failed")
  }
}
