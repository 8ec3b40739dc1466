/** Remembers the keys of users' commands for an hour of engine time, with their answers (S12). */

import type { TimeMs } from "#core/money/units.ts"
import { type Problem, refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { AccountId } from "../command.ts"
import { packAnswer, readAnswer } from "./small-answer.ts"

const KEY_MEMORY_MS = 3_600_000
/** Keys held at once before an account with more than its share of them is refused. */
export const KEYS_MAX = 1_000_000

/** A key as its sender chose it; keys of different kinds of commands are apart. */
export interface KeyName {
  kind: string
  account: AccountId
  key: string
}

interface Remembered {
  until: TimeMs
  /** As `packAnswer` makes it. */
  answer: string
  body: string
}

export class KeyMemory {
  /** In order of time, as a map keeps what is added: the first to forget stands first. */
  readonly #keys = new Map<string, string>()
  /** How many keys of an account there are; none with zero. */
  readonly #counts = new Map<AccountId, number>()
  readonly #keysMax: number

  constructor(keysMax: number) {
    this.#keysMax = keysMax
  }

  get size(): number {
    return this.#keys.size
  }

  /** The first answer to the same body, `KEY_CONFLICT` to another, undefined for a new key. */
  recall(name: KeyName, body: string): Answer | undefined {
    const packed = this.#keys.get(textOf(name))
    if (packed === undefined) return undefined
    const known = readKey(packed)
    return known.body === body ? readAnswer(known.answer, name.account) : refuse("KEY_CONFLICT")
  }

  /**
   * Why no key more of this account is taken: refused rather than done without its protection. `RATE_LIMIT` when it has
   * `ownMax` already. With all memory used an equal share of it is still everybody's, so that nobody's keys keep another
   * out: `ENGINE_BUSY` to who has more. Commands without `ownMax`, of earlier logs, had one memory for all.
   */
  checkRoom(
    account: AccountId,
    ownMax: number | undefined,
  ): Problem<"RATE_LIMIT" | "ENGINE_BUSY"> | undefined {
    const own = this.#counts.get(account) ?? 0
    if (ownMax !== undefined && own >= ownMax) return { name: "RATE_LIMIT" }
    if (this.#keys.size < this.#keysMax) return undefined
    const share = ownMax === undefined ? 0 : this.#keysMax / this.#counts.size
    return own >= share ? { name: "ENGINE_BUSY" } : undefined
  }

  /** The first answer to this key, whatever its body was. */
  answerTo(name: KeyName): Answer | undefined {
    const packed = this.#keys.get(textOf(name))
    return packed === undefined ? undefined : readAnswer(readKey(packed).answer, name.account)
  }

  remember(name: KeyName, { body, answer, now }: { body: string; answer: Answer; now: TimeMs }): void {
    this.#add(textOf(name), packKey({ until: now + KEY_MEMORY_MS, answer: packAnswer(answer), body }))
  }

  forget(now: TimeMs): void {
    for (const [name, packed] of this.#keys) {
      if (untilOf(packed) > now) return
      this.#keys.delete(name)
      this.#count(name, -1)
    }
  }

  /** When the first key is to be forgotten. */
  nextDue(): TimeMs | undefined {
    for (const packed of this.#keys.values()) return untilOf(packed)
    return undefined
  }

  /** All names, and behind each what is remembered of it, the oldest first; {@link restore} takes it back. */
  list(): string[] {
    return [...this.#keys].flat()
  }

  restore(keys: readonly string[]): void {
    for (let at = 0; at < keys.length; at += 2) this.#add(keys[at] ?? "", keys[at + 1] ?? "")
  }

  /** The name is none of those that are remembered. */
  #add(name: string, packed: string): void {
    this.#keys.set(name, packed)
    this.#count(name, 1)
  }

  #count(name: string, by: 1 | -1): void {
    const account = accountIn(name)
    const count = (this.#counts.get(account) ?? 0) + by
    if (count === 0) this.#counts.delete(account)
    else this.#counts.set(account, count)
  }
}

/**
 * What is remembered of a key as one text: half of the memory that objects take (300 bytes), and a tenth of
 * the time to cross to the thread that packs snapshots. The body comes last, for it may hold anything.
 */
export const packKey = ({ until, answer, body }: Remembered): string => [until, answer, body].join("\n")
const untilOf = (packed: string): TimeMs => Number(packed.slice(0, packed.indexOf("\n")))

function readKey(packed: string): Remembered {
  const [until = "", answer = "", ...body] = packed.split("\n")
  return { until: Number(until), answer, body: body.join("\n") }
}

/** No account id and no key holds a line feed. */
const textOf = ({ kind, account, key }: KeyName): string => [kind, account, key].join("\n")
const accountIn = (name: string): AccountId => name.slice(name.indexOf("\n") + 1, name.lastIndexOf("\n"))
