/** What may be withdrawn: never what isn't final, never more than is there with the fee, never less than the least. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { type Deposit, depositExample } from "#core/wire/custody.ts"
import { mostOf, notFinalOf, readWithdrawal, withdrawableOf } from "./withdraw.model.ts"

const fees = { withdrawalFee: "1", minWithdrawal: "5" }
const read = (typed: string, withdrawable?: string) => readWithdrawal(typed, ".", fees, withdrawable)

test.each([
  ["250", "251", { kind: "fine", text: "250", total: "251" }],
  ["250", "250.99999999", { kind: "beyond" }],
  ["4.99999999", "1000", { kind: "below" }],
  ["5", "6", { kind: "fine", text: "5", total: "6" }],
  ["", "10", { kind: "empty" }],
  ["-5", "10", { kind: "wrong" }],
  ["0", "10", { kind: "zero" }],
  ["1e3", "9999", { kind: "wrong" }],
  ["5.000000001", "10", { kind: "decimals" }],
])("%j of %s", (typed, withdrawable, reading) => {
  expect(read(typed, withdrawable)).toEqual(reading)
})

test("what could be two numbers is neither", () => {
  expect(read("1,234", "9999").kind).toBe("ambiguous")
})

test("while the balance isn't known only the server judges it", () => {
  expect(read("99999999").kind).toBe("fine")
})

test("what is credited but not final stays; what waits, is final or another coin's doesn't count", () => {
  const row = (status: Deposit["status"], currency = "BTC") => ({ ...depositExample, status, currency })
  const rows = [row("credited"), row("confirming"), row("final"), row("credited", "ETH"), row("credited")]
  expect(notFinalOf(rows, "BTC")).toBe("1")
  expect(withdrawableOf("1.5", "1")).toBe("0.5")
  expect(withdrawableOf("0.5", "1")).toBe("0")
})

test("all of it can always be withdrawn, and nothing more: one unit above is beyond", () => {
  fc.assert(
    fc.property(fc.bigInt(600_000_000n, 10n ** 18n), (units) => {
      const withdrawable = formatAmount(units)
      const most = mostOf(withdrawable, fees.withdrawalFee)
      expect(read(most, withdrawable)).toMatchObject({ kind: "fine" })
      const more = formatAmount(unitsOf(most) + 1n)
      expect(read(more, withdrawable)).toEqual({ kind: "beyond" })
    }),
  )
})
