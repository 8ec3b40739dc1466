/** Random commands about AI products over simulated years: purchases at every edge, ends, midnights, downtime, new terms. */

import type { Amount } from "#core/money/units.ts"
import type { SetAiProduct } from "#server/engine/ai/ai-command.ts"
import type { Command } from "#server/engine/command.ts"
import { secondInstrument } from "#tests/support/second-exchange.ts"
import type { AiOracle } from "./ai-oracle.ts"
import type { SeededChance } from "./seeded-chance.ts"

const DAY = 86_400_000
const COIN = 100_000_000n
const CURRENCIES = ["USDT", "ABC"] as const
const PRODUCTS = ["one", "two", "three", "four", "five"] as const

export interface Timed {
  time: number
  command: Command
}

const move = (from: string, to: string, currency: string, amount: bigint): Command => ({
  ...{ type: "capital.move", from, to, currency, amount: amount as Amount, reason: "run" },
})

/** What stands before the first of the random ones. */
export const firstCommands = (users: readonly string[]): Command[] => [
  { type: "instrument.set", instrument: secondInstrument() },
  ...CURRENCIES.flatMap((currency) => [
    move("faucet", "ai-reserve.available", currency, 200n * COIN),
    ...users.map((user) => move("faucet", `${user}.funding.available`, currency, 600n * COIN)),
  ]),
]

export class AiCommands {
  readonly #chance: SeededChance
  readonly #users: readonly [string, ...string[]]
  readonly #oracle: AiOracle
  readonly #currencies: readonly [string, ...string[]]
  #keys = 0
  #last: Command | undefined

  constructor(
    chance: SeededChance,
    users: readonly [string, ...string[]],
    oracle: AiOracle,
    currencies: readonly [string, ...string[]] = CURRENCIES,
  ) {
    this.#chance = chance
    this.#users = users
    this.#oracle = oracle
    this.#currencies = currencies
  }

  next(now: number): Timed {
    const chance = this.#chance
    const midnight = (Math.floor(now / DAY) + 1) * DAY
    const time = chance.weighted([
      [40, () => now],
      [40, () => now + chance.whole(1, 3_600_000)],
      [6, () => midnight - 1],
      [6, () => midnight],
      [6, () => midnight + 1],
      [4, () => now + chance.whole(1, 4) * DAY],
      [0.4, () => now + chance.whole(20, 400) * DAY],
    ])()
    return { time, command: chance.happens(4 / 101) ? this.#reserve() : this.command() }
  }

  /** One for whatever time it is. */
  command(): Command {
    const chance = this.#chance
    const command = chance.weighted([
      [50, () => this.#buy()],
      [14, () => this.#withdraw()],
      [5, () => this.#last ?? this.#buy()],
      [6, () => this.#product()],
      [8, () => this.#issue()],
      [3, () => this.#freeze()],
      [3, () => this.#stop()],
      [8, (): Command => ({ type: "clock.tick" })],
    ])()
    if (command.type === "ai.buy" || command.type === "ai.withdraw") this.#last = command
    return command
  }

  #buy(): Command {
    const chance = this.#chance
    const product = chance.happens(0.02) ? "none" : chance.pick(PRODUCTS)
    const known = this.#oracle.products.get(product)
    const [least, most] = [known?.terms.minimum ?? 1n, known?.terms.maximum ?? COIN]
    const issue = known?.issues.at(-1)
    const left = issue ? issue.size - issue.sold : 0n
    const amount = chance.weighted<bigint>([
      [5, least],
      [1, least - 1n],
      [1, most],
      [1, most + 1n],
      [3, left],
      [1, left + 1n],
      [0.5, 0n],
      [0.5, -5n],
      [12, least + (BigInt(chance.whole(0, 2 ** 40)) % (most - least + 1n))],
    ])
    return {
      type: "ai.buy",
      account: chance.pick(this.#users),
      product,
      amount: amount as Amount,
      ...this.#key(),
    }
  }

  #withdraw(): Command {
    const chance = this.#chance
    const running = [...this.#oracle.running.values()]
    const one = running[chance.whole(0, Math.max(0, running.length - 1))]
    const holding = one && !chance.happens(0.1) ? one.id : chance.whole(1, this.#oracle.nextId)
    const account = one && !chance.happens(0.1) ? one.user : chance.pick(this.#users)
    return { type: "ai.withdraw", account, holding, ...this.#key() }
  }

  #product(): SetAiProduct {
    const chance = this.#chance
    const product = chance.pick(PRODUCTS)
    const minimum = BigInt(chance.whole(1, 50)) * COIN + BigInt(chance.whole(0, 7))
    const terms = {
      ...{ days: chance.pick([1, 2, 3, 7, 30, 90]), rate: BigInt(chance.whole(1, 60_000)) },
      ...{ minimum: minimum as Amount, maximum: (minimum * BigInt(chance.whole(1, 60))) as Amount },
      earlyFee: chance.pick([0n, 1n, 500_000n, 33_333_333n, 100_000_000n]),
      offer: chance.weighted([
        [9, "on-sale"],
        [1, "draft"],
        [1, "closed"],
      ] as const),
    }
    const currency = this.#currencies[PRODUCTS.indexOf(product) % this.#currencies.length] ?? "USDT"
    return { type: "ai.product", product, name: `Product ${product}`, currency, ...terms }
  }

  #issue(): Command {
    const chance = this.#chance
    const product = chance.happens(0.05) ? "none" : chance.pick(PRODUCTS)
    const least = this.#oracle.products.get(product)?.terms.minimum ?? COIN
    const size = chance.happens(0.05)
      ? least - 1n
      : least * BigInt(chance.whole(1, 90)) + BigInt(chance.whole(0, 9))
    return { type: "ai.issue", product, size: size as Amount }
  }

  #freeze(): Command {
    const account = this.#chance.pick(this.#users)
    return { type: "user.freeze", account, isFrozen: !this.#oracle.frozen.has(account) }
  }

  #stop(): Command {
    return this.#oracle.isStopped ? { type: "audit.resume" } : { type: "audit.stop", reason: "run" }
  }

  /** The reserve is filled, or emptied to a rest; whoever is poor gets something. */
  #reserve(): Command {
    const chance = this.#chance
    const currency = chance.pick(this.#currencies)
    const free = this.#oracle.of("ai-reserve.available", currency)
    return chance.weighted<Command>([
      [3, move("faucet", "ai-reserve.available", currency, 100n * COIN)],
      [1, move("ai-reserve.available", "operator.capital", currency, free > COIN ? free - COIN : 0n)],
      [2, move("faucet", `${chance.pick(this.#users)}.funding.available`, currency, 50n * COIN)],
    ])
  }

  #key() {
    this.#keys += 1
    return { key: `k${this.#keys}`, keysMax: 100_000 }
  }
}
