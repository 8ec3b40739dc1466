/** Perpetual cases are read by any of the usual names, and a wrong published figure is still told. */

import { describe, expect, test } from "vitest"
import { runCases } from "./run-cases.ts"

function run(
  fn: string,
  inputs: Record<string, unknown>,
  expected: Record<string, unknown>,
  tolerance = "0",
) {
  const [result] = runCases(
    [{ id: "x", fn, scope: "universal", inputs, expected, tolerance_abs: tolerance }],
    { recording: () => undefined },
  )
  return [result?.outcome, result?.detail]
}

const PASSED = ["passed", ""]

describe("a perpetual case", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["linear.pnl", { side: "LONG", quantity: 2, entryPrice: 100, exitPrice: 110 }, { realised_pnl: "20" }],
    ["linear.pnl", { size: "-2", entry: "100", mark_price: "110" }, { unrealised_pnl: "-20" }],
    ["linear.roe", { side: "buy", qty: "1", entry: "100", exit: "110", leverage: 5 }, { roe: "0.5" }],
    [
      "linear.avg_entry",
      {
        trades: [
          { size: 1, rate: 100 },
          { size: 3, rate: 104 },
        ],
      },
      { avg_price: "103" },
    ],
    ["trigger.tp_percent", { direction: "short", entry: 10, stop_loss_percent: 20 }, { stop_loss: "12" }],
    [
      "tier.margin",
      {
        slices: [
          [100, 0.01],
          [50, 0.02],
        ],
      },
      { margin: "2" },
    ],
    [
      "linear.liq.binance",
      { direction: "sell", margin: 2, quantity: 1, entry: 10, maintenance_margin_rate: 0.01, cum: 0.01 },
      { liquidation_price: "11.89108910891089" },
    ],
  ])("%s of %j is read", (fn, inputs, expected) => {
    expect(run(fn, inputs, expected, "0.0000000001")).toEqual(PASSED)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ["linear.pnl", { side: "up", qty: "1", entry: "1", exit: "2" }, "can't read the side up"],
    ["linear.pnl", { side: "long", entry: "1", exit: "2" }, "qty"],
    ["linear.closed_pnl", { qty: "1", entry: "1", exit: "2", fee: "0.000000001" }, "8 decimals"],
    ["linear.liq.mexc", {}, "entry value"],
    ["is_liquidatable", { equity: "5", maintenance_margin: "5" }, "100 %"],
    ["trigger.trailing", { side: "sell", trailing_delta_bps: 1 }, "a list prices_linear_between"],
  ])("%s of %j is skipped, saying %s", (fn, inputs, reason) => {
    const [outcome, detail] = run(fn, inputs, { any: "1" })
    expect([outcome, detail]).toEqual(["skipped", expect.stringContaining(reason)])
  })

  test("with a wrong figure fails", () => {
    const inputs = { side: "long", qty: "1", entry: "100", exit: "110" }
    expect(run("linear.pnl", inputs, { pnl: "10.0000000000000001" })[0]).toBe("failed")
    const tiers = [
      { cap: "100", max_leverage: "10", mmr: "0.01" },
      { cap: "200", max_leverage: "5", mmr: "0.02" },
    ]
    expect(run("tier.maintenance_amount", { tiers }, { margin_amounts: ["0", "1"] })).toEqual(PASSED)
    expect(run("tier.maintenance_amount", { tiers }, { margin_amounts: ["0", "2"] })[0]).toBe("failed")
  })
})
