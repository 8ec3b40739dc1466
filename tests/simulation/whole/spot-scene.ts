/** One spot market, and three who trade in it. */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { fakeMarket } from "#workers/market/fake-surroundings.ts"
import type { SeededChance } from "../seeded-chance.ts"
import { BASE, FEES, QUOTE } from "./plain-exchange.ts"
import { SpotAuditor } from "./spot-auditor.ts"
import { KEYS_MAX, TRADERS, type WholeScene, type Wishes } from "./whole-scene.ts"

const BEGINS = 1_785_000_000_000
/** So little that now and then somebody has too little. */
const OPENING = [
  { currency: BASE, amount: coins(120) },
  { currency: QUOTE, amount: coins(12_000) },
]
export const SPOT_MARKET = spotInstrument({ feeSchedule: [FEES] })

/** Steps of one coin, as the instrument's. */
export const SPOT_LISTS: WholeScene["lists"] = new Map([
  ["exchange", [fakeMarket(SPOT, { tick: "1", lot: "1" })]],
])

export { SPOT }

export const spotBeginnings: readonly Command[] = [
  { type: "instrument.set", instrument: SPOT_MARKET },
  ...TRADERS.map((account): Command => ({ type: "faucet.draw", account, amounts: OPENING, key: "opening" })),
]

export const spotScene = (): WholeScene => ({
  instruments: [SPOT_MARKET],
  lists: SPOT_LISTS,
  rhythm: { snapshotCommands: 30, hashCommands: 12 },
  begins: BEGINS,
  auditor: new SpotAuditor(SPOT_MARKET, TRADERS),
  starting: [],
  beginnings: spotBeginnings,
  wishesOf: (account, chance) => new SpotWishes(account, chance),
})

export class SpotWishes implements Wishes {
  readonly #account: string
  readonly #chance: SeededChance
  #wishes = 0
  #keys: string[] = []

  constructor(account: string, chance: SeededChance) {
    this.#account = account
    this.#chance = chance
  }

  stir(): Command[] {
    const sides = [
      ["buy", 93],
      ["sell", 107],
    ] as const
    return sides.map(([side, price]) => {
      this.#wishes += 1
      return {
        type: "order.place",
        ...{ account: this.#account, instrument: SPOT, side, price: price as Ticks, quantity: 1 as Lots },
        ...{ orderType: "limit", clientOrderId: `${this.#account}-${this.#wishes}`, keysMax: KEYS_MAX },
      }
    })
  }

  next(): Command {
    const chance = this.#chance
    const account = this.#account
    this.#wishes += 1
    const key = `${account}-${this.#wishes}`
    const order = (more: object): Command => {
      this.#keys.push(key)
      return {
        type: "order.place",
        ...{
          account,
          instrument: SPOT,
          clientOrderId: key,
          keysMax: KEYS_MAX,
          side: chance.pick(["buy", "sell"]),
        },
        ...{ quantity: chance.whole(1, 9) as Lots, ...more },
      } as Command
    }
    const limit = () => ({ orderType: "limit", price: (100 + chance.whole(-6, 6)) as Ticks })
    const make = chance.weighted<() => Command>([
      [50, () => order({ ...limit(), timeInForce: "gtc" })],
      [8, () => order({ ...limit(), timeInForce: "gtc", postOnly: true })],
      [10, () => order({ ...limit(), timeInForce: "ioc" })],
      [10, () => order({ orderType: "market" })],
      [14, () => ({ type: "order.cancel", account, clientOrderId: this.#someKey() })],
      [2, () => ({ type: "order.cancel-all", account })],
      [
        8,
        () => {
          const [from, to] = chance.pick([["funding", "contract"] as const, ["contract", "funding"] as const])
          return {
            type: "transfer",
            account,
            from,
            to,
            currency: "USDT",
            amount: coins(chance.whole(1, 400)),
            key,
            keysMax: KEYS_MAX,
          }
        },
      ],
    ])
    return make()
  }

  #someKey(): string {
    const chance = this.#chance
    return this.#keys.at(-chance.whole(1, Math.max(1, Math.min(12, this.#keys.length)))) ?? "none"
  }
}
