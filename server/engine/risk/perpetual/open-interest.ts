/** Open interest: what all long positions of a contract hold together, the house's and the fund's among them (P31). */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import type { OpenInterestEvent } from "../../event.ts"
import type { EventLog, InterestSource } from "../../event-log.ts"
import type { ContractPart } from "./contract-account.ts"

/** How often it is told whether it has changed or not: a history has a row for each of these moments. */
export const INTEREST_EVERY_MS = 15 * 60_000

/** Of one contract. Follows from the positions, so no snapshot has it. */
class Interest implements InterestSource {
  sequence = 0
  size: Amount = NO_AMOUNT
  /** As it stood at the end of the last command. */
  told: Amount = NO_AMOUNT
  readonly #instrument: string

  constructor(instrument: string) {
    this.#instrument = instrument
  }

  takeChange(): Pick<OpenInterestEvent, "instrument" | "size"> | undefined {
    if (this.size === this.told) return undefined
    this.told = this.size
    return { instrument: this.#instrument, size: this.size }
  }
}

export class OpenInterest {
  readonly #log: EventLog
  readonly #interests = new Map<string, Interest>()

  constructor(log: EventLog) {
    this.#log = log
  }

  /** 1e-8 of the base. */
  of(instrument: string): Amount {
    return this.#interests.get(instrument)?.size ?? NO_AMOUNT
  }

  /** The part's positions have changed: told at the end of the command, if the sum has. */
  changed(part: ContractPart): void {
    const interest = this.#count(part)
    if (interest) this.#log.interestChanged(interest)
  }

  /** The part's positions are as a snapshot has them: nothing is told. */
  restored(part: ContractPart): void {
    const interest = this.#count(part)
    if (interest) interest.told = interest.size
  }

  #count(part: ContractPart): Interest | undefined {
    let sum = 0n
    for (const { size } of part.slots) if (size > 0n) sum += size
    const change = sum - part.countedLong
    if (change === 0n) return undefined
    part.countedLong = sum
    let interest = this.#interests.get(part.instrument)
    if (!interest) {
      interest = new Interest(part.instrument)
      this.#interests.set(part.instrument, interest)
    }
    interest.size = (interest.size + change) as Amount
    return interest
  }
}
