/** Countdowns that run, each of an account for one market or for all (S15). */

import type { TimeMs } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"
import { type Due, DueQueue } from "../due-queue.ts"

/** One that runs. */
interface Countdown extends Due<string> {
  readonly account: AccountId
  /** Undefined: of all markets. */
  readonly instrument: string | undefined
}

/** As a snapshot has it. */
export interface SavedCountdown {
  account: AccountId
  instrument: string | null
  due: TimeMs
}

/** All that run: at most one an account and market, and one an account for all markets. */
export class Countdowns {
  readonly #byKey = new Map<string, Countdown>()
  readonly #queue = new DueQueue<Countdown>()

  /** The one that runs out next; undefined without any. */
  get first(): Countdown | undefined {
    return this.#queue.first
  }

  /** Sets it anew, or stops it where `due` is undefined. */
  set(account: AccountId, instrument: string | undefined, due: TimeMs | undefined): void {
    const key = keyOf(account, instrument)
    const running = this.#byKey.get(key)
    if (running) this.#queue.remove(running)
    if (due === undefined) {
      this.#byKey.delete(key)
      return
    }
    const countdown = { due, key, place: 0, account, instrument }
    this.#byKey.set(key, countdown)
    this.#queue.add(countdown)
  }

  /** None of them runs out before this moment. */
  hold(until: TimeMs): void {
    for (const { account, instrument, due } of [...this.#byKey.values()])
      if (due < until) this.set(account, instrument, until)
  }

  /** By account, then instrument. */
  save(): SavedCountdown[] {
    return [...this.#byKey]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { account, instrument, due }]) => ({ account, instrument: instrument ?? null, due }))
  }

  restore(saved: readonly SavedCountdown[]): void {
    for (const { account, instrument, due } of saved) this.set(account, instrument ?? undefined, due)
  }
}

/** No account id and no instrument holds a line feed. */
const keyOf = (account: AccountId, instrument = ""): string => `${account}\n${instrument}`
