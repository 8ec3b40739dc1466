/** Movements of money become rows of the right bills. */

import { expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { rowsOf } from "./batch-rows.ts"

/** The rows of one command that moved 5 from the faucet to `account`. */
function rowsOfDraw(account: string) {
  const lines = [
    { account: "faucet", currency: "USDT", amount: -5n as Amount },
    { account, currency: "USDT", amount: 5n as Amount },
  ]
  const events: EngineEvent[] = [
    { type: "journal", kind: "faucet", reference: "key", lines },
    {
      type: "balance",
      account: "u7",
      wallet: "second",
      currency: "USDT",
      available: 12n as Amount,
      held: 1n as Amount,
    },
  ]
  return rowsOf({ stamped: [{ seq: 3, time: 1000, command: { type: "clock.tick" } }], events: [events] })
}

test("a user's wallet gets a row with the balance after it, held included", () => {
  expect(rowsOfDraw("u7.second.available").bill).toMatchObject([
    { userId: 7, wallet: "second", kind: "practice", amount: 5n, balance: 13n, reference: "key" },
  ])
})

test.each(["house-maker.funding.available", "fees", "contract-clearing.BTC_USDT_PERP"])(
  "%s is on nobody's bill",
  (account) => {
    const { bill, entries } = rowsOfDraw(account)
    expect(bill).toEqual([])
    expect(entries).toHaveLength(2)
  },
)

test.each(["u7.savings.available", "u7", "unheard-of"])("%s is no account: nothing is written", (account) => {
  expect(() => rowsOfDraw(account)).toThrow(`the ledger has no account ${account}`)
})
