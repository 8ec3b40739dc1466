/** The recount of second contracts sees what doesn't agree (I5). */

import { expect, test } from "vitest"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { INDEX, SecondExchange } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"
import type { EngineState } from "../state.ts"

/** Two contracts of ann's, of 10 and 20 USDT. */
function scene(): EngineState {
  const exchange = new SecondExchange()
  exchange.quote(100)
  exchange.open("ann", "bullish", 10)
  exchange.open("ann", "bearish", 20)
  expect(checkBooks(exchange.engine.state)).toEqual([])
  return exchange.engine.state
}

const FAULTS: readonly (readonly [name: string, seen: RegExp, break_: (state: EngineState) => void])[] = [
  [
    "a stake that no contract has",
    /ann.second.held has 3000000001 of USDT/,
    ({ ledger }) => {
      const balance = ledger.balance("ann", "second", "USDT")
      balance.held = (balance.held + 1n) as typeof balance.held
      balance.available = (balance.available - 1n) as typeof balance.available
    },
  ],
  [
    "a profit that is promised twice",
    /option-house.held has 2400000001 of USDT, open contracts may win 2400000000/,
    ({ ledger }) => {
      const [available, held] = ["option-house.available", "option-house.held"].map((name) =>
        ledger.system(name, "USDT"),
      )
      if (!available || !held) throw new Error("the house has accounts")
      available.balance = (available.balance - 1n) as typeof held.balance
      held.balance = (held.balance + 1n) as typeof held.balance
    },
  ],
  [
    "a contract that was dropped without an end",
    /ABC_USDT says|ann says 2 open/,
    ({ seconds }) => void seconds.of(INDEX).take(),
  ],
  [
    "a count of open contracts that is wrong",
    /ann says 3 open stakes of 3000000000, has 2 of 3000000000/,
    ({ seconds }) => {
      seconds.account("ann").openContracts += 1
    },
  ],
  [
    "open stakes that are wrong",
    /ann says 2 open stakes of 0, has 2/,
    ({ seconds }) => {
      seconds.account("ann").openStakes = coins(0)
    },
  ],
]

test.each(FAULTS)("%s", (_, seen, break_) => {
  const state = scene()
  break_(state)
  expect(checkBooks(state).join("; ")).toMatch(seen)
})
