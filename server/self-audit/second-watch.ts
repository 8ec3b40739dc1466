/** Looks after second contracts: each that has ended is settled (C6). */

import type { Engine } from "#server/engine/engine.ts"
import { overdueSeconds } from "#server/engine/second/overdue-seconds.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import type { Storage } from "../storage/storage.ts"
import { tellOperator } from "./tell-operator.ts"

/** Contracts that are named in the reason. */
const NAMED_MAX = 5

export interface SecondWatchParts {
  engine: Engine
  exchange: Pick<CommandDoor, "submit">
  storage: Storage
  clock: { now(): number }
  log: { error(values: object, text: string): void }
}

export class SecondWatch {
  readonly #parts: SecondWatchParts
  #found: string | undefined

  constructor(parts: SecondWatchParts) {
    this.#parts = parts
  }

  /** Why second contracts were stopped; undefined while all that ended are settled. */
  failure(): string | undefined {
    return this.#found
  }

  /** One look, between two commands. Nothing is settled by hand: no new ones are taken, and the operator is called. */
  async look(): Promise<void> {
    const { engine, exchange, log } = this.#parts
    const overdue = overdueSeconds(engine.state)
    const isOpen = [...engine.state.seconds.listed.values()].filter(
      ({ instrument }) => instrument.state === "open",
    )
    if (overdue.length === 0) {
      this.#found = undefined
      return
    }
    const more = overdue.length > NAMED_MAX ? ` and ${overdue.length - NAMED_MAX} more` : ""
    this.#found = `second contracts ended and are not settled: ${overdue.slice(0, NAMED_MAX).join(", ")}${more}`
    if (isOpen.length === 0) return
    log.error({ contracts: overdue }, "SECOND CONTRACTS ARE NOT SETTLED: no new ones are taken")
    for (const { instrument } of isOpen)
      await exchange.submit({ type: "instrument.state", instrument: instrument.id, state: "cancel-only" })
    await tellOperator(this.#parts, "seconds.stopped", this.#found)
  }
}
