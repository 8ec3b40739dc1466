/** The recount of deposits and withdrawals tells each way in which they could differ from the ledger (I5, I10). */

import { describe, expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import type { EngineState } from "#server/engine/state.ts"
import { CustodyExchange, WAIT_MS } from "#tests/support/custody-exchange.ts"

/** Deposit 2 is confirming, 3 credited; withdrawal 1 sent, 2 waiting, 3 sending. */
function busy(): EngineState {
  const exchange = new CustodyExchange()
  exchange.deposit("a", 1_000)
  exchange.seen("b", 5)
  exchange.confirmed("b", 3)
  exchange.seen("c", 7)
  exchange.confirmed("c", 20)
  exchange.sent(50, "out")
  const { id } = exchange.requested(40)
  exchange.wait(WAIT_MS)
  exchange.run({ type: "withdraw.send", id })
  exchange.requested(30)
  return exchange.engine.state
}

const one = 1n as Amount

describe("what differs is told", () => {
  test.each<[string, RegExp, (state: EngineState) => unknown]>([
    ["nothing", /^$/, () => undefined],
    [
      "a deposit forgotten",
      /deposits-clearing has 500000000 of USDT, what is under way makes 0/,
      ({ custody }) => custody.deposits.delete("tron:b:0"),
    ],
    [
      "a deposit that grew",
      /deposits-clearing has 500000000 of USDT/,
      ({ custody }) => {
        for (const deposit of custody.deposits.values()) deposit.amount = (deposit.amount + one) as Amount
      },
    ],
    ["a hold forgotten", /u1.funding.held has/, ({ custody }) => custody.withdrawals.delete(3)],
    [
      "a withdrawal that was sent forgotten",
      /withdrawals-clearing has/,
      ({ custody }) => custody.withdrawals.delete(1),
    ],
    ["a claim of nothing", /claims has 0 of USDT/, ({ custody }) => custody.claims.add("u2", "USDT", one)],
    [
      "who owes and could pay",
      /u1 owes 1 of USDT and has/,
      ({ custody, ledger }) => {
        custody.claims.add("u1", "USDT", one)
        ledger.system("claims", "USDT").balance = -one as Amount
      },
    ],
    [
      "wallets that lack what is on its way",
      /custody of USDT lacks 1 of what is on its way/,
      ({ ledger, custody }) => {
        const { balance } = ledger.system("custody", "USDT")
        for (const deposit of custody.deposits.values())
          if (deposit.status === "credited") deposit.amount = (-balance + one) as Amount
        for (const withdrawal of custody.withdrawals.values())
          if (withdrawal.status !== "waiting") withdrawal.status = "approved"
        ledger.system("deposits-clearing", "USDT").balance = 0n as Amount
        ledger.system("withdrawals-clearing", "USDT").balance = 0n as Amount
      },
    ],
  ])("%s", (_name, told, spoil) => {
    const state = busy()
    spoil(state)
    expect(checkBooks(state).join("\n")).toMatch(told)
  })
})
