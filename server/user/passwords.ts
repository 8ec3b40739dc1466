/** Hashes and checks passwords: argon2id with limited concurrency; leaked and easy ones are refused. */

import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { PASSWORD_LENGTH_MIN } from "#core/wire/account.ts"
import { Refusal } from "../calls/refusal.ts"

/** OWASP's first choice for argon2id (the package's default algorithm): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at a time: a flood of logins must not take more than half of the cores, nor much memory, from the market. */
export const HASHES_AT_ONCE = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))
/** Callers that may wait for their turn; more are turned away. */
const WAITING_MAX = 64

/**
 * Of the list of leaked passwords, which is sorted by how common they are, so many are refused with digits or marks hung on as well;
 * of all others a longer form is as good as any.
 */
const COMMON_COUNT = 10_000
/** Words that lie near here. What is made of them alone is tried first by whoever guesses at this exchange. */
const NEAR_WORDS = [
  ...["saker", "exchange", "trading", "trade", "trader", "crypto", "coin", "wallet", "market", "account"],
  ...["bitcoin", "ethereum", "tether", "tron", "usdt", "admin", "operator", "password", "login", "secret"],
]
/** Letters beside such words from which on a password is more than they. */
const OWN_LETTERS_MIN = 4

interface Leaked {
  all: ReadonlySet<string>
  commonest: ReadonlySet<string>
}

export class Passwords {
  #leaked: Promise<Leaked> | undefined
  /** Verified against where there is no account, so that both cases take the same time. */
  readonly #nobody = hash("nobody has this password", COST)
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** Throws a Refusal, RATE_LIMIT, when too many wait already. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST))
  }

  /** False for a wrong password, and, after the same time, where nothing is stored. Throws a Refusal, RATE_LIMIT. */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await this.#nobody)
    const isRight = await this.#inTurn(() => verify(against, password))
    return isRight && stored !== null && stored !== undefined
  }

  /**
   * Whether a new password is too easy (E7): too short, leaked elsewhere (case aside; the commonest also with digits or marks hung
   * on), one letter over and over, with the account's own name in it, or made of words that lie near.
   * @param names of the account
   * @param platform the platform's own name
   */
  async isWeak(password: string, names: readonly string[], platform = ""): Promise<boolean> {
    const lower = password.toLowerCase()
    if ([...password].length < PASSWORD_LENGTH_MIN || new Set(lower).size < 4) return true
    this.#leaked ??= leakedPasswords()
    const { all, commonest } = await this.#leaked
    const core = lower.replace(/^[\d\W_]+|[\d\W_]+$/g, "")
    if (all.has(lower) || (core.length >= 4 && lower.length - core.length < 5 && commonest.has(core)))
      return true
    const own = names.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split("@")[0] ?? ""])
    return own.some((name) => name.length >= 4 && lower.includes(name)) || isOfNearWords(lower, platform)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= HASHES_AT_ONCE) {
      if (this.#waiting.length >= WAITING_MAX) throw new Refusal({ name: "RATE_LIMIT" })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The place goes straight to the next in line.
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** Whether next to nothing is left beside the words that lie near. `lower`: in small letters. */
function isOfNearWords(lower: string, platform: string): boolean {
  const words = [...platform.toLowerCase().split(/\s+/), ...NEAR_WORDS].filter(({ length }) => length >= 4)
  // The longest first: what is left of `trader` without `trade` would count as one's own.
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, " "), lower)
  return rest !== lower && [...rest.matchAll(/\p{L}/gu)].length < OWN_LETTERS_MIN
}

/** Loaded with the first new password: the list is some 5 MB in memory. */
async function leakedPasswords(): Promise<Leaked> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const list = (dictionary as Readonly<Record<string, readonly string[] | undefined>>)["passwords-common"]
  if (!list || list.length < COMMON_COUNT) throw new Error("the list of common passwords is missing")
  return { all: new Set(list), commonest: new Set(list.slice(0, COMMON_COUNT)) }
}
