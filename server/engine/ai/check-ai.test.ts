/** The recount of AI products sees what doesn't agree (I5, A3). */

import { expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { AiExchange, DAY } from "#tests/support/ai-exchange.ts"
import type { EngineState } from "../state.ts"
import type { Holding } from "./ai-state.ts"

/** ann holds 1,000 USDT and bob 500, a day earned each. */
function scene(): EngineState {
  const exchange = new AiExchange()
  exchange.buy("ann", 1_000)
  exchange.buy("bob", 500)
  exchange.pass(2 * DAY)
  return exchange.engine.state
}

const first = ({ ai }: EngineState): Holding => ai.holdings()[0] as Holding
const move = ({ ledger }: EngineState, from: string, to: string, amount: bigint) => {
  const [source, target] = [ledger.system(from, "USDT"), ledger.system(to, "USDT")]
  source.balance = (source.balance - amount) as Amount
  target.balance = (target.balance + amount) as Amount
}

const FAULTS: readonly (readonly [name: string, seen: RegExp, break_: (state: EngineState) => void])[] = [
  [
    "a reward that accrued twice",
    /holding 1 has 2 of 3 days, 1 have passed/,
    (state) => {
      move(state, "ai-reserve.held", "ann.ai.reward", 100_000_000n)
      Object.assign(first(state), { accruedDays: 2, reward: 200_000_000n })
    },
  ],
  [
    "a day that was forgotten",
    /holding 1 has 0 of 3 days, 1 have passed/,
    (state) => {
      move(state, "ann.ai.reward", "ai-reserve.held", 100_000_000n)
      Object.assign(first(state), { accruedDays: 0, reward: 0n })
    },
  ],
  [
    "a reward beside the formula",
    /holding 1 has a reward of 100000001, 1 days give 100000000/,
    (state) => {
      move(state, "ai-reserve.held", "ann.ai.reward", 1n)
      Object.assign(first(state), { reward: 100_000_001n })
    },
  ],
  [
    "a reward on another's account",
    /ann.ai.reward has 0 of USDT, holdings say 100000000.*bob.ai.reward has 150000000/s,
    (state) => move(state, "ann.ai.reward", "bob.ai.reward", 100_000_000n),
  ],
  [
    "a promise that isn't set aside",
    /ai-reserve.held has 299999999 of USDT, holdings say 300000000/,
    (state) => move(state, "ai-reserve.held", "ai-reserve.available", 1n),
  ],
  [
    "a principal that is gone without an end",
    /ann.ai.principal has 100000000000 of USDT, holdings say 0/,
    (state) => state.ai.remove(first(state)),
  ],
  [
    "an issue that sold more than there is",
    /issue 1 of usdt-3 has sold 500000000001 of 500000000000/,
    ({ ai }) => Object.assign(ai.product("usdt-3")?.issues[0] ?? {}, { sold: 500_000_000_001n }),
  ],
  [
    "an issue that promised less than it owes",
    /issue 1 of usdt-3 has sold 150000000000 of 500000000000 and paid 0 of 449999999/,
    ({ ai }) => Object.assign(ai.product("usdt-3")?.issues[0] ?? {}, { promised: 449_999_999n }),
  ],
]

test.each(FAULTS)("%s", (_name, seen, break_) => {
  const state = scene()
  expect(checkBooks(state)).toEqual([])
  break_(state)
  expect(checkBooks(state).join("\n")).toMatch(seen)
})
