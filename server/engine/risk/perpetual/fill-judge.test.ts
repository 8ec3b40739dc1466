/** Judging a fill of contracts where there are no prices yet (P17). */

import { expect, test } from "vitest"
import { coins, PERPETUAL, perpetualInstrument, TestExchange } from "#tests/support/test-exchange.ts"

test("before the first mark the house trades with itself, as no margin is asked of it", () => {
  const market = new TestExchange(perpetualInstrument(), {}, 10_000)
  market.quote(100)
  const { perpetual } = market.engine.state.clearings
  expect(perpetual.pricesIfAny(PERPETUAL)).toBeUndefined()
  market.sell("house-maker", 100, 3)
  const { events } = market.buy("house-crowd", 100, 2)
  expect(events.filter(({ type }) => type === "trade")).toHaveLength(1)
  const sizes = ["house-maker", "house-crowd"].map(
    (account) => perpetual.accounts.known(account)?.known(PERPETUAL)?.positions.net.size,
  )
  expect(sizes).toEqual([-coins(2), coins(2)])
})
