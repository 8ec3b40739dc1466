/** Checks limit orders whose price is named as the best of a side (S18). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { PlaceOrder } from "#server/engine/command.ts"
import {
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

/** Bids at 98 and 99, asks at 101 and 102. */
function quoted(market = new TestExchange(spotInstrument())): TestExchange {
  if (market.instrument === PERPETUAL) {
    market.quote(100)
    market.tick(1_000)
  }
  market.buy("ann", 98, 5)
  market.buy("ann", 99, 5)
  market.sell("bob", 101, 5)
  market.sell("bob", 102, 5)
  return market
}
const named = (
  market: TestExchange,
  side: "buy" | "sell",
  bestPrice: PlaceOrder["bestPrice"],
  more: Partial<PlaceOrder> = {},
) => market.place("cat", side, { quantity: 7 as Lots, ...(bestPrice && { bestPrice }), ...more })

describe("A limit order at a price that is named (S18)", () => {
  test.each([
    ["buy", "queue", 99, []],
    ["sell", "queue", 101, []],
    ["buy", "counterparty", 101, ["101 × 5"]],
    ["sell", "counterparty", 99, ["99 × 5"]],
  ] as const)(
    "a %s at the %s gets %d, and rests there with what is left",
    (side, bestPrice, price, trades) => {
      for (const instrument of [spotInstrument(), perpetualInstrument()]) {
        const market = quoted(new TestExchange(instrument))
        const placed = named(market, side, bestPrice)
        expect(orderOf(placed).price).toBe(price)
        expect(tradesOf(placed)).toEqual(trades)
        expect(market.queue(side, price).at(-1)?.[1]).toBe(trades.length > 0 ? 2 : 7)
      }
    },
  )

  test("is priced as it is accepted: what came before it in the same moment counts", () => {
    const market = quoted()
    market.buy("bob", 100, 1)
    expect(orderOf(named(market, "buy", "queue")).price).toBe(100)
  })

  test("an empty side is refused, behind what has precedence, and nothing is held", () => {
    const market = new TestExchange(spotInstrument())
    market.buy("ann", 98, 5)
    const free = market.balance("cat", "USDT")
    expect(named(market, "buy", "counterparty").answer).toMatchObject({
      problem: { name: "NO_BEST_PRICE", values: { side: "sell" } },
    })
    expect(refusalOf(named(market, "sell", "queue"))).toBe("NO_BEST_PRICE")
    expect(refusalOf(named(market, "sell", "queue", { quantity: 0 as Lots }))).toBe("WRONG_SIZE")
    expect(market.balance("cat", "USDT")).toBe(free)
  })

  test.each([
    { price: 99 as Ticks },
    { orderType: "market" },
    { orderType: "stop-limit", stopPrice: 120 as Ticks },
    { orderType: "stop-limit", stopPrice: 120 as Ticks, price: 120 as Ticks },
  ] as const)("with %j it is TYPE_COMBINATION", (more) => {
    expect(refusalOf(named(quoted(), "buy", "queue", more))).toBe("TYPE_COMBINATION")
  })

  test("post-only at the counterparty's price would take, at the own queue it joins", () => {
    const market = quoted()
    expect(refusalOf(named(market, "buy", "counterparty", { postOnly: true }))).toBe("POST_ONLY_WOULD_TAKE")
    expect(orderOf(named(market, "buy", "queue", { postOnly: true })).status).toBe("new")
  })

  test("a client id stands for the name, whatever the price is by then", () => {
    const market = quoted()
    const first = named(market, "buy", "queue", { clientOrderId: "a" })
    market.buy("bob", 100, 1)
    expect(named(market, "buy", "queue", { clientOrderId: "a" }).answer).toEqual(first.answer)
    expect(refusalOf(named(market, "buy", "counterparty", { clientOrderId: "a" }))).toBe("KEY_CONFLICT")
  })
})
