/** Case files may spell accounts, steps and results their own way; what can't be read is skipped with a reason. */

import { describe, expect, test } from "vitest"
import { runCases } from "./run-cases.ts"

function run(fn: string, inputs: Record<string, unknown>, expected: Record<string, unknown>) {
  const [result] = runCases([{ id: "x", fn, scope: "universal", inputs, expected }], {
    recording: () => undefined,
  })
  return [result?.outcome, result?.detail]
}

const PASSED = ["passed", ""]
const place = (id: string, side: string, price: string, qty: string, more = {}) => ({
  op: "place",
  id,
  side,
  price,
  qty,
  type: "gtc",
  account: "one",
  ...more,
})

describe("a hold case", () => {
  const inputs = {
    "uid-2": { xbt: 10_000_000 },
    "market maker": { ETH: "100000000", resting: "sell 100 @ 18000" },
    steps: [
      "uid-2 GTC buy 500 @ 18000",
      "deposit 80000000 XBT to uid-2",
      "uid-2 IOC buy 40 @ 18000 reserve 18500",
      "uid-2 IOC buy 100 at 18000",
      "market maker GTC sell 10 @ 30000",
      "cancel",
    ],
  }
  const results = (third: string) => ["RISK_NSF", "SUCCESS", third, "IOC", "SUCCESS", "CANCELLED"]

  test.each([["FILLED"], ["trade 40 @ 18000"], ["SUCCESS"]])("may tell a trade as %s", (third) => {
    expect(run("spot.hold", inputs, { results: results(third) })).toEqual(PASSED)
  })

  test("is still told from a wrong result", () => {
    const [outcome, detail] = run("spot.hold", inputs, { results: results("NEW") })
    expect([outcome, detail]).toEqual(["failed", expect.stringContaining("trade 40 @ 18000")])
  })

  test.each([
    [{ ann: { XBT: "1" } }, "invalid_type"],
    [{ steps: ["cancel"] }, "no accounts"],
    [{ ann: { XBT: "1" }, steps: ["Ann sleeps"] }, "can't read the step"],
    [{ ann: { XBT: "much" }, steps: ["cancel"] }, "XBT"],
  ])("of %j is skipped, saying %s", (given, reason) => {
    const [outcome, detail] = run("spot.hold", given, { results: [] })
    expect([outcome, detail]).toEqual(["skipped", expect.stringContaining(reason)])
  })
})

describe("what prevention took off", () => {
  const inputs = {
    book: [place("m", "buy", "1", "2")],
    commands: [place("t", "sell", "1", "3", { stp: "DECREMENT" })],
  }

  test.each([
    ["by pair", [{ maker: "m", taker: "t", qty: "2" }]],
    [
      "by order",
      [
        { id: "m", qty: "2" },
        { id: "t", qty: "2" },
      ],
    ],
    ["by the taker's order", [{ id: "t", qty: "2.0" }]],
    ["by id", ["m", "t"]],
  ])("may be told %s", (_, prevented) => {
    expect(run("engine.replay", inputs, { prevented })).toEqual(PASSED)
  })

  test("is told from a wrong quantity", () => {
    const prevented = [{ maker: "m", taker: "t", qty: "3" }]
    expect(run("engine.replay", inputs, { prevented })[0]).toBe("failed")
  })
})

describe("a case that lacks what its calculation needs", () => {
  test.each([
    ["engine.replay", {}, "commands"],
    ["engine.replay", { commands: [{ op: "jump", id: "1" }] }, "commands.0.op"],
    ["engine.replay", { commands: [place("1", "buy", "", "1")] }, "commands.0.price"],
    ["spot.round_trip", { buy: { qty: "1" } }, "buy.price"],
    ["fee.simple", { amount: "1" }, "price"],
    ["fee.rate_sum", { side: "buy", liquidity: "maker", price: "1", qty: "1", taker: "0.1" }, "no rate"],
    ["candle.from_trades", { interval: "1m", trades: "a lot" }, "trades"],
    ["ledger.two_phase", { pending: "x", resolve: "void" }, "pending"],
    ["decimal.places", { value: "1" }, "decimals"],
    ["index.median", { prices: ["dear"] }, "prices.0"],
    ["totp", { unix_time: 59 }, "no secret"],
  ])("%s %j is skipped, naming %s", (fn, inputs, reason) => {
    const [outcome, detail] = run(fn, inputs, { any: "1" })
    expect([outcome, detail]).toEqual(["skipped", expect.stringContaining(reason)])
  })

  test("is skipped as well where it asks for a figure that isn't computed", () => {
    const inputs = { amount: "10", price: "100", liquidity: "maker", rate: "0.001" }
    expect(run("fee.simple", inputs, { fee: "1", tax: "2" })).toEqual(["skipped", "not computed: tax"])
    expect(run("fee.simple", inputs, { fee: "2", tax: "2" })[0]).toBe("failed")
  })
})

test("codes of RFC 6238 come out as published, in every hash", () => {
  const of = (secret_ascii: string, hash: string) => ({ secret_ascii, unix_time: "59", digits: 8, hash })
  const secret = "1234567890".repeat(7)
  expect(run("totp", of(secret.slice(0, 20), "SHA1"), { code: "94287082" })).toEqual(PASSED)
  expect(run("totp", of(secret.slice(0, 64), "SHA512"), { code: "90693936" })).toEqual(PASSED)
})
