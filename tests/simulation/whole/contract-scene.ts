/** Two perpetual contracts whose indexes walk, jump and crash shortly before funding is paid, a house that quotes, and three traders. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { coins, perpetualInstrument } from "#tests/support/test-exchange.ts"
import { fakeMarket } from "#workers/market/fake-surroundings.ts"
import type { SeededChance } from "../seeded-chance.ts"
import { ContractAuditor } from "./contract-auditor.ts"
import { ContractWishes } from "./contract-wishes.ts"
import { FEES } from "./plain-exchange.ts"
import { TRADERS, type WholeScene } from "./whole-scene.ts"

const HOUR_MS = 3_600_000
/** A whole hour, at which funding is paid. */
const FUNDING = 1_785_002_400_000
const MAKER = "house-maker"
const BEGINNING = coins(1_000)
const LOWEST = coins(50)
/** So much that it never runs dry; it is in wallets of contracts that money gets scarce. */
const [OPENING, MARGIN] = [coins(50_000), coins(3_000)]
const FUND = coins(5_000)
const FUNDED: Command = {
  ...{ type: "capital.move", from: "faucet", to: "insurance", currency: "USDT", amount: FUND },
  reason: "opening",
}
/** Orders can only be cancelled for so long behind a start; left out now and then, for ten seconds of it. */
const PAUSE_MS = 300

const contract = (base: string, leverageMax: number) =>
  perpetualInstrument({
    ...{ id: `${base}_USDT_PERP`, base, index: `${base}_USDT`, leverageMax, fundingHours: 1 },
    ...{ tick: 10_000_000n, lot: 1_000_000n, notionalUnit: 100_000n, marketProtection: 5_000_000n },
    feeSchedule: [FEES],
  })
const CONTRACTS: readonly [PerpetualInstrument, PerpetualInstrument] = [
  contract("ABC", 125),
  contract("DEF", 25),
]

const walk = (index: string, price: Price8): Command => ({
  ...{ type: "feed.quote", index, source: "walk", bid: price, ask: price },
})

const beginnings = (hasFund: boolean): readonly Command[] => [
  ...CONTRACTS.map((instrument): Command => ({ type: "instrument.set", instrument })),
  ...CONTRACTS.map(({ index }) => walk(index, BEGINNING as bigint as Price8)),
  ...TRADERS.flatMap((account): Command[] => [
    { type: "faucet.draw", account, amounts: [{ currency: "USDT", amount: OPENING }], key: "opening" },
    {
      ...{ type: "transfer", account, from: "funding", to: "contract", currency: "USDT", amount: MARGIN },
      key: "margin",
    },
  ]),
  ...(hasFund ? [FUNDED] : []),
]

export function contractScene(chance: SeededChance): WholeScene {
  const market = new FalseMarket(chance)
  return {
    instruments: CONTRACTS,
    lists: new Map([["contract", CONTRACTS.map(({ id }) => listed(id))]]),
    // The house sends many at once.
    rhythm: { snapshotCommands: 120, hashCommands: 50 },
    begins: FUNDING - chance.whole(6_500, 14_000) + (chance.happens(0.2) ? HOUR_MS : 0),
    auditor: new ContractAuditor(CONTRACTS, TRADERS),
    starting: [
      {
        ...{ type: "clock.start", stopsPerCommand: 100, settlesContracts: true },
        ...(chance.happens(0.2) ? {} : { pauseMs: PAUSE_MS }),
      },
    ],
    beginnings: beginnings(chance.happens(0.5)),
    wishesOf: (account, own) =>
      new ContractWishes(account, { chance: own, contracts: CONTRACTS, priceOf: market.priceOf }),
    market: market.round,
  }
}

/** Without prices of its own: those that a client shows have come by the socket. */
const listed = (id: string) =>
  ({
    ...fakeMarket(id, { kind: "perpetual", tick: "0.1", lot: "0.01" }),
    ...{ indexPrice: "", mark: "", fundingRate: "0" },
  }) as ReturnType<typeof fakeMarket>

class FalseMarket {
  readonly #chance: SeededChance
  readonly #prices = new Map<string, bigint>(CONTRACTS.map(({ index }) => [index, BEGINNING]))
  /** Markets of some seeds hardly move. */
  readonly #haste: number

  constructor(chance: SeededChance) {
    this.#chance = chance
    this.#haste = chance.pick([1, 3, 6])
  }

  readonly priceOf = ({ index }: PerpetualInstrument): bigint => this.#prices.get(index) ?? BEGINNING

  readonly round = (): Command[] =>
    CONTRACTS.flatMap((instrument) => [
      ...(this.#chance.happens(0.7) ? [this.#quote(instrument)] : []),
      ...(this.#chance.happens(0.35) ? this.#houseRound(instrument) : []),
    ])

  /** Mostly a small step, now and then 3 %, seldom a crash. */
  #quote(instrument: PerpetualInstrument): Command {
    const size = this.#chance.weighted([
      [0.7, 2_000],
      [0.26, 20_000],
      [0.04, 150_000],
    ] as const)
    const before = this.priceOf(instrument)
    const by = BigInt(this.#chance.whole(-size, size) * this.#haste)
    const moved = (before * (1_000_000n + (by < -900_000n ? -900_000n : by))) / 1_000_000n
    const price = moved < LOWEST ? moved * 3n : moved
    this.#prices.set(instrument.index, price)
    return walk(instrument.index, price as Price8)
  }

  /** The house takes its orders back and quotes anew around the index. */
  #houseRound(instrument: PerpetualInstrument): Command[] {
    const ticks = Number(this.priceOf(instrument) / instrument.tick)
    const place = (side: "buy" | "sell", permille: number): Command => ({
      ...{ type: "order.place", account: MAKER, instrument: instrument.id, side, orderType: "limit" },
      price: Math.max(1, Math.round(ticks * (1 + ((side === "buy" ? -1 : 1) * permille) / 1_000))) as Ticks,
      quantity: this.#chance.whole(50, 3_000) as Lots,
    })
    return [
      { type: "order.cancel-all", account: MAKER, instrument: instrument.id },
      ...[1, 5].flatMap((permille) => [place("buy", permille), place("sell", permille)]),
    ]
  }
}
