/** Was this asked before? Client order ids of users, remembered for an hour of engine time (exchange.md S12). */

import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { PlaceOrder } from "../command.ts"

const KEY_MEMORY_MS = 3_600_000
/** Keys held at once; a placement beyond is refused as busy rather than taken without its protection. */
const KEYS_MAX = 1_000_000

interface Remembered {
  body: string
  answer: Answer
  until: TimeMs
}

export class KeyMemory {
  /** In order of time, as a map keeps what is added: the first to forget stands first. */
  readonly #keys = new Map<string, Remembered>()

  get size(): number {
    return this.#keys.size
  }

  /** The first answer to the same body, `KEY_CONFLICT` to another, undefined for a new key. */
  recall(command: PlaceOrder): Answer | undefined {
    const known = this.#keys.get(keyOf(command))
    if (known) return known.body === bodyOf(command) ? known.answer : refuse("KEY_CONFLICT")
    return this.#keys.size >= KEYS_MAX ? refuse("ENGINE_BUSY") : undefined
  }

  remember(command: PlaceOrder, answer: Answer, now: TimeMs): void {
    this.#keys.set(keyOf(command), { body: bodyOf(command), answer, until: now + KEY_MEMORY_MS })
  }

  forget(now: TimeMs): void {
    for (const [key, { until }] of this.#keys) {
      if (until > now) return
      this.#keys.delete(key)
    }
  }

  /** When the first key is to be forgotten. */
  nextDue(): TimeMs | undefined {
    for (const { until } of this.#keys.values()) return until
    return undefined
  }
}

/** No account id and no client order id holds a line feed. */
const keyOf = (command: PlaceOrder): string => `${command.account}\n${command.clientOrderId}`

/** Everything that makes two placements the same, in fixed order. */
const bodyOf = (command: PlaceOrder): string =>
  [
    command.instrument,
    command.side,
    command.orderType,
    command.timeInForce,
    command.price,
    command.quantity,
    command.budget,
    command.stopPrice,
    command.postOnly,
    command.stp,
  ].join("|")
