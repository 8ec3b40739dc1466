/** What a trader of contracts wants: orders of every kind, modes, leverage, margin, targets, transfers; whether allowed or not. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Command, PlaceOrder, PositionMode, PositionSlot } from "#server/engine/command.ts"
import { coins } from "#tests/support/test-exchange.ts"
import type { SeededChance } from "../seeded-chance.ts"
import { KEYS_MAX, type Wishes } from "./whole-scene.ts"

interface WishParts {
  chance: SeededChance
  contracts: readonly [PerpetualInstrument, ...PerpetualInstrument[]]
  priceOf(instrument: PerpetualInstrument): bigint
}

/** The margin that a stir leaves alone. */
const STIR_PERMILLE = -50

export class ContractWishes implements Wishes {
  readonly #account: string
  readonly #parts: WishParts
  readonly #chance: SeededChance
  /** As the trader believes: whoever is told nothing may be wrong. */
  #mode: PositionMode = "one-way"
  #wishes = 0
  #keys: string[] = []

  constructor(account: string, parts: WishParts) {
    this.#account = account
    this.#parts = parts
    this.#chance = parts.chance
  }

  stir(): Command[] {
    const [instrument] = this.#parts.contracts
    const price = this.#near(instrument, STIR_PERMILLE)
    return [
      { ...this.#transfer(), from: "funding", to: "contract", amount: coins(10) },
      { ...this.#order(instrument), side: "buy", orderType: "limit", quantity: 1 as Lots, price },
    ]
  }

  next(): Command {
    const chance = this.#chance
    const account = this.#account
    const instrument = chance.pick(this.#parts.contracts)
    const named = { account, instrument: instrument.id }
    const limit = () => ({
      ...({ orderType: "limit", price: this.#near(instrument, chance.whole(-15, 15)) } as const),
    })
    const placed = chance.weighted<() => Command>([
      [22, () => ({ ...this.#order(instrument), ...limit(), ...this.#targets(instrument) })],
      [22, () => ({ ...this.#order(instrument), orderType: "market" })],
      [4, () => ({ ...this.#order(instrument), ...limit(), postOnly: true })],
      [5, () => ({ ...this.#order(instrument), ...limit(), timeInForce: "ioc" })],
      [6, () => ({ ...this.#order(instrument), orderType: "market", reduceOnly: true })],
      [5, () => this.#stop(instrument)],
      [9, () => ({ type: "order.cancel", account, clientOrderId: this.#someKey() })],
      [2, () => ({ type: "order.cancel-all", account })],
      [
        8,
        () =>
          ({ ...named, type: "leverage.set", leverage: chance.whole(1, instrument.leverageMax) }) as const,
      ],
      [
        5,
        () =>
          ({
            ...named,
            type: "margin-mode.set",
            mode: chance.pick(["cross", "isolated", "isolated"]),
          }) as const,
      ],
      [3, () => this.#switchMode()],
      [
        8,
        () => ({
          ...{ type: "position.margin", ...named, slot: this.#slot(), key: this.#key(), keysMax: KEYS_MAX },
          amount: coins(chance.whole(-60, 120)),
        }),
      ],
      [9, () => this.#transfer()],
      [4, () => this.#close(instrument)],
      [4, () => this.#setTargets(instrument)],
      [2, () => ({ type: "position.close-all", account })],
    ])
    return placed()
  }

  #order(instrument: PerpetualInstrument): PlaceOrder {
    const chance = this.#chance
    const key = this.#key()
    this.#keys.push(key)
    const most = chance.happens(0.5) ? 8_000 : 200
    return {
      ...{ type: "order.place", account: this.#account, instrument: instrument.id, orderType: "market" },
      ...{ side: chance.pick(["buy", "sell"]), quantity: chance.whole(1, most) as Lots },
      ...(this.#mode === "hedge" ? { positionSide: chance.pick(["long", "short"]) } : {}),
      ...{ clientOrderId: key, keysMax: KEYS_MAX },
    } as PlaceOrder
  }

  #stop(instrument: PerpetualInstrument): Command {
    const chance = this.#chance
    const stopPrice = this.#near(instrument, chance.whole(-8, 8))
    const stopSource = chance.pick(["last", "mark"] as const)
    return { ...this.#order(instrument), orderType: "stop-market", stopPrice, stopSource }
  }

  /** Take-profit and stop-loss that come with an order, by chance. */
  #targets(instrument: PerpetualInstrument) {
    if (!this.#chance.happens(0.2)) return {}
    return { stopLoss: { price: this.#near(instrument, this.#chance.whole(-10, 10)) } }
  }

  #setTargets(instrument: PerpetualInstrument): Command {
    const chance = this.#chance
    return {
      ...{ type: "position.tpsl", account: this.#account, instrument: instrument.id, slot: this.#slot() },
      ...{ key: this.#key(), keysMax: KEYS_MAX },
      takeProfit: { price: this.#near(instrument, chance.whole(-15, 15)) },
      ...(chance.happens(0.5) ? { stopLoss: { price: this.#near(instrument, chance.whole(-15, 15)) } } : {}),
    }
  }

  #close(instrument: PerpetualInstrument): Command {
    const of = { account: this.#account, instrument: instrument.id, slot: this.#slot() }
    const key = { clientOrderId: this.#key(), keysMax: KEYS_MAX }
    return { type: this.#chance.pick(["position.close", "position.reverse"]), ...of, ...key }
  }

  #switchMode(): Command {
    this.#mode = this.#chance.pick(["one-way", "hedge"])
    return { type: "position-mode.set", account: this.#account, mode: this.#mode }
  }

  #transfer() {
    const [from, to] = this.#chance.pick([
      ["funding", "contract"] as const,
      ["contract", "funding"] as const,
      ["contract", "funding"] as const,
    ])
    return {
      ...({ type: "transfer", account: this.#account, from, to, currency: "USDT" } as const),
      ...{ amount: coins(this.#chance.whole(1, 900)) as Amount, key: this.#key(), keysMax: KEYS_MAX },
    }
  }

  #slot(): PositionSlot {
    return this.#mode === "hedge" ? this.#chance.pick(["long", "short"]) : "net"
  }

  #near(instrument: PerpetualInstrument, permille: number): Ticks {
    const ticks = Number(this.#parts.priceOf(instrument) / instrument.tick)
    return Math.max(1, Math.round(ticks * (1 + permille / 1_000))) as Ticks
  }

  #key(): string {
    this.#wishes += 1
    return `${this.#account}-${this.#wishes}`
  }

  #someKey(): string {
    return this.#keys.at(-this.#chance.whole(1, Math.max(1, Math.min(12, this.#keys.length)))) ?? "none"
  }
}
