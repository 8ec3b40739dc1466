/** One run of the contract simulation: commands from a seed into an engine, the books recounted after each. */

import { deepStrictEqual } from "node:assert/strict"
import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { CONTRACTS, ContractCommands, WHALE_TIMES } from "./contract-commands.ts"
import { SeededChance } from "./seeded-chance.ts"

/** How often something happened, so that a run shows that it came about. */
export type Counts = Map<string, number>

export interface RunParts {
  engine: Engine
  users: number
  /** So many of them trade in another size, and the house quotes for them without a pause. */
  whales?: number
  /** What the fund begins with, whole USDT. */
  insurance?: number
  /** Timers fire in commands of their own. */
  isTicked?: boolean
  /** After so many commands the books are recounted; default after each. */
  recountEvery?: number
  /** Sees what came of each command. */
  check?: (outcome: Outcome, command: Command, stamped: Stamped) => void
}

export class ContractRun {
  readonly engine: Engine
  /** Does everything as well, and must say the same: an engine restored from a snapshot. */
  twin: Engine | undefined
  readonly counts: Counts = new Map()
  readonly #chance: SeededChance
  readonly #commands: ContractCommands
  readonly #parts: RunParts
  #seq = 0
  /** Some minutes before a whole hour, at which funding is paid. */
  #time: TimeMs = 1_785_002_000_000

  constructor(seed: number, parts: RunParts) {
    this.#parts = parts
    this.engine = parts.engine
    this.#chance = new SeededChance(seed)
    this.#commands = new ContractCommands(this.#chance, parts, parts.engine)
    for (const instrument of CONTRACTS) {
      this.apply({ type: "instrument.set", instrument })
      this.apply(this.#commands.quote(instrument))
    }
    if (parts.insurance) {
      const amount = (BigInt(parts.insurance) * UNITS_PER_COIN) as Amount
      this.apply({
        type: "capital.move",
        from: "faucet",
        to: "insurance",
        currency: "USDT",
        amount,
        reason: "simulation",
      })
    }
    for (let user = 1; user <= parts.users; user += 1) {
      const times = user <= (parts.whales ?? 0) ? BigInt(WHALE_TIMES) / 3n : 1n
      const amount = (BigInt(this.#chance.whole(20, 20_000)) * times * UNITS_PER_COIN) as Amount
      const to = `u${user}.funding.available`
      this.apply({ type: "capital.move", from: "faucet", to, currency: "USDT", amount, reason: "simulation" })
      this.apply({
        type: "transfer",
        account: `u${user}`,
        from: "funding",
        to: "contract",
        currency: "USDT",
        amount: (amount / 2n) as Amount,
        key: "begin",
      })
    }
  }

  get time(): TimeMs {
    return this.#time
  }

  /** Time goes on to a moment; never back. */
  waitUntil(time: TimeMs): void {
    this.#time = Math.max(this.#time, time)
  }

  /** Every index says its price; `move`: how far it jumps first, parts in a million, else as chance has it. */
  quoteAll(move?: (instrument: PerpetualInstrument) => number): void {
    for (const instrument of CONTRACTS) this.apply(this.#commands.quote(instrument, move?.(instrument)))
  }

  /** See {@link ContractCommands.houseRound}. */
  houseRound(instrument: PerpetualInstrument): void {
    for (const command of this.#commands.houseRound(instrument)) this.apply(command)
  }

  /** Time goes on, every index says its price now and then, and somebody does something. */
  step(): void {
    this.#time += this.#chance.whole(0, 1_500)
    if (this.#parts.isTicked) this.apply({ type: "clock.tick" })
    if (this.#chance.happens(0.3))
      for (const instrument of CONTRACTS) {
        this.apply(this.#commands.quote(instrument))
        if (this.#parts.whales) this.houseRound(instrument)
      }
    this.apply(this.#commands.next())
  }

  apply(command: Command): void {
    this.#seq += 1
    const stamped: Stamped = { seq: this.#seq, time: this.#time, command }
    const outcome = this.engine.apply(stamped)
    const { answer, events } = outcome
    const again = this.twin?.apply(stamped)
    if (again) deepStrictEqual(again, { answer, events })
    this.#count(answer.ok ? command.type : `${command.type} ${answer.problem.name}`)
    for (const event of events) {
      if (event.type === "liquidation") this.#count(`liquidation ${event.step}`)
      if (event.type === "liquidation" && event.order !== undefined) this.#count("liquidation by order")
      if (event.type === "deleveraged" || event.type === "funding-paid") this.#count(event.type)
      if (event.type === "order" && event.order.origin) this.#count(event.order.origin)
      if (event.type === "order" && event.order.reason) this.#count(`ended ${event.order.reason}`)
    }
    this.#parts.check?.(outcome, command, stamped)
    if (this.#seq % (this.#parts.recountEvery ?? 1) !== 0) return
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0)
      throw new Error(
        `after ${this.#seq}, ${command.type} of ${"account" in command ? command.account : "nobody"}: ${wrong.join("; ")}`,
      )
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}
