/** The exchange as handlers in a gateway see it: commands go over the bus, batches come from the replica. */

import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer, AnswerOf } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { Batch, Exchange } from "#server/exchange/exchange.ts"
import { OrderCounter } from "#server/exchange/order-rate.ts"
import { isUsers } from "#server/exchange/user-command.ts"
import { plainText } from "#server/journal/plain-text.ts"
import { Refusal } from "../calls/refusal.ts"
import type { BusLink } from "./bus-link.ts"
import type { Replica } from "./replica.ts"

/** What was answered shows on this gateway too before its caller hears of it; after so long they hear all the same. */
const SHOWN_WITHIN_MS = 2000
/** How long a new writer may take to say where the log of the last one ended. */
const TAKEN_OVER_WITHIN_MS = 12_000
const LOOK_MS = 50
/** Of a gateway that got no answer: its server can't say what became of what was asked. */
const NO_ANSWER = 504

/** A command that was sent, until its answer is there. */
interface Sent {
  done?: Answer
}

export interface RemoteExchangeParts {
  link: BusLink
  replica: Replica
  engine: Engine
  now(): TimeMs
  /** Whether what is asked now was sent long ago; left out: never. */
  isHeldUp?: (() => boolean) | undefined
}

export class RemoteExchange implements Exchange {
  readonly #parts: RemoteExchangeParts
  readonly #listeners = new Set<(batch: Batch) => void>()
  readonly #orders = new OrderCounter()
  /** By their text: what the log says of them is true whoever answers. */
  readonly #sent = new Map<string, Sent[]>()

  constructor(parts: RemoteExchangeParts) {
    this.#parts = parts
    this.#orders.begin(parts.now())
  }

  now(): TimeMs {
    return Math.max(this.#parts.replica.time, this.#parts.now())
  }

  isOpen(instrument: string): boolean {
    return this.#parts.engine.instrumentState(instrument) === "open"
  }

  failure(): string | undefined {
    const { link, replica } = this.#parts
    if (replica.failure() !== undefined) return replica.failure()
    if (link.isCut()) return "the exchange can't be reached: nothing is taken, and what is shown is old"
    if (replica.isBehind())
      return "the command log can't be followed: nothing is taken, and what is shown is old"
    return link.standing()?.failure
  }

  backlog(): number {
    return this.#parts.link.backlog()
  }

  committed(): number {
    return this.#parts.replica.seq
  }

  orderRate() {
    return this.#orders.rate(this.now())
  }

  async stop(): Promise<void> {}

  listen(listener: (batch: Batch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Done, refused, or ENGINE_BUSY: then nothing was done. @throws Refusal with status 504 when nobody can say which */
  async submit<C extends Command>(command: C): Promise<AnswerOf<C>> {
    if (!isUsers(command)) throw new Error(`a gateway was to send ${command.type}`)
    const { link, replica, isHeldUp } = this.#parts
    if (this.failure() !== undefined || isHeldUp?.()) return refuse("ENGINE_BUSY")
    const text = plainText(command)
    const sent: Sent = {}
    this.#sent.set(text, [...(this.#sent.get(text) ?? []), sent])
    try {
      const asked = await link.ask({ kind: "command", command })
      if (!asked.known) {
        if (asked.why === "undone") return refuse("ENGINE_BUSY")
        return ((await this.#settled(asked.term, sent)) ?? refuse("ENGINE_BUSY")) as AnswerOf<C>
      }
      const { answered } = asked
      if (!("answer" in answered)) return refuse("ENGINE_BUSY")
      await replica.reached(answered.seq, SHOWN_WITHIN_MS)
      return answered.answer as AnswerOf<C>
    } finally {
      this.#forget(text, sent)
    }
  }

  /** Tells the listeners. */
  tell(batch: Batch): void {
    for (const listener of this.#listeners) listener(batch)
  }

  /** A command of the log was done here. */
  done(command: Command, answer: Answer): void {
    if (answer.ok) {
      const orders =
        command.type === "order.place" ? 1 : "orders" in answer.value ? answer.value.orders.length : 0
      for (let order = 0; order < orders; order += 1) this.#orders.add(this.#parts.replica.time)
    }
    if (this.#sent.size === 0 || !isUsers(command)) return
    const first = this.#sent.get(plainText(command))?.find((sent) => !sent.done)
    if (first) first.done = answer
  }

  /**
   * What became of a command whose answer was lost with its writer: once a later term is there, the log of the earlier one is whole and
   * nothing is added to it. Undefined: it isn't in the log and never will be.
   */
  async #settled(term: number, sent: Sent): Promise<Answer | undefined> {
    const { link, replica } = this.#parts
    const until = performance.now() + TAKEN_OVER_WITHIN_MS
    while (performance.now() < until && !sent.done) {
      const standing = link.standing()
      const isOver = standing && standing.term > term && (await replica.reached(standing.seq, LOOK_MS))
      if (isOver) return sent.done
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    if (sent.done) return sent.done
    throw new Refusal({ name: "INTERNAL" }, { status: NO_ANSWER })
  }

  #forget(text: string, sent: Sent): void {
    const left = this.#sent.get(text)?.filter((one) => one !== sent) ?? []
    if (left.length > 0) this.#sent.set(text, left)
    else this.#sent.delete(text)
  }
}
