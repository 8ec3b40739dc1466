/** Generates seeded random commands of many accounts, mostly valid, some invalid. */

import type { StpMode } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command, PlaceOrder, Side } from "#server/engine/command.ts"
import { PERPETUAL, SPOT } from "#tests/support/test-exchange.ts"
import { SeededChance } from "./seeded-chance.ts"

export const ACCOUNTS = ["ann", "bob", "cat", "dan", "house-maker"] as const
const STP_MODES: readonly [StpMode, ...StpMode[]] = [
  "EXPIRE_MAKER",
  "EXPIRE_TAKER",
  "EXPIRE_BOTH",
  "DECREMENT",
]
/** How far back an order may be that a command names; most of them have ended by then. */
const IDS_BACK = 60
/** Of what was to be paused, so much is resumed or ended. */
const PAUSED_BACK = 12

/** Who trades, and where; what stands twice is chosen twice as often. */
interface Scene {
  accounts: readonly [string, ...string[]]
  instruments: readonly [string, ...string[]]
}

export class RandomCommands {
  readonly #chance: SeededChance
  /** Of what was added later: what a seed did before stays the same. */
  readonly #later: SeededChance
  /** Of icebergs, which came later still. */
  readonly #parts: SeededChance
  /** Of what is paused, which came last. */
  readonly #pauses: SeededChance
  readonly #scene: Scene
  /** What was to be paused last. */
  readonly #paused: number[] = []
  /** Of the orders placed last, as far as somebody says it. */
  readonly #owners = new Map<number, string>()
  #lastId = 0
  #keys = 0

  constructor(seed: number, scene: Scene = { accounts: ACCOUNTS, instruments: [SPOT, SPOT, PERPETUAL] }) {
    this.#chance = new SeededChance(seed)
    this.#later = new SeededChance(seed ^ 0x6177)
    this.#parts = new SeededChance(seed ^ 0x1ceb)
    this.#pauses = new SeededChance(seed ^ 0x9a05)
    this.#scene = scene
  }

  /** Whose order this is. */
  learn(order: number, account: string): void {
    this.#owners.set(order, account)
    this.#owners.delete(order - IDS_BACK - 1)
  }

  /** Milliseconds until the next command. */
  pause(): number {
    return this.#chance.happens(0.7) ? 0 : this.#chance.whole(1, 400)
  }

  /** `lastId`: of the order placed last, so that there is something to cancel. `now`: the time of the command. */
  next(lastId: number, now: TimeMs): Command {
    this.#lastId = lastId
    const command = this.#inParts(this.#untilATime(this.#make(), now))
    if (this.#later.happens(0.004)) return this.#countdown()
    const made = this.#later.happens(0.02) ? this.#group() : command
    return this.#pauses.happens(0.02) ? this.#changeGroup() : made
  }

  /** S14: some orders are good till a time, now and then one that can't be, or till one that may not be chosen. */
  #untilATime(command: Command, now: TimeMs): Command {
    const later = this.#later
    const mayRest =
      command.type === "order.place" &&
      command.orderType !== "market" &&
      (command.orderType !== "limit" || (command.timeInForce ?? "gtc") === "gtc")
    if (command.type !== "order.place" || !later.happens(mayRest ? 0.1 : 0.02)) return command
    return {
      ...command,
      expiresAt: now + (later.happens(0.9) ? later.whole(5_000, 30_000) : later.whole(0, 9_000)),
    }
  }

  /** S19: some orders show a part of themselves, now and then one that may not be shown, or of an order that has no parts. */
  #inParts(command: Command): Command {
    const parts = this.#parts
    if (command.type !== "order.place" || command.quantity === undefined) return command
    const mayRest = command.orderType === "limit" && (command.timeInForce ?? "gtc") === "gtc"
    if (!parts.happens(mayRest ? 0.2 : 0.01)) return command
    return { ...command, shown: parts.whole(parts.happens(0.1) ? 0 : 2, command.quantity / 2 + 2) as Lots }
  }

  /** S15: mostly of all markets; now and then stopped, or of none. */
  #countdown(): Command {
    const later = this.#later
    return {
      type: "countdown.set",
      account: later.pick(this.#scene.accounts),
      afterMs: later.happens(0.3) ? 0 : later.whole(500, 9_000),
      ...(later.happens(0.4) && { instrument: later.pick([...this.#scene.instruments, "NO_SUCH"]) }),
    }
  }

  /** S16, S17: pairs and scaled orders around the market, some of which it refuses; now and then a group is cancelled. */
  #group(): Command {
    const later = this.#later
    const account = later.pick(this.#scene.accounts)
    if (later.happens(0.15))
      return { type: "order.cancel-all", account, group: later.whole(1, Math.max(1, this.#lastId)) }
    const common = {
      account,
      instrument: later.pick(this.#scene.instruments),
      side: later.pick(["buy", "sell"] as const),
      quantity: later.whole(-1, 14) as Lots,
      ...(later.happens(0.3) && { stp: later.pick(STP_MODES) }),
    }
    const away = (least: number, most: number) =>
      (100 + (common.side === "buy" ? -1 : 1) * later.whole(least, most)) as Ticks
    if (later.happens(0.6))
      return {
        type: "order.oco",
        ...common,
        ...{ price: away(0, 4), stopPrice: away(-5, 1) },
        ...(later.happens(0.9) && { stopLimit: away(-9, 2) }),
      }
    const distribution = later.pick(["flat", "increasing", "decreasing", "geometric"] as const)
    const ends = { from: away(0, 5), to: away(2, 12), count: later.whole(1, 5) }
    return { type: "order.scaled", ...common, ...ends, distribution }
  }

  /** S21: something of the last orders is paused, most of which is neither a scaled order nor an iceberg; then it is resumed or ended. */
  #changeGroup(): Command {
    const pauses = this.#pauses
    const isNew = this.#paused.length === 0 || pauses.happens(0.5)
    const group = isNew
      ? Math.max(1, this.#lastId - pauses.whole(0, IDS_BACK))
      : (this.#paused[pauses.whole(0, this.#paused.length - 1)] ?? 1)
    if (isNew) this.#paused.push(group)
    if (this.#paused.length > PAUSED_BACK) this.#paused.shift()
    return {
      type: "group.change",
      account: this.#owners.get(group) ?? pauses.pick(this.#scene.accounts),
      group,
      act: isNew ? "pause" : pauses.pick(["pause", "resume", "resume", "end"] as const),
    }
  }

  #make(): Command {
    const chance = this.#chance
    const make = chance.weighted<() => Command>([
      [40, () => this.#limit()],
      [12, () => this.#market()],
      [6, () => this.#fillOrKill()],
      [8, () => this.#stop()],
      [10, () => this.#amend()],
      [5, () => ({ ...this.#target(), type: "order.reduce", by: this.#lots() })],
      [10, () => ({ ...this.#target(), type: "order.cancel" })],
      [0.5, () => this.#cancelAll()],
      [6, () => this.#quote()],
      [0.4, () => ({ type: "instrument.state", instrument: this.#instrument(), state: "cancel-only" })],
      [1.2, () => ({ type: "instrument.state", instrument: this.#instrument(), state: "open" })],
      [2, () => this.#nonsense()],
    ])
    return make()
  }

  #instrument(): string {
    return this.#chance.pick(this.#scene.instruments)
  }
  #side(): Side {
    return this.#chance.pick(["buy", "sell"])
  }
  /** Around 100, so that sides cross often and levels are shared. */
  #price(): Ticks {
    return (100 + this.#chance.whole(-8, 8)) as Ticks
  }
  #lots(): Lots {
    return this.#chance.whole(1, 12) as Lots
  }
  #budget(): Amount {
    return (BigInt(this.#chance.whole(50, 1_500)) * UNITS_PER_COIN) as Amount
  }

  #common(): Pick<
    PlaceOrder,
    "type" | "account" | "instrument" | "side" | "stp" | "clientOrderId" | "keysMax"
  > {
    const chance = this.#chance
    const common = {
      type: "order.place" as const,
      account: chance.pick(this.#scene.accounts),
      instrument: this.#instrument(),
      side: this.#side(),
      ...(chance.happens(0.5) && { stp: chance.pick(STP_MODES) }),
    }
    if (!chance.happens(0.1)) return common
    // Now and then a key of before comes again, mostly with another body.
    if (!chance.happens(0.3)) this.#keys += 1
    const clientOrderId = `key-${this.#keys}`
    // The others are as command logs of earlier servers have them.
    return this.#keys % 2 === 0 ? { ...common, clientOrderId, keysMax: 72_000 } : { ...common, clientOrderId }
  }

  #limit(): Command {
    const form = this.#chance.weighted<Partial<PlaceOrder>>([
      [6, {}],
      [2, { postOnly: true }],
      [2, { timeInForce: "ioc" }],
    ])
    return { ...this.#common(), orderType: "limit", price: this.#price(), quantity: this.#lots(), ...form }
  }

  #market(): Command {
    const size = this.#chance.happens(0.5) ? { quantity: this.#lots() } : { budget: this.#budget() }
    return { ...this.#common(), orderType: "market", ...size }
  }

  #fillOrKill(): Command {
    const common = { ...this.#common(), timeInForce: "fok" as const, quantity: this.#lots() }
    if (this.#chance.happens(0.5)) return { ...common, orderType: "limit", price: this.#price() }
    return { ...common, orderType: "market", ...(this.#chance.happens(0.8) && { budget: this.#budget() }) }
  }

  #stop(): Command {
    const timeInForce = this.#chance.weighted<"gtc" | "ioc" | "fok">([
      [6, "gtc"],
      [2, "ioc"],
      [2, "fok"],
    ])
    const prices = { stopPrice: this.#price(), price: this.#price() }
    return { ...this.#common(), orderType: "stop-limit", timeInForce, ...prices, quantity: this.#lots() }
  }

  /** Most commands name an order of their own, where it is known whose it is. */
  #target(): { account: string; order: number } {
    const chance = this.#chance
    const order = this.#lastId - chance.whole(0, IDS_BACK)
    const owner = this.#owners.get(order)
    const account = owner !== undefined && chance.happens(0.8) ? owner : chance.pick(this.#scene.accounts)
    return { account, order }
  }

  #amend(): Command {
    const chance = this.#chance
    return {
      type: "order.amend",
      ...this.#target(),
      ...(chance.happens(0.6) && { price: this.#price() }),
      ...(chance.happens(0.6) && { quantity: this.#lots() }),
    }
  }

  #cancelAll(): Command {
    const account = this.#chance.pick(this.#scene.accounts)
    if (this.#chance.happens(0.5)) return { type: "order.cancel-all", account }
    return { type: "order.cancel-all", account, instrument: this.#instrument() }
  }

  #quote(): Command {
    const source = this.#chance.pick(["one", "two", "three"])
    const last = (BigInt(this.#chance.whole(960, 1_040)) * (UNITS_PER_COIN / 10n)) as Price8
    return { type: "feed.quote", index: SPOT, source, last }
  }

  #nonsense(): Command {
    const order = {
      ...this.#common(),
      orderType: "limit" as const,
      price: this.#price(),
      quantity: this.#lots(),
    }
    return this.#chance.pick<Command>([
      { ...order, quantity: 0 as Lots },
      { ...order, price: 0.5 as Ticks },
      { ...order, price: 10_000 as Ticks },
      { ...order, instrument: "NO_SUCH" },
      { ...order, postOnly: true, timeInForce: "ioc" },
      { ...this.#target(), type: "order.reduce", by: -1 as Lots },
      { ...this.#target(), type: "order.amend" },
      { type: "order.cancel", account: "nobody", order: this.#lastId },
    ])
  }
}
