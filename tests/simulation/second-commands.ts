/** Random commands about second contracts on 14 indexes: opens at every edge, ticks, silences, limits, freezes, funds. */

import type { Amount, Price8 } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { secondInstrument } from "#tests/support/second-exchange.ts"
import type { SecondOracle } from "./second-oracle.ts"
import { SeededChance } from "./seeded-chance.ts"

export const INDEXES: readonly string[] = Array.from({ length: 14 }, (_, at) => `I${at}_USDT`)
const COIN = 100_000_000n
const usdt = (count: number) => BigInt(Math.round(count * 1e8)) as Amount
const second = (index: string) => `${index}_SEC`

const PERIODS = ([30, 60, 120, 300] as const).map((seconds, at) => ({
  seconds,
  payoutRate: [80_000_000n, 82_000_000n, 84_000_000n, 85_000_000n][at] ?? 0n,
  minStake: usdt(5),
  maxStake: usdt(5_000),
}))

/** What stands before the first of the random ones. */
export function firstCommands(users: readonly string[]): Command[] {
  const move = (to: string, amount: Amount): Command => ({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT", amount, reason: "begin" },
  })
  return [
    ...INDEXES.map(
      (index): Command => ({
        type: "instrument.set",
        instrument: secondInstrument({ id: second(index), index, periods: PERIODS }),
      }),
    ),
    move("option-house.available", usdt(400_000)),
    ...users.map((user) => move(`${user}.second.available`, usdt(20_000))),
    ...INDEXES.map((index): Command => quote(index, 1_000n * COIN)),
  ]
}

const quote = (index: string, price: bigint): Command => ({
  ...{ type: "feed.quote", index, source: "one", last: price as Price8 },
})

export interface Timed {
  time: number
  command: Command
}

export class SecondCommands {
  readonly #chance: SeededChance
  readonly #users: readonly string[]
  readonly #oracle: SecondOracle
  /** Indexes that say nothing until then. */
  readonly #silent = new Map<string, number>()
  #keys = 0
  #last: Command | undefined

  constructor(seed: number, users: readonly string[], oracle: SecondOracle) {
    this.#chance = new SeededChance(seed)
    this.#users = users
    this.#oracle = oracle
  }

  /** Is it time for a restart? */
  restarts(): "none" | "loaded" | "replayed" {
    return this.#chance.weighted([
      [4_000, "none"],
      [2, "loaded"],
      [1, "replayed"],
    ] as const)
  }

  /** The first command behind a restart, after an outage of some length. */
  start(now: number): Timed {
    const outage = this.#chance.pick([10, 900, 4_990, 5_010, 30_000, 400_000])
    const exposureLimit = usdt(this.#chance.pick([100_000, 100_000, 20_000, 3_000]))
    const pauseMs = this.#chance.pick([100, 3_000])
    return { time: now + outage, command: { type: "clock.start", pauseMs, exposureLimit } }
  }

  next(now: number): Timed {
    const chance = this.#chance
    const index = chance.pick(INDEXES as [string, ...string[]])
    const time = this.#time(now, index)
    const command = chance.weighted<() => Command>([
      [450, () => this.#open(index)],
      [500, () => this.#quote(index, time)],
      [10, () => this.#limit()],
      [6, () => ({ type: "user.freeze", account: this.#user(), isFrozen: chance.happens(0.4) })],
      [4, () => this.#state(index)],
      [8, () => this.#funds()],
      [12, () => ({ type: "clock.tick" })],
    ])()
    this.#last = command
    return { time, command }
  }

  #user = (): string => this.#chance.pick(this.#users as [string, ...string[]])

  /** Mostly a little later; now and then at an edge of what is open, to the millisecond. */
  #time(now: number, index: string): number {
    const chance = this.#chance
    const { expiry, last } = this.#oracle.edgesOf(index)
    if (chance.happens(0.06) && expiry !== undefined && last !== undefined) {
      const edge = chance.pick([expiry - 1, expiry, expiry + 1, last + 5_000, last + 5_001, expiry + 5_000])
      if (edge >= now && edge < now + 20_000) return edge
    }
    return (
      now +
      chance.weighted([
        [20, 0],
        [75, chance.whole(1, 60)],
        [5, chance.whole(60, 700)],
      ])
    )
  }

  #open(index: string): Command {
    const chance = this.#chance
    if (chance.happens(0.01) && this.#last?.type === "second.open") return this.#again(this.#last)
    this.#keys += 1
    const stake = chance.weighted([
      [60, usdt(chance.whole(5, 60))],
      [25, (usdt(chance.whole(5, 400)) + BigInt(chance.whole(0, 99_999_999))) as Amount],
      [8, usdt(chance.whole(400, 5_000))],
      [3, usdt(4)],
      [1, usdt(5_001)],
      [1, usdt(0)],
    ])
    const last = this.#oracle.indexes.get(index)?.last?.price
    const seen = last !== undefined && chance.happens(0.3)
    return {
      ...{ type: "second.open", account: this.#user(), key: `k${this.#keys}`, keysMax: 1_000_000, stake },
      instrument: chance.happens(0.004) ? "NO_SEC" : second(index),
      direction: chance.pick(["bullish", "bearish"]),
      seconds: chance.weighted([
        [8, 30],
        [3, 60],
        [2, 120],
        [1, 300],
        [0.05, 31],
      ]),
      ...(seen ? { seenPrice: ((last ?? 0n) + COIN * BigInt(chance.whole(-1, 1))) as Price8 } : {}),
      ...(chance.happens(seen ? 0.6 : 0.004)
        ? { maxMove: chance.pick([0n, COIN - 1n, COIN]) as Price8 }
        : {}),
    }
  }

  /** The same request with the same key, or another one. */
  #again(last: Command & { type: "second.open" }): Command {
    return this.#chance.happens(0.7) ? last : { ...last, stake: (last.stake + 1n) as Amount }
  }

  /** A price of few steps, so that many come back to where they were. */
  #quote(index: string, time: number): Command {
    const chance = this.#chance
    const until = this.#silent.get(index) ?? 0
    if (time < until) return { type: "clock.tick" }
    if (chance.happens(0.004)) this.#silent.set(index, time + chance.whole(1_500, 12_000))
    const last = this.#oracle.indexes.get(index)?.last?.price ?? 1_000n * COIN
    const step = COIN * BigInt(chance.whole(-2, 2))
    const price = last + step
    return quote(index, price > 1_010n * COIN || price < 990n * COIN ? 1_000n * COIN : price)
  }

  #limit(): Command {
    const account = this.#user()
    if (this.#chance.happens(0.2)) return { type: "second.limit", account }
    return { type: "second.limit", account, limit: usdt(this.#chance.pick([0, 50, 300, 1_000, 5_000])) }
  }

  #state(index: string): Command {
    const state = this.#chance.weighted([
      [6, "open"],
      [1, "cancel-only"],
      [1, "halted"],
    ] as const)
    // Whoever was closed is opened again soon.
    const closed = [...this.#oracle.listed].find(([, listed]) => listed.state !== "open")
    return { type: "instrument.state", instrument: closed ? closed[0] : second(index), state }
  }

  /** Who has lost gets more; the house is poor now and then. */
  #funds(): Command {
    const move = (from: string, to: string, amount: Amount): Command => ({
      ...{ type: "capital.move", from, to, currency: "USDT", amount, reason: "more" },
    })
    const { available } = this.#oracle.house
    if (this.#chance.happens(0.1))
      return available > usdt(300_000)
        ? move("option-house.available", "operator.capital", (available - usdt(2_000)) as Amount)
        : move("faucet", "option-house.available", usdt(400_000))
    return move("faucet", `${this.#user()}.second.available`, usdt(2_000))
  }
}
