/** Looks after second contracts: each that has ended is settled (C6), and the house has more than its warning mark (C7). */

import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { Engine } from "#server/engine/engine.ts"
import { OPTION_HOUSE } from "#server/engine/second/house-accounts.ts"
import { overdueSeconds } from "#server/engine/second/overdue-seconds.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import type { Storage } from "../storage/storage.ts"

/** Who speaks in the operator's audit table. */
const SPEAKER = "self-audit"
/** Contracts that are named in the reason. */
const NAMED_MAX = 5

export interface SecondWatchParts {
  engine: Engine
  exchange: Pick<CommandDoor, "submit">
  storage: Storage
  clock: { now(): number }
  log: { error(values: object, text: string): void }
  /** C7: 1e-8 of each currency that second contracts settle in. */
  warningMark: Amount
}

export class SecondWatch {
  readonly #parts: SecondWatchParts
  /** Currencies of which the house was below its mark at the last look. */
  readonly #low = new Set<string>()
  #found: string | undefined

  constructor(parts: SecondWatchParts) {
    this.#parts = parts
  }

  /** Why second contracts were stopped; undefined while all that ended are settled. */
  failure(): string | undefined {
    return this.#found
  }

  /** One look, between two commands. */
  async look(): Promise<void> {
    await this.#findOverdue()
    await this.#weighHouse()
  }

  /** Nothing is settled by hand: no new ones are taken, and the operator is called. */
  async #findOverdue(): Promise<void> {
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
    await this.#tell("seconds.stopped", this.#found)
  }

  /** Told once as it falls below the mark, and once as it is above it again. */
  async #weighHouse(): Promise<void> {
    const { engine, log, warningMark } = this.#parts
    const { seconds, ledger } = engine.state
    const currencies = new Set([...seconds.listed.values()].map(({ instrument }) => instrument.quote))
    for (const currency of currencies) {
      const free = ledger.systemBalance(OPTION_HOUSE.available, currency)
      const isLow = free < warningMark
      if (isLow === this.#low.has(currency)) continue
      const detail = `free for profits of second contracts: ${formatAmount(free)} ${currency}; warning mark: ${formatAmount(warningMark)}`
      if (isLow) {
        this.#low.add(currency)
        log.error({ currency, free: formatAmount(free) }, "THE OPTION HOUSE IS BELOW ITS WARNING MARK")
      } else this.#low.delete(currency)
      await this.#tell(isLow ? "option-house.low" : "option-house.filled", detail)
    }
  }

  /** A database that is away is the journal's to tell. */
  async #tell(action: string, detail: string): Promise<void> {
    const { storage, clock } = this.#parts
    await storage.database
      .insertInto("audit")
      .values({ time: clock.now(), operator: SPEAKER, action, user_id: null, reason: "", detail })
      .execute()
      .catch(() => undefined)
  }
}
