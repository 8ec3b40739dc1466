/** What an isolated order holds grows behind its back; nothing that happens to it then asks for money that isn't there (P13). */

import { beforeEach, expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const HOUR = 3_600_000

let market: TestExchange

/** Index and first mark at 100; ann, isolated at 10×, has 1,000. Each command recounts the books. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument({ leverageMax: 10 }), { isFunded: false }, 8 * HOUR)
  market.fund("ann", "USDT", 1_000, "contract")
  market.fund("cat", "USDT", 10_000_000, "contract")
  market.quote(100)
  market.tick(1_000)
  market.run({ type: "margin-mode.set", account: "ann", instrument: PERPETUAL, mode: "isolated" })
})

const wallet = () => market.engine.state.ledger.balance("ann", "contract", "USDT")

/** All that is free but for so many USDT leaves the account. */
function takeOut(rest = 0) {
  const amount = (wallet().available - coins(rest)) as Amount
  const moved = { type: "transfer", account: "ann", from: "contract", to: "funding" } as const
  expect(refusalOf(market.run({ ...moved, currency: "USDT", amount, key: `out-${rest}` }))).toBeUndefined()
}

/** Rests above, held at nothing as it would only close; then what it would close is closed. */
function staleSell(): number {
  market.sell("cat", 100, 10)
  market.buy("ann", 100, 10)
  const { id } = orderOf(market.sell("ann", 150, 10))
  expect(wallet().held).toBe(0n)
  market.buy("cat", 100, 10)
  expect(orderOf(market.market("ann", "sell", 10, { reduceOnly: true })).status).toBe("filled")
  return id
}

test("an order made smaller holds what there is", () => {
  const id = staleSell()
  takeOut()
  expect(orderOf(market.amend("ann", id, { quantity: 9 })).hold).toBe(0n)
  market.fund("ann", "USDT", 50, "contract")
  expect(orderOf(market.reduce("ann", id, 1)).hold).toBe(coins(50))
  market.cancel("ann", id)
  expect(wallet()).toMatchObject({ available: coins(50), held: 0n })
})

test("a mark that moved away from a resting order raises no hold beyond what there is", () => {
  const { id, hold } = orderOf(market.buy("ann", 100, 10))
  takeOut()
  market.tick(1_500)
  market.quote(90)
  market.tick(1_000)
  market.tick(1_000)
  expect(orderOf(market.amend("ann", id, { quantity: 9 })).hold).toBeLessThanOrEqual(hold)
})

test("an order that prevention decrements holds what there is", () => {
  const id = staleSell()
  takeOut(70)
  market.buy("ann", 150, 1, { stp: "DECREMENT" })
  expect(market.engine.order(id)?.quantity).toBe(9)
  expect(wallet().available).toBeGreaterThanOrEqual(0n)
})

test("a market order that is decremented as it walks holds what there is", () => {
  market.sell("cat", 100, 1)
  market.sell("ann", 140, 1)
  market.sell("cat", 141, 100)
  takeOut(106)
  market.market("ann", "buy", 10, { stp: "DECREMENT" })
  expect(wallet().available).toBeGreaterThanOrEqual(0n)
})

test("a leverage that lets one order need less gives it to another", () => {
  market.run({ type: "leverage.set", account: "ann", instrument: PERPETUAL, leverage: 5 })
  const stale = staleSell()
  const bid = orderOf(market.buy("ann", 100, 20))
  takeOut()
  const set = { type: "leverage.set", account: "ann", instrument: PERPETUAL, leverage: 10 } as const
  expect(refusalOf(market.run(set))).toBeUndefined()
  expect(market.engine.order(bid.id)?.hold).toBeLessThan(bid.hold)
  expect(market.engine.order(stale)?.hold).toBeGreaterThan(0n)
})
