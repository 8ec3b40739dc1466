/** Random commands of many users over some contracts whose index walks, jumps and crashes. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command, PositionSide, PositionSlot, Side, TargetTerms } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { perpetualInstrument } from "#tests/support/test-exchange.ts"
import type { SeededChance } from "./seeded-chance.ts"

/** One for each table of tiers. */
export const CONTRACTS: readonly PerpetualInstrument[] = [125, 100, 75, 50, 25].map((leverageMax, index) =>
  perpetualInstrument({
    id: `C${index}_USDT_PERP`,
    base: `C${index}`,
    index: `C${index}_USDT`,
    leverageMax,
    tick: 10_000_000n,
    lot: 1_000_000n,
    notionalUnit: 100_000n,
    marketProtection: 5_000_000n,
    fundingHours: 1,
  }),
)
const MAKER = "house-maker"
/** How much more a whale has, and trades. */
export const WHALE_TIMES = 25
/** Where each index begins, 1e-8. */
const BEGINNING = 1_000n * UNITS_PER_COIN
const LOWEST = 50n * UNITS_PER_COIN

/** What is chosen for a command: a contract, its price now, a side. */
interface Draw {
  instrument: PerpetualInstrument
  price: bigint
  side: Side
}

export class ContractCommands {
  readonly #chance: SeededChance
  readonly #users: number
  readonly #engine: Engine
  readonly #prices = new Map<string, bigint>(CONTRACTS.map(({ index }) => [index, BEGINNING]))
  readonly #whales: number
  #keys = 0

  /** The first `whales` users trade in another size, so that the higher tiers are seen. */
  constructor(
    chance: SeededChance,
    { users, whales = 0 }: { users: number; whales?: number },
    engine: Engine,
  ) {
    this.#chance = chance
    this.#users = users
    this.#whales = whales
    this.#engine = engine
  }

  /** The next quote of an index: mostly a small step, seldom 5 %, at times a crash of up to 40 %; or by `move` parts in a million. */
  quote(instrument: PerpetualInstrument, move?: number): Command {
    const before = this.#prices.get(instrument.index) ?? BEGINNING
    const moved = (before * (1_000_000n + BigInt(move ?? this.#step()))) / 1_000_000n
    const price = (moved < LOWEST ? moved * 3n : moved) as Price8
    this.#prices.set(instrument.index, price)
    return { type: "feed.quote", index: instrument.index, source: "walk", bid: price, ask: price }
  }

  #step(): number {
    const size = this.#chance.weighted([
      [0.98, 2_000],
      [0.018, 50_000],
      [0.002, 400_000],
    ] as const)
    return this.#chance.whole(-size, size)
  }

  /** The house takes its orders back and quotes anew around the index, near enough to take what is liquidated. */
  houseRound(instrument: PerpetualInstrument): Command[] {
    const price = this.#prices.get(instrument.index) ?? BEGINNING
    const ticks = Number(price / instrument.tick)
    const commands: Command[] = [{ type: "order.cancel-all", account: MAKER, instrument: instrument.id }]
    for (const side of ["buy", "sell"] as const)
      for (const away of [1, 5]) {
        const at = ticks * (1 + ((side === "buy" ? -1 : 1) * away) / 1_000)
        const order = { type: "order.place", account: MAKER, instrument: instrument.id, side } as const
        const quantity = (this.#chance.whole(50, 3_000) * away) as Lots
        commands.push({ ...order, orderType: "limit", price: Math.max(1, Math.round(at)) as Ticks, quantity })
      }
    return commands
  }

  next(): Command {
    const instrument = this.#chance.pick(CONTRACTS as [PerpetualInstrument, ...PerpetualInstrument[]])
    const price = this.#prices.get(instrument.index) ?? BEGINNING
    const draw: Draw = { instrument, price, side: this.#chance.pick(["buy", "sell"]) }
    const account = `u${this.#chance.whole(1, this.#users)}`
    return this.#chance.weighted<() => Command>([
      [45, () => this.#order(draw, account)],
      [8, () => this.#closing(draw, account)],
      [6, () => this.#stop(draw, account)],
      [4, () => ({ type: "order.cancel-all", account })],
      [6, () => this.#setting(draw, account)],
      [3, () => this.#margin(draw, account)],
      [6, () => this.#targets(draw, account)],
      [5, () => this.#closePosition(draw, account)],
      [7, () => this.#transfer(account)],
      [2, () => ({ type: "order.cancel-all", account: MAKER, instrument: instrument.id })],
      [21, () => this.#houseQuote(draw)],
    ])()
  }

  #order(draw: Draw, account: string): Command {
    const form = { ...this.#form(draw, account), ...this.#orderTargets(draw) }
    if (this.#chance.happens(0.35)) return { ...form, orderType: "market" }
    const timeInForce = this.#chance.weighted([
      [8, "gtc"],
      [1, "ioc"],
      [1, "fok"],
    ] as const)
    return { ...form, orderType: "limit", price: this.#near(draw), timeInForce }
  }

  #closing(draw: Draw, account: string): Command {
    const form = { ...this.#form(draw, account), reduceOnly: true }
    if (this.#chance.happens(0.6)) return { ...form, orderType: "market" }
    return { ...form, orderType: "limit", price: this.#near(draw) }
  }

  #stop(draw: Draw, account: string): Command {
    const closing = this.#chance.happens(0.5) ? this.#closingSide(draw, account) : undefined
    const { quantity, ...form } = this.#form({ ...draw, side: closing ?? draw.side }, account)
    const stopPrice = this.#near(draw)
    const source = this.#chance.happens(0.5)
      ? { stopSource: this.#chance.pick(["last", "mark"] as const) }
      : {}
    const reducing = this.#chance.happens(0.5) ? { reduceOnly: true } : {}
    const size =
      closing || this.#chance.happens(0.1) ? { closePosition: true as const } : { quantity, ...reducing }
    return this.#chance.weighted<() => Command>([
      [
        3,
        () => ({
          ...form,
          ...source,
          quantity,
          ...reducing,
          orderType: "stop-limit",
          stopPrice,
          price: this.#near(draw),
        }),
      ],
      [3, () => ({ ...form, ...source, ...size, orderType: "stop-market", stopPrice })],
      [
        2,
        () => ({
          ...form,
          ...source,
          ...size,
          orderType: "trailing-stop",
          distance: BigInt(this.#chance.whole(1, 40)) * 100_000n,
          ...(this.#chance.happens(0.4) ? { stopPrice } : {}),
        }),
      ],
    ])()
  }

  #closePosition(draw: Draw, account: string): Command {
    const { instrument } = draw
    const part = this.#engine.state.clearings.perpetual.accounts.known(account)?.known(instrument.id)
    const of = {
      account,
      instrument: instrument.id,
      slot: part?.openPositions()[0]?.slot ?? ("net" as const),
    }
    return this.#chance.weighted<() => Command>([
      [5, () => ({ type: "position.reverse", ...of })],
      [2, () => ({ type: "position.close", ...of })],
      [2, () => ({ type: "position.close", ...of, quantity: this.#chance.whole(1, 200) as Lots })],
      [2, () => ({ type: "position.close", ...of, price: this.#near(draw), postOnly: true })],
      [0.5, () => ({ type: "position.close-all", account })],
    ])()
  }

  /** Take-profit and stop-loss of a position that is there, mostly: of all of it, of a part, changed or removed. */
  #targets(draw: Draw, account: string): Command {
    const { instrument } = draw
    const part = this.#engine.state.clearings.perpetual.accounts.known(account)?.known(instrument.id)
    const position = part?.openPositions()[0]
    const pair = position?.pairs.at(-1)
    const lots = Math.max(1, Math.abs(Number((position?.size ?? 0n) / instrument.lot)))
    const named = pair && this.#chance.happens(0.5) ? { pair: pair.id } : {}
    const isPart = this.#chance.happens(0.5)
    const quantity = isPart ? { quantity: this.#chance.whole(1, lots + (lots >> 3)) as Lots } : {}
    const isLong = (position?.size ?? 0n) > 0n
    const isNone = this.#chance.happens(0.1)
    return {
      type: "position.tpsl",
      account,
      instrument: instrument.id,
      slot: position?.slot ?? "net",
      ...named,
      ...quantity,
      ...(isNone ? {} : { takeProfit: this.#target(draw, isLong ? 1 : -1) }),
      ...(isNone || this.#chance.happens(0.3) ? {} : { stopLoss: this.#target(draw, isLong ? -1 : 1) }),
    }
  }

  #orderTargets(draw: Draw) {
    if (!this.#chance.happens(0.25)) return {}
    const side = draw.side === "buy" ? 1 : -1
    const isPart = this.#chance.happens(0.5)
    return {
      takeProfit: this.#target(draw, side),
      ...(this.#chance.happens(0.7) ? { stopLoss: this.#target(draw, side === 1 ? -1 : 1) } : {}),
      ...(isPart ? { targetsPart: true as const } : {}),
    }
  }

  /** Within 3 % of the price, on its right side. */
  #target({ instrument, price }: Draw, direction: 1 | -1): TargetTerms {
    const ticks = Number(price / instrument.tick)
    const away = (permille: number) => Math.max(1, Math.round(ticks * (1 + permille / 1_000))) as Ticks
    const at = direction * this.#chance.whole(1, 30)
    return {
      price: away(at),
      ...(this.#chance.happens(0.6) ? { source: this.#chance.pick(["last", "mark"] as const) } : {}),
      ...(this.#chance.happens(0.3) ? { limit: away(at + this.#chance.whole(-4, 4)) } : {}),
    }
  }

  /** Of an order that closes the account's position there, one-way. */
  #closingSide({ instrument }: Draw, account: string): Side | undefined {
    const part = this.#engine.state.clearings.perpetual.accounts.known(account)?.known(instrument.id)
    const size = part?.positions.net.size ?? 0n
    return size === 0n ? undefined : size > 0n ? "sell" : "buy"
  }

  #form({ instrument, side }: Draw, account: string) {
    const own = this.#engine.state.clearings.perpetual.accounts.known(account)
    const isHedged = own?.mode === "hedge"
    const times = Number(account.slice(1)) <= this.#whales ? WHALE_TIMES : 1
    const quantity = (this.#chance.whole(1, this.#chance.happens(0.1) ? 3_000 : 200) * times) as Lots
    return {
      type: "order.place" as const,
      account,
      instrument: instrument.id,
      side,
      quantity,
      ...(isHedged ? { positionSide: this.#chance.pick<PositionSide>(["long", "short"]) } : {}),
    }
  }

  #setting({ instrument }: Draw, account: string): Command {
    return this.#chance.weighted<() => Command>([
      [
        6,
        () => ({
          type: "leverage.set",
          account,
          instrument: instrument.id,
          leverage: this.#chance.whole(1, instrument.leverageMax),
        }),
      ],
      [
        3,
        () => ({
          type: "margin-mode.set",
          account,
          instrument: instrument.id,
          mode: this.#chance.pick(["cross", "isolated"]),
        }),
      ],
      [1, () => ({ type: "position-mode.set", account, mode: this.#chance.pick(["one-way", "hedge"]) })],
    ])()
  }

  #margin({ instrument }: Draw, account: string): Command {
    const slot = this.#chance.pick<PositionSlot>(["net", "net", "long", "short"])
    const amount = (BigInt(this.#chance.whole(-200, 200)) * UNITS_PER_COIN) as Amount
    return { type: "position.margin", account, instrument: instrument.id, slot, amount }
  }

  #transfer(account: string): Command {
    const isOut = this.#chance.happens(0.4)
    this.#keys += 1
    return {
      type: "transfer",
      account,
      from: isOut ? "contract" : "funding",
      to: isOut ? "funding" : "contract",
      currency: "USDT",
      amount: (BigInt(this.#chance.whole(1, 3_000)) * UNITS_PER_COIN) as Amount,
      key: `t${this.#keys}`,
    }
  }

  /** The house quotes both sides within 2 % of the index. */
  #houseQuote({ instrument, price, side }: Draw): Command {
    const ticks = Number(price / instrument.tick)
    const away = 1 + this.#chance.whole(1, 200) / 10_000
    const quoted = Math.max(1, Math.round(side === "buy" ? ticks / away : ticks * away)) as Ticks
    const quantity = this.#chance.whole(50, 5_000) as Lots
    return {
      type: "order.place",
      account: MAKER,
      instrument: instrument.id,
      side,
      orderType: "limit",
      price: quoted,
      quantity,
    }
  }

  #near({ instrument, price }: Draw): Ticks {
    const ticks = Number(price / instrument.tick)
    return Math.max(1, Math.round((ticks * this.#chance.whole(970, 1_030)) / 1_000)) as Ticks
  }
}
