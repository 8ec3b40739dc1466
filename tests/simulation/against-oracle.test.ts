/** The engine matches as another author's order book does: trades, levels and queues after each command. */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import { spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"
import type { OracleAnswer, OraclePlacement } from "./oracle.ts"
import { inRows, Oracle } from "./oracle.ts"
import { SeededChance } from "./seeded-chance.ts"
import { runSteps, seedsOr, slowCommands, timeoutMs } from "./simulation-run.ts"

const FILE = "tests/simulation/against-oracle.test.ts"
const ACCOUNTS = ["ann", "bob", "cat"] as const

/** The same orders for both; a refused one takes no id here, so the oracle gets the next one again. */
class Duel {
  readonly #chance: SeededChance
  readonly #oracle = new Oracle()
  readonly #exchange: TestExchange
  /** What was placed and accepted, by id. */
  readonly #placed = new Map<number, OraclePlacement>()
  #nextId = 1

  /** Of limit orders that rest, how many show a part of themselves; then nobody prevents trades with oneself. */
  readonly #icebergs: number

  constructor(seed: number, icebergs = 0) {
    this.#icebergs = icebergs
    this.#chance = new SeededChance(seed)
    // Protection wide and the accounts the house's, as the oracle knows neither price rules nor limits.
    const instrument = spotInstrument({ marketProtection: 99_999_999n })
    this.#exchange = new TestExchange(instrument, { houseAccounts: new Set(ACCOUNTS) })
  }

  step(): void {
    const chance = this.#chance
    if (chance.happens(0.22) && this.#nextId > 1)
      this.#cancelOrMove(chance.whole(Math.max(1, this.#nextId - 50), this.#nextId - 1))
    else this.#place(this.#placement())
    for (const side of ["buy", "sell"] as const) expect(this.#levels(side)).toEqual(this.#oracle.levels(side))
  }

  #placement(): OraclePlacement {
    const chance = this.#chance
    const timeInForce = chance.weighted<"gtc" | "ioc" | "fok">([
      [7, "gtc"],
      [1.5, "ioc"],
      [1.5, "fok"],
    ])
    const isMarket = timeInForce === "ioc" && chance.happens(0.4)
    const isIceberg = timeInForce === "gtc" && this.#icebergs > 0 && chance.happens(this.#icebergs)
    return {
      ...(isIceberg && { shown: chance.whole(1, 6) }),
      id: this.#nextId,
      account: chance.pick(ACCOUNTS),
      side: chance.pick(["buy", "sell"]),
      price: isMarket ? undefined : 100 + chance.whole(-8, 8),
      quantity: chance.whole(1, 15),
      timeInForce,
      postOnly: timeInForce === "gtc" && chance.happens(0.15),
      // Its FOK counts own makers in, so FOK is compared without prevention; S3's rule has tests of its own.
      stp:
        timeInForce === "fok" || this.#icebergs > 0
          ? "NONE"
          : chance.pick(["NONE", "EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH"]),
    }
  }

  #place(given: OraclePlacement): void {
    const { account, side, price, timeInForce, postOnly, stp, shown } = given
    const quantity = Math.max(given.quantity, shown ?? 1)
    const placement = { ...given, quantity }
    const outcome = this.#exchange.place(account, side, {
      ...(price === undefined ? { orderType: "market" } : { price: price as Ticks, timeInForce, postOnly }),
      quantity: quantity as Lots,
      ...(shown !== undefined && { shown: shown as Lots }),
      stp,
    })
    expect(this.#told(outcome)).toEqual(this.#ask(placement))
    if (!outcome.answer.ok) return
    this.#placed.set(this.#nextId, placement)
    this.#nextId += 1
  }

  #cancelOrMove(id: number): void {
    const placed = this.#placed.get(id)
    const order = this.#exchange.engine.order(id)
    expect(this.#oracle.has(id)).toBe(order !== undefined)
    if (!placed) throw new Error(`order ${id} was never placed`)
    const price = 100 + this.#chance.whole(-8, 8)
    const moves =
      order !== undefined && order.price !== price && !placed.postOnly && this.#chance.happens(0.5)
    if (!moves) {
      expect(this.#exchange.cancel(placed.account, id).answer.ok).toBe(this.#oracle.cancel(id))
      return
    }
    // Its own `modify` forgets the account, so it cancels and places again, which is what a re-price is (S6).
    const outcome = this.#exchange.amend(placed.account, id, { price })
    this.#oracle.cancel(id)
    const quantity = (order.quantity ?? 0) - order.executed
    expect(this.#told(outcome)).toEqual(this.#ask({ ...placed, price, quantity }))
  }

  #ask(placement: OraclePlacement): OracleAnswer {
    return this.#icebergs > 0 ? this.#oracle.placeByLots(placement) : this.#oracle.place(placement)
  }

  #told({ answer, events }: Outcome): OracleAnswer {
    const trades = events.flatMap((event) =>
      event.type === "trade"
        ? [{ maker: String(event.maker.order), price: event.price, quantity: event.quantity as number }]
        : [],
    )
    const rows = this.#icebergs > 0 ? inRows(trades) : trades
    return {
      trades: rows.map(({ maker, price, quantity }) => `${maker} ${price} ${quantity}`),
      isRefused: !answer.ok,
    }
  }

  #levels(side: "buy" | "sell"): string[] {
    return this.#exchange.levels(side).map(([price]) => {
      const orders = this.#exchange.engine.queue(this.#exchange.instrument, side, price as Ticks)
      const queue = orders.map(
        ({ id, quantity = 0, executed, hidden = 0 }) => `${id}×${quantity - executed - hidden}`,
      )
      return `${price}: ${queue.join(" ")}`
    })
  }
}

describe("The engine and nodejs-order-book", () => {
  test.each(seedsOr([11, 12]))(
    "trade and queue the same after each command of seed %i",
    (seed) => {
      const duel = new Duel(seed)
      runSteps(FILE, seed, () => duel.step(), slowCommands())
    },
    timeoutMs(),
  )

  test.each(seedsOr([13, 14]))(
    "trade and queue the same among icebergs (S19), seed %i",
    (seed) => {
      const duel = new Duel(seed, 0.5)
      runSteps(FILE, seed, () => duel.step(), slowCommands())
    },
    timeoutMs(),
  )
})
