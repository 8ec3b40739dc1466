/** Is a transfer judged before it is sent, by exactly what would be sent? */

import { describe, expect, test } from "vitest"
import type { Balance, Wallet } from "#core/wire/trading.ts"
import {
  afterTransfer,
  chooseFrom,
  chooseTo,
  firstForm,
  readAmount,
  swapped,
  type TransferForm,
  transferChoices,
} from "./transfer.model.ts"

const form: TransferForm = { from: "funding", to: "contract", currency: "USDT", amount: "5" }
const row = (wallet: Wallet, currency: string, available: string, held = "0"): Balance => ({
  wallet,
  currency,
  available,
  held,
})

describe("the two accounts", () => {
  test("are never the same: choosing the other side's account changes sides", () => {
    expect(chooseFrom(form, "contract")).toMatchObject({ from: "contract", to: "funding" })
    expect(chooseTo(form, "funding")).toMatchObject({ from: "contract", to: "funding" })
    expect(chooseFrom(form, "second")).toMatchObject({ from: "second", to: "contract" })
    expect(swapped(form)).toEqual({ ...form, from: "contract", to: "funding" })
  })

  test("begin where there is money", () => {
    const rows = [row("second", "USDT", "1"), row("funding", "USDT", "1")]
    expect(firstForm(rows, "USDT", "second")).toMatchObject({ from: "funding", to: "second" })
    expect(firstForm(rows.slice(0, 1), "USDT", "contract")).toMatchObject({ from: "second", to: "contract" })
    expect(firstForm([], "USDT", "funding")).toMatchObject({ from: "contract", to: "funding" })
    expect(firstForm([row("second", "USDT", "1")], undefined)).toMatchObject({
      from: "second",
      to: "contract",
    })
    expect(firstForm([row("contract", "BTC", "1")], "BTC")).toMatchObject({
      from: "contract",
      to: "funding",
      currency: "BTC",
    })
    expect(firstForm([], undefined)).toMatchObject({ from: "funding", to: "contract", currency: "USDT" })
  })
})

describe("the amount", () => {
  test.each([
    ["", { kind: "empty" }],
    ["250", { kind: "fine", text: "250" }],
    ["250,5", { kind: "fine", text: "250.5" }],
    ["1000.00000001", { kind: "beyond", text: "1000.00000001", available: "1000" }],
    ["1000", { kind: "fine", text: "1000" }],
    ["0.000000001", { kind: "decimals" }],
    ["0.5000000000", { kind: "fine", text: "0.50000000" }],
    ["1,234", { kind: "ambiguous", whole: "1234", decimal: "1.234" }],
    ["0", { kind: "zero" }],
    ["0.00", { kind: "zero" }],
    ["-5", { kind: "wrong" }],
    ["1e3", { kind: "wrong" }],
    ["9".repeat(20), { kind: "large" }],
  ])("%j against 1000 is %o", (typed, reading) => {
    expect(readAmount(typed, ".", "1000")).toEqual(reading)
  })

  test("is left to the server while the balance isn't known", () => {
    expect(readAmount("5000", ".", undefined)).toEqual({ kind: "fine", text: "5000" })
  })
})

test("what is available is offered first, then what is frozen, and always what is chosen", () => {
  const balances = [
    row("funding", "XRP", "0", "5"),
    row("funding", "ETH", "1"),
    row("funding", "BTC", "1"),
    row("funding", "DOT", "0"),
    row("second", "SOL", "9"),
  ]
  expect(transferChoices(balances, "funding", "USDT")).toEqual(["BTC", "ETH", "XRP", "USDT"])
})

test("both sides afterwards are exact", () => {
  const after = afterTransfer(row("funding", "USDT", "0.3"), row("second", "USDT", "0.1"), "0.10000001")
  expect(after).toEqual({ from: "0.19999999", to: "0.20000001" })
})
