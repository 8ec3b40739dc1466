/** Was this asked before? Keys of users' commands, remembered for an hour of engine time (exchange.md S12). */

import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { AccountId } from "../command.ts"

const KEY_MEMORY_MS = 3_600_000
/** Keys held at once; a command beyond is refused as busy rather than taken without its protection. */
const KEYS_MAX = 1_000_000

/** A key as its sender chose it; keys of different kinds of commands are apart. */
export interface KeyName {
  kind: string
  account: AccountId
  key: string
}

/** Plain data, so that a snapshot can carry it. */
export interface RememberedKey {
  name: string
  body: string
  answer: Answer
  until: TimeMs
}

export class KeyMemory {
  /** In order of time, as a map keeps what is added: the first to forget stands first. */
  readonly #keys = new Map<string, RememberedKey>()

  get size(): number {
    return this.#keys.size
  }

  /** The first answer to the same body, `KEY_CONFLICT` to another, undefined for a new key. */
  recall(name: KeyName, body: string): Answer | undefined {
    const known = this.#keys.get(textOf(name))
    if (known) return known.body === body ? known.answer : refuse("KEY_CONFLICT")
    return this.#keys.size >= KEYS_MAX ? refuse("ENGINE_BUSY") : undefined
  }

  /** The first answer to this key, whatever its body was. */
  answerTo(name: KeyName): Answer | undefined {
    return this.#keys.get(textOf(name))?.answer
  }

  remember(name: KeyName, { body, answer, now }: { body: string; answer: Answer; now: TimeMs }): void {
    const text = textOf(name)
    this.#keys.set(text, { name: text, body, answer, until: now + KEY_MEMORY_MS })
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

  /** All that is remembered, the oldest first; {@link restore} takes it back. */
  list(): RememberedKey[] {
    return [...this.#keys.values()]
  }

  restore(keys: readonly RememberedKey[]): void {
    for (const key of keys) this.#keys.set(key.name, key)
  }
}

/** No account id and no key holds a line feed. */
const textOf = ({ kind, account, key }: KeyName): string => `${kind}\n${account}\n${key}`
