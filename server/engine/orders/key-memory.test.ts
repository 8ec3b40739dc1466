/** Does a key act once, for an hour? (exchange.md S12) */

import { describe, expect, test } from "vitest"
import { orderOf, refusalOf, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields))

describe("Keys (S12)", () => {
  const place = (market: TestExchange, quantity = 1, account = "ann") =>
    market.buy(account, 100, quantity, { clientOrderId: "k-1" })

  test("the same key with the same body gives the first answer again, and nothing happens", () => {
    const market = exchange()
    const first = place(market)
    market.cancel("ann", orderOf(first).id)
    const again = place(market)
    expect([again.answer, again.events]).toEqual([first.answer, []])
    expect(market.engine.openOrders).toBe(0)
  })

  test("a refusal is remembered like any answer", () => {
    const market = exchange()
    const fok = { timeInForce: "fok", clientOrderId: "k-2" } as const
    expect(refusalOf(market.buy("ann", 100, 1, fok))).toBe("FOK_NOT_FILLABLE")
    market.sell("bob", 100, 1)
    expect(refusalOf(market.buy("ann", 100, 1, fok))).toBe("FOK_NOT_FILLABLE")
  })

  test("the same key with another body is KEY_CONFLICT; another account's key is another key", () => {
    const market = exchange()
    place(market)
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(refusalOf(place(market, 2, "bob"))).toBeUndefined()
  })

  test("a key is free again after an hour of engine time, and forgotten by then", () => {
    const market = exchange()
    place(market)
    market.time += 3_599_999
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(market.engine.nextDue()).toBe(3_600_000)
    market.tick(1)
    expect([market.engine.rememberedKeys, market.engine.nextDue()]).toEqual([0, undefined])
    expect(refusalOf(place(market, 2))).toBeUndefined()
  })

  test("house accounts need none: theirs are not remembered", () => {
    const market = exchange()
    place(market, 1, "house-maker")
    expect(refusalOf(place(market, 2, "house-maker"))).toBeUndefined()
    expect(market.engine.rememberedKeys).toBe(0)
  })

  test("a key of other characters or length is FORMAT", () => {
    const keyed = (clientOrderId: string) => refusalOf(exchange().buy("ann", 100, 1, { clientOrderId }))
    expect([keyed("a b"), keyed(""), keyed("x".repeat(37)), keyed("AZaz09._:/-")]).toEqual([
      "FORMAT",
      "FORMAT",
      "FORMAT",
      undefined,
    ])
  })
})
