/** A command door to an engine in memory with a manual clock, to test feeds without a server. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { AnswerOf } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { houseFunds, optionFunds } from "#server/maker/house-funds.ts"

type Listener = (batch: { time: TimeMs; events: readonly EngineEvent[] }) => void

/** Applies each command at once; listeners hear of it before the answer, as at the real door. */
export class MemoryDoor implements CommandDoor {
  readonly engine: Engine
  /** Refusals so far, counted by "command name". */
  readonly refusals = new Map<string, number>()
  commands = 0
  readonly #listeners = new Set<Listener>()
  #now: TimeMs
  #seq = 0

  constructor(now: TimeMs, settings: Partial<EngineSettings> = {}) {
    this.engine = createEngine(settings)
    this.#now = now
  }

  now(): TimeMs {
    return this.#now
  }

  /** Moves the clock and lets the timers that are due fire. */
  pass(ms: number): void {
    this.#now += ms
    const due = this.engine.nextDue()
    if (due !== undefined && due <= this.#now) void this.submit({ type: "clock.tick" })
  }

  list(instruments: readonly Instrument[]): void {
    for (const instrument of instruments) void this.submit({ type: "instrument.set", instrument })
    for (const funds of [...houseFunds(instruments), ...optionFunds(instruments, () => 0n)])
      void this.submit(funds)
  }

  isOpen(instrument: string): boolean {
    return this.engine.instrumentState(instrument) === "open"
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  submit<C extends Command>(command: C): Promise<AnswerOf<C>> {
    this.#seq += 1
    this.commands += 1
    const { answer, events } = this.engine.apply({ seq: this.#seq, time: this.#now, command })
    if (!answer.ok) {
      const name = `${command.type} ${answer.problem.name}`
      this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1)
    }
    for (const listener of this.#listeners) listener({ time: this.#now, events })
    return Promise.resolve(answer)
  }
}
