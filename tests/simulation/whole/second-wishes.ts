/** What a trader of second contracts wants: openings at every edge, allowed or not, limits, transfers, and spot beside them. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { Command, OpenSecond, WalletName } from "#server/engine/command.ts"
import { coins } from "#tests/support/test-exchange.ts"
import type { SeededChance } from "../seeded-chance.ts"
import { COIN, QUOTE } from "./plain-exchange.ts"
import { SpotWishes } from "./spot-scene.ts"
import { KEYS_MAX, type Wishes } from "./whole-scene.ts"

interface WishParts {
  chance: SeededChance
  instruments: readonly [SecondInstrument, ...SecondInstrument[]]
  periods: SecondInstrument["periods"]
  priceOf(index: string): bigint
  /** Hears of what is opened when all is calm. */
  lastOpening(): void
}

/** `hoarding`: small ones of the longest period only, until there are too many. `bold`: as much as is allowed. */
type Manner = "usual" | "hoarding" | "bold"

/** Opened when all is calm, it ends before the world does. */
const LAST_SECONDS = 7

export class SecondWishes implements Wishes {
  readonly #account: string
  readonly #parts: WishParts
  readonly #chance: SeededChance
  readonly #spot: SpotWishes
  readonly #manner: Manner
  #wishes = 0
  readonly #opened: OpenSecond[] = []

  constructor(account: string, parts: WishParts) {
    this.#account = account
    this.#parts = parts
    this.#chance = parts.chance
    this.#spot = new SpotWishes(account, parts.chance)
    this.#manner = parts.chance.weighted([
      [7, "usual"],
      [1, "hoarding"],
      [2, "bold"],
    ] as const)
  }

  stir(): Command[] {
    const { instruments, lastOpening } = this.#parts
    lastOpening()
    return [
      ...this.#spot.stir(),
      {
        ...{ type: "second.open", account: this.#account, keysMax: KEYS_MAX, key: this.#key() },
        ...{ instrument: this.#chance.pick(instruments).id, direction: "bullish", seconds: LAST_SECONDS },
        stake: coins(10),
      },
    ]
  }

  next(): Command {
    const make = this.#chance.weighted<() => Command>([
      [60, () => this.#open()],
      [7, () => this.#again()],
      [8, () => this.#transfer()],
      [5, () => this.#limit()],
      [20, () => this.#spot.next()],
    ])
    return make()
  }

  #open(): OpenSecond {
    const chance = this.#chance
    const { instruments, periods } = this.#parts
    const { id, index } = chance.pick(instruments)
    const longest = periods.at(-1)?.seconds ?? 0
    const seconds = chance.happens(0.02) ? 31 : (periods[chance.whole(0, periods.length - 1)]?.seconds ?? 0)
    const opening: OpenSecond = {
      ...{ type: "second.open", account: this.#account, keysMax: KEYS_MAX, key: this.#key() },
      instrument: chance.happens(0.01) ? "NO_USDT_SEC" : id,
      direction: chance.pick(["bullish", "bearish"]),
      seconds: this.#manner === "hoarding" ? longest : seconds,
      stake: this.#stake(),
      ...this.#seen(index),
    }
    this.#opened.push(opening)
    return opening
  }

  #stake(): Amount {
    const chance = this.#chance
    if (this.#manner === "hoarding") return coins(5)
    return chance.weighted([
      [this.#manner === "bold" ? 600 : 0, coins(chance.whole(3_000, 5_000))],
      [60, coins(chance.whole(5, 60))],
      [20, (coins(chance.whole(5, 400)) + BigInt(chance.whole(0, 99_999_999))) as Amount],
      [10, coins(chance.whole(400, 5_000))],
      [4, (coins(5) - 1n) as Amount],
      [3, (coins(5_000) + 1n) as Amount],
      [1, 0n as Amount],
      [1, coins(-5)],
    ])
  }

  /** The price on the page, by chance a little old, and how far it may have moved. */
  #seen(index: string): Pick<OpenSecond, "seenPrice" | "maxMove"> {
    const chance = this.#chance
    const hasSeen = chance.happens(0.2)
    const seenPrice = (this.#parts.priceOf(index) + COIN * BigInt(chance.whole(-1, 1))) as Price8
    const maxMove = chance.pick([0n, COIN - 1n, COIN, 2n * COIN]) as Price8
    return {
      ...(hasSeen ? { seenPrice } : {}),
      ...(chance.happens(hasSeen ? 0.6 : 0.02) ? { maxMove } : {}),
    }
  }

  /** The same once more, or something else with the same key. */
  #again(): Command {
    const chance = this.#chance
    const last = this.#opened.at(-chance.whole(1, Math.max(1, Math.min(6, this.#opened.length))))
    if (!last) return this.#open()
    return chance.happens(0.7) ? { ...last } : { ...last, stake: (last.stake + 1n) as Amount }
  }

  #limit(): Command {
    const chance = this.#chance
    const account = this.#account
    if (chance.happens(0.3)) return { type: "second.limit", account }
    return { type: "second.limit", account, limit: coins(chance.pick([0, 60, 300, 1_000, 5_000])) }
  }

  #transfer(): Command {
    const chance = this.#chance
    const [from, to] = chance.pick<readonly [WalletName, WalletName]>([
      ["funding", "second"],
      ["second", "funding"],
      ["second", "contract"],
    ])
    return {
      ...{ type: "transfer", account: this.#account, from, to, currency: QUOTE },
      ...{ amount: coins(chance.whole(1, chance.pick([50, 900]))), key: this.#key(), keysMax: KEYS_MAX },
    }
  }

  #key(): string {
    this.#wishes += 1
    return `${this.#account}-s${this.#wishes}`
  }
}
