/** Payoffs are read by any of the usual names, a wrong published figure is told, and another venue's rule is skipped. */

import { describe, expect, test } from "vitest"
import { runCases } from "./run-cases.ts"

function run(inputs: Record<string, unknown>, expected: Record<string, unknown>) {
  const [result] = runCases(
    [{ id: "x", fn: "binary.payoff", scope: "universal", inputs, expected, tolerance_abs: "0" }],
    { recording: () => undefined },
  )
  return [result?.outcome, result?.detail]
}

describe("a payoff (O1, O2)", () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { stake: 100, payoutRate: "0.8", outcome: "win" },
      { profit: "80", total_returned: 180 },
    ],
    [
      { investment: "25", payout_percent: 85, result: "Lost" },
      { profit: "0", returned: 0, net_pnl: "-25" },
    ],
    [
      {
        stake: "33.33333333",
        payout_rate: "0.82",
        direction: "up",
        open_price: "100",
        close_price: "100.00000001",
      },
      { profit: "27.33333333" },
    ],
    [
      { stake: "10", payout_rate: "0.8", outcome: "draw" },
      { payout: "10", pnl: "0" },
    ],
    [
      { Type: "put", strike: 10, notional: 100, premium: 30, "expiry price": 9 },
      { payout: "100", net_pnl: "70" },
    ],
    [
      { side: "sell", price: 40, strike: 10, expiry_value: 9, contracts: 2 },
      { pnl: 80, settlement: 0, max_loss: 120 },
    ],
    [{ side: "buy put", premium: 30, payout: 100, outcome: "above" }, { net_pnl: -30 }],
  ])("%j gives %j", (inputs, expected) => {
    expect(run(inputs, expected)).toEqual(["passed", ""])
  })

  test("that was published wrong fails", () => {
    const [outcome] = run({ stake: 100, payout_rate: "0.8", outcome: "win" }, { profit: "81" })
    expect(outcome).toBe("failed")
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ side: "buy", open: 30, close: 15 }, /no early end/],
    [{ side: "buy", price: 50, strike: 950, expiry_value: 950 }, /tie/],
    [{ side: "buy", strike: 950, expiry_value: 951 }, /lack what is needed: price/],
    [{ side: "butterfly", price: 50, strike: 950, expiry_value: 951 }, /direction butterfly/],
    [{ stake: 5, payout_rate: "0.8", outcome: "cancelled" }, /outcome cancelled/],
  ])("%j is skipped, saying why", (inputs, why) => {
    const [outcome, detail] = run(inputs, { pnl: "1" })
    expect([outcome, detail]).toEqual(["skipped", expect.stringMatching(why)])
  })
})
