/** Second contracts on two indexes that walk, jump, stand and fall silent, beside a spot market; three traders, and a house with limits. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { secondInstrument } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"
import type { SeededChance } from "../seeded-chance.ts"
import { BASE, COIN, QUOTE } from "./plain-exchange.ts"
import { SecondAuditor } from "./second-auditor.ts"
import { SecondWishes } from "./second-wishes.ts"
import { SPOT_LISTS, SPOT_MARKET } from "./spot-scene.ts"
import { TRADERS, type WholeScene } from "./whole-scene.ts"

const BEGINS = 1_785_000_000_000
/** 23:59:50 UTC: the sums of a day end while the world is wild. */
const BEFORE_MIDNIGHT = 1_785_023_990_000
/** So short that most end within a world; whoever opens the longest may see its end only behind a clock that jumped. */
const PERIODS = [
  { seconds: 1, payoutRate: 80_000_000n, minStake: coins(5), maxStake: coins(5_000) },
  { seconds: 3, payoutRate: 82_000_000n, minStake: coins(5), maxStake: coins(5_000) },
  { seconds: 7, payoutRate: 84_000_001n, minStake: coins(10), maxStake: coins(500) },
  { seconds: 30, payoutRate: 85_000_000n, minStake: coins(5), maxStake: coins(5_000) },
]
const SECONDS: readonly [SecondInstrument, SecondInstrument] = [
  secondInstrument({ periods: PERIODS }),
  secondInstrument({ id: "DEF_USDT_SEC", base: "DEF", index: "DEF_USDT", periods: PERIODS }),
]
const [BEGINNING, LOWEST, HIGHEST] = [100n * COIN, 40n * COIN, 250n * COIN]

const move = (account: string, amount: Amount): Command => ({
  ...{ type: "transfer", account, from: "funding", to: "second", currency: QUOTE, amount },
  key: "stakes",
})

/** What everybody begins with; what isn't for second contracts is for spot. */
function beginnings(of: { house: number; stakes: number }): readonly Command[] {
  const opening = [
    { currency: BASE, amount: coins(120) },
    { currency: QUOTE, amount: coins(12_000 + of.stakes) },
  ]
  return [
    ...[SPOT_MARKET, ...SECONDS].map((instrument): Command => ({ type: "instrument.set", instrument })),
    {
      ...{ type: "capital.move", from: "faucet", to: "option-house.available", currency: QUOTE },
      ...{ amount: coins(of.house), reason: "opening" },
    },
    ...TRADERS.flatMap((account): Command[] => [
      { type: "faucet.draw", account, amounts: opening, key: "opening" },
      move(account, coins(of.stakes)),
    ]),
  ]
}

export function secondScene(chance: SeededChance): WholeScene {
  const indexes = new FalseIndexes(chance)
  const exposure = coins(
    chance.weighted([
      [6, 100_000],
      [2, 600],
      [2, 90],
    ] as const),
  )
  // Money is scarce in some worlds, on either side.
  const money = {
    house: chance.weighted([
      [7, 100_000],
      [3, 200],
    ] as const),
    stakes: chance.weighted([
      [6, 3_000],
      [2, 60],
      [2, 60_000],
    ] as const),
  }
  return {
    instruments: [SPOT_MARKET, ...SECONDS],
    lists: SPOT_LISTS,
    rhythm: { snapshotCommands: 40, hashCommands: 15 },
    begins: chance.happens(0.2) ? BEFORE_MIDNIGHT : BEGINS,
    auditor: new SecondAuditor({ spot: SPOT_MARKET, accounts: TRADERS, exposure }),
    starting: [
      {
        ...{ type: "clock.start", stopsPerCommand: 100, settlesContracts: true, exposureLimit: exposure },
        pauseMs: chance.pick([0, 300, 300, 1_500]),
      },
    ],
    beginnings: beginnings(money),
    wishesOf: (account, own) =>
      new SecondWishes(account, {
        chance: own,
        instruments: SECONDS,
        periods: PERIODS,
        priceOf: indexes.priceOf,
        lastOpening: indexes.lastOpening,
      }),
    market: indexes.round,
  }
}

class FalseIndexes {
  readonly #chance: SeededChance
  readonly #prices = new Map<string, bigint>(SECONDS.map(({ index }) => [index, BEGINNING]))
  /** By index: so many rounds more it says nothing. */
  readonly #silent = new Map<string, number>()
  readonly #closed = new Set<string>()
  #isOver = false
  /** Some worlds hardly move: many ties. */
  readonly #standing: number

  constructor(chance: SeededChance) {
    this.#chance = chance
    this.#standing = chance.pick([0.2, 0.2, 0.8])
  }

  readonly priceOf = (index: string): bigint => this.#prices.get(index) ?? BEGINNING

  readonly round = (): Command[] =>
    this.#isOver
      ? []
      : SECONDS.flatMap(({ id, index }) => [
          ...(this.#isSilent(index) ? [] : this.#quotes(index)),
          ...this.#operate(id),
        ])

  /** With some worlds' last openings all prices stop: nothing but the exchange's own clock ends what is open then. */
  readonly lastOpening = (): void => {
    if (this.#chance.happens(0.15)) this.#isOver = true
  }

  /** The operator closes a market now and then, and opens it again soon. */
  #operate(instrument: string): Command[] {
    const chance = this.#chance
    const isClosed = this.#closed.has(instrument)
    if (!chance.happens(isClosed ? 0.5 : 0.03)) return []
    if (isClosed) this.#closed.delete(instrument)
    else this.#closed.add(instrument)
    const state = isClosed ? "open" : chance.pick(["halted", "cancel-only"] as const)
    return [{ type: "instrument.state", instrument, state }]
  }

  /** Rounds are some 0.6 s apart, when all is calm 1.5 s: a silence may be one of O3 or none. */
  #isSilent(index: string): boolean {
    const left = this.#silent.get(index) ?? 0
    if (left > 0) this.#silent.set(index, left - 1)
    else if (this.#chance.happens(0.035)) this.#silent.set(index, this.#chance.whole(1, 14))
    return left > 0
  }

  /** Now and then more than one at once. */
  #quotes(index: string): Command[] {
    const count = this.#chance.weighted([
      [8, 1],
      [2, 2],
    ] as const)
    return Array.from({ length: count }, () => ({
      ...({ type: "feed.quote", index, source: "walk" } as const),
      last: this.#step(index) as Price8,
    }))
  }

  /** Whole coins, so that many come back to where they were; seldom a jump of more than a tenth. */
  #step(index: string): bigint {
    const chance = this.#chance
    const before = this.priceOf(index)
    if (chance.happens(this.#standing)) return before
    const by = chance.weighted([
      [12, BigInt(chance.whole(-2, 2)) * COIN],
      [2, BigInt(chance.whole(-99, 99)) * (COIN / 100n)],
      [1, (before / 100n) * BigInt(chance.pick([-20, -12, 12, 20]))],
    ])
    const moved = before + by
    const price = moved < LOWEST || moved > HIGHEST ? BEGINNING : moved
    this.#prices.set(index, price)
    return price
  }
}
