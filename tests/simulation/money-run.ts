/** One run of the money simulation: commands from a seed into an engine, and both auditors behind each. */

import type { TimeMs } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { answeredOrder } from "#tests/support/test-exchange.ts"
import { Auditor } from "./auditor.ts"
import { CountdownAuditor } from "./countdown-auditor.ts"
import { MoneyAuditor } from "./money-auditor.ts"
import { MoneyCommands } from "./money-commands.ts"
import { MONEY_INSTRUMENTS, moneyBeginnings } from "./money-scene.ts"
import { PausedAuditor } from "./paused-auditor.ts"

interface Step {
  stamped: Stamped
  outcome: Outcome
}

/** After so many commands all books are looked at, and all money is counted; what a command touched is after each. */
interface Looks {
  wholeEvery: number
  recountEvery: number
}
const CLOSE_LOOKS: Looks = { wholeEvery: 1, recountEvery: 20 }
/** For runs of millions. */
export const WIDE_LOOKS: Looks = { wholeEvery: 1_000, recountEvery: 1_000 }

export class MoneyRun {
  readonly engine: Engine
  /** What was done before the first step. */
  readonly beginnings: readonly Step[]
  readonly #commands: MoneyCommands
  readonly #auditor: Auditor
  readonly #money: MoneyAuditor
  readonly #countdowns = new CountdownAuditor()
  readonly #paused = new PausedAuditor()
  #seq = 0
  #time: TimeMs = 1_785_000_000_000
  #lastId = 0

  /** `prepare` changes the engine once its markets are there: for planted faults. */
  constructor(
    seed: number,
    engine: Engine,
    prepare: (engine: Engine) => void = () => undefined,
    { wholeEvery, recountEvery }: Looks = CLOSE_LOOKS,
  ) {
    this.engine = engine
    this.#commands = new MoneyCommands(seed)
    const ids = MONEY_INSTRUMENTS.map(({ id }) => id)
    this.#auditor = new Auditor(engine, ids, wholeEvery)
    this.#money = new MoneyAuditor(engine, MONEY_INSTRUMENTS, recountEvery)
    this.beginnings = moneyBeginnings.map((command) => this.#apply(command))
    prepare(engine)
  }

  step(): Step {
    this.#time += this.#commands.pause()
    return this.#apply(this.#commands.next(this.#lastId, this.#time))
  }

  /** Sends what no engine may take: a sequence of before, and a time of before. Throws when it is taken. */
  provoke(): void {
    const command: Command = { type: "clock.tick" }
    for (const stamped of [
      { seq: this.#seq, time: this.#time, command },
      { seq: this.#seq + 1, time: this.#time - 1, command },
    ]) {
      let wasTaken = true
      try {
        this.engine.apply(stamped)
      } catch (error) {
        wasTaken = !(error instanceof RangeError)
      }
      if (wasTaken) throw new Error(`command ${stamped.seq} at ${stamped.time} was taken a second time`)
    }
  }

  /** The last recount. */
  finish(): void {
    this.#money.recount()
  }

  #apply(command: Command): Step {
    this.#seq += 1
    const stamped: Stamped = { seq: this.#seq, time: this.#time, command }
    const outcome = this.engine.apply(stamped)
    this.#auditor.check(outcome)
    this.#countdowns.check(stamped, outcome)
    this.#paused.check(outcome)
    this.#money.check(outcome)
    const order = answeredOrder(outcome)
    if (order) {
      this.#lastId = Math.max(this.#lastId, order.id)
      this.#commands.learn(order.id, order.account)
    }
    return { stamped, outcome }
  }
}
