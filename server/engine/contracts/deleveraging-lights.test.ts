/** The light says in which fifth of its side a position is, the first to be deleveraged at 5 (P30). */

import { beforeEach, expect, test } from "vitest"
import { PERPETUAL, perpetualInstrument, TestExchange } from "#tests/support/test-exchange.ts"
import { DeleveragingLights } from "./deleveraging-lights.ts"

let market: TestExchange
let lights: DeleveragingLights
/** Index and mark at 100. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument(), {}, 10_000)
  lights = new DeleveragingLights(market.engine.state)
  market.quote(100)
  market.tick(1_000)
})

const lightOf = (account: string) => lights.of({ account, instrument: PERPETUAL, slot: "net" })

/** Everyone is rich: the larger the position, the more its profit weighs. */
function open(accounts: readonly string[]) {
  for (const [place, account] of accounts.entries()) {
    market.sell("cat", 100, place + 1)
    market.buy(account, 100, place + 1)
  }
}

test("five longs have the five lights, the first in the rank 5; the only short has 5", () => {
  const accounts = ["u1", "u2", "u3", "u4", "u5"]
  open(accounts)
  market.quote(102)
  market.tick(1_000)
  expect(accounts.map(lightOf)).toEqual([1, 2, 3, 4, 5])
  expect(lightOf("cat")).toBe(5)
})

test("house accounts go before everyone, and take their fifths", () => {
  open(["u1", "house-crowd"])
  expect([lightOf("u1"), lightOf("house-crowd")]).toEqual([3, 5])
})

test("a rank is shown for some seconds: who opens meanwhile has no light yet, who is flat none", () => {
  open(["u1"])
  expect([lightOf("u1"), lightOf("u2")]).toEqual([5, undefined])
  open(["u2"])
  expect(lightOf("u2")).toBeUndefined()
  market.tick(6_000)
  expect(lightOf("u2")).toBeDefined()
  market.buy("cat", 100, 1)
  market.sell("u1", 100, 1)
  expect(lightOf("u1")).toBeUndefined()
})
