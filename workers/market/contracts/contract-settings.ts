/** Leverage, margin mode and fee rates of the user's contracts: asked for while open orders hang on them. */

import { unitsOf } from "#core/money/steps.ts"
import type { ContractSetting } from "#core/wire/contract.ts"
import type { MarginSetting } from "./contract-rows.ts"

/** They are not asked for more often than this. */
const PAUSE_MS = 2000

interface ContractSettingsEvents {
  now(): number
  setTimer(run: () => void, afterMs: number): number
  /** Undefined: the call failed. */
  fetchSettings(token: string): Promise<{ rows: readonly ContractSetting[] } | undefined>
  changed(): void
}

export class ContractSettings {
  /** Rises with each answer. */
  version = 0
  readonly #events: ContractSettingsEvents
  #settings = new Map<string, MarginSetting>()
  #token: string | null = null
  /** What the last question was asked for. */
  #cause = ""
  #askedAt = Number.NEGATIVE_INFINITY
  #isWaiting = false

  constructor(events: ContractSettingsEvents) {
    this.#events = events
  }

  of(instrument: string): MarginSetting | undefined {
    return this.#settings.get(instrument)
  }

  login(token: string | null): void {
    if (token === this.#token) return
    this.#token = token
    this.#settings = new Map()
    this.#cause = ""
    this.#askedAt = Number.NEGATIVE_INFINITY
  }

  /** `cause`: the orders and leverages that are there; others are a reason to ask anew, none is none. */
  want(cause: string): void {
    if (cause === "" || cause === this.#cause || this.#token === null || this.#isWaiting) return
    const wait = this.#askedAt + PAUSE_MS - this.#events.now()
    this.#isWaiting = true
    if (wait > 0) this.#events.setTimer(() => void this.#ask(cause), wait)
    else void this.#ask(cause)
  }

  async #ask(cause: string): Promise<void> {
    const token = this.#token
    this.#askedAt = this.#events.now()
    this.#cause = cause
    const answer = token === null ? undefined : await this.#events.fetchSettings(token)
    this.#isWaiting = false
    if (token !== this.#token) return
    if (answer) this.#settings = new Map(answer.rows.map((row) => [row.instrument, settingOf(row)]))
    // A failed call is made again with the next look, after the pause.
    else this.#cause = ""
    this.version += 1
    this.#events.changed()
  }
}

const settingOf = ({ marginMode, leverage, taker }: ContractSetting): MarginSetting => ({
  isIsolated: marginMode === "isolated",
  leverage,
  takerRate: taker.startsWith("-") ? 0n : unitsOf(taker),
})
