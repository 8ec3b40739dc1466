/** Looks whether funding was paid once at each of its moments, and what was paid sums to zero (C6, P5). */

import type { TimeMs } from "#core/money/units.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { EngineEvent, JournalEvent } from "#server/engine/event.ts"

/** What a command told of one moment of a contract. */
interface Moment {
  instrument: string
  time: TimeMs
  rate: bigint
  /** Users were told of a payment that isn't nothing. */
  isTold: boolean
}

export class FundingWatch {
  readonly #engine: Engine
  /** The last moment of each contract that was told since the start. */
  readonly #last = new Map<string, Moment>()
  /** Moments whose journal was told, by its reference. */
  #paid = new Set<string>()
  /** Found, and not yet told by {@link look}. */
  #problems: string[] = []

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** What was committed, in its order: a moment, its payments, its journal. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === "funding-rate") this.#begin({ ...event, isTold: false })
      else if (event.type === "funding-paid") this.#told(event)
      else if (event.type === "journal" && event.kind === "funding") this.#journal(event)
    }
  }

  /** What is wrong: found since the last look, and moments that passed without anything. */
  look(): string[] {
    const problems = this.#problems
    this.#problems = []
    for (const { instrument, time, isTold } of this.#last.values())
      if (isTold && !this.#paid.has(referenceOf(instrument, time)))
        problems.push(`funding of ${instrument} at ${time} was told and not paid`)
    const { timers, log } = this.#engine.state
    const running = timers.list()
    const due = new Map(running.flatMap(({ name, key, due: at }) => (name === "funding" ? [[key, at]] : [])))
    // A delisted contract has no marks any more, and no funding.
    for (const { name, key } of running)
      if (name === "mark" && (due.get(key) ?? 0) < log.now) problems.push(`funding of ${key} is overdue`)
    return problems
  }

  #begin(moment: Moment): void {
    const { instrument, time } = moment
    const before = this.#last.get(instrument)
    if (before && before.time >= time)
      this.#problems.push(`funding of ${instrument} at ${time} came after that of ${before.time}`)
    if (before) this.#paid.delete(referenceOf(instrument, before.time))
    this.#last.set(instrument, moment)
  }

  #told({ instrument, time, amount }: { instrument: string; time: TimeMs; amount: bigint }): void {
    const moment = this.#last.get(instrument)
    if (moment?.time !== time)
      this.#problems.push(`funding of ${instrument} was paid at ${time}, which is no moment of it`)
    else if (amount !== 0n) moment.isTold = true
  }

  #journal({ reference, lines }: JournalEvent): void {
    if (this.#paid.has(reference)) this.#problems.push(`${reference} was paid twice`)
    this.#paid.add(reference)
    const sums = new Map<string, bigint>()
    for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    for (const [currency, sum] of sums)
      if (sum !== 0n) this.#problems.push(`${reference} sums to ${sum} of ${currency}`)
  }
}

const referenceOf = (instrument: string, time: TimeMs): string => `funding:${instrument}:${time}`
