/** The recount of contracts names what differs: sizes, costs, margins, advances (C2, I3, I4, I5, I8, I9). */

import { beforeEach, expect, test } from "vitest"
import type { Amount, Fine } from "#core/money/units.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { coins, PERPETUAL, perpetualInstrument, TestExchange } from "#tests/support/test-exchange.ts"

let market: TestExchange

beforeEach(() => {
  market = new TestExchange(perpetualInstrument(), { isFunded: false })
  for (const account of ["ann", "bob"]) market.fund(account, "USDT", 1_000, "contract")
  market.quote(100)
  market.tick(1_000)
  market.sell("bob", 100, 5)
  market.buy("ann", 100, 5)
})

function ann() {
  const part = market.engine.state.clearings.perpetual.accounts.known("ann")?.known(PERPETUAL)
  if (!part) throw new Error("ann has no position")
  return { part, position: part.positions.net, wallet: part.owner.wallet }
}

test("books that balance have nothing to tell", () => {
  expect(checkBooks(market.engine.state)).toEqual([])
})

test.each<[string, () => void, RegExp]>([
  [
    "I3: lots without another side",
    () => {
      const { position } = ann()
      position.held = { ...position.held, size: (position.held.size + 1n) as Amount }
    },
    /positions in ABC_USDT_PERP sum to 1$/,
  ],
  [
    "I4, I9: a cost that nobody paid",
    () => {
      const { position } = ann()
      position.held = { ...position.held, cost: (position.held.cost + 1n) as Fine }
    },
    /has cleared 0, carries 0 and costs 1$/,
  ],
  [
    "I5: a margin that the wallet doesn't know",
    () => {
      const { position } = ann()
      position.margin = coins(1)
    },
    /ann has margins of 100000000, its wallet says 0/,
  ],
  [
    "I8: an advance beside cash",
    () => {
      const { wallet } = ann()
      wallet.advance = coins(1)
    },
    /ann owes 100000000 with \d+ available/,
  ],
])("%s", (_, tamper, told) => {
  tamper()
  expect(checkBooks(market.engine.state).join("\n")).toMatch(new RegExp(told.source, "m"))
})
