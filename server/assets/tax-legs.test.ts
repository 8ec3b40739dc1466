/** The bill's lines become the legs that count for taxes, and each program's file says them in its own columns (L9). */

import { expect, test } from "vitest"
import type { BillRow } from "#core/wire/index.ts"
import { taxHead, taxLine } from "./tax-formats.ts"
import { groupsOf, legsOf, type TaxLeg } from "./tax-legs.ts"

const TIME = Date.UTC(2026, 6, 25, 17, 20, 1, 250)
const row = (id: string, kind: string, amount: string, more: Partial<BillRow> = {}): BillRow => ({
  ...{
    id,
    time: TIME,
    wallet: "funding",
    currency: "USDT",
    kind,
    amount,
    balance: "0",
    reference: "",
    instrument: "",
  },
  ...more,
})
const spot = { reference: "trade:BTC_USDT:7", instrument: "BTC_USDT" }
const BOUGHT = [
  row("9-2", "fee", "-0.000002", { ...spot, currency: "BTC" }),
  row("9-1", "trade", "0.002", { ...spot, currency: "BTC" }),
  row("9-0", "trade", "-134.5682", spot),
]
const legs = (rows: BillRow[], principal?: bigint) =>
  groupsOf(rows).flatMap((group) => legsOf(group, () => principal))
const short = (of: TaxLeg) =>
  [
    of.kind,
    of.sent && `-${of.sent.amount} ${of.sent.currency}`,
    of.received && `+${of.received.amount} ${of.received.currency}`,
  ].filter(Boolean)

test("a spot trade is one row with what was sent, received and paid as fee", () => {
  expect(legs(BOUGHT)).toEqual([
    {
      ...{ time: TIME, kind: "trade", note: "trade BTC_USDT trade:BTC_USDT:7" },
      ...{ sent: { amount: "134.5682", currency: "USDT" }, received: { amount: "0.002", currency: "BTC" } },
      fee: { amount: "0.000002", currency: "BTC" },
    },
  ])
})

test("two fills of one command are two trades, and the same trade in another command is another", () => {
  const second = BOUGHT.map((each) => ({ ...each, reference: "trade:BTC_USDT:8" }))
  const later = BOUGHT.map((each) => ({ ...each, id: each.id.replace("9-", "11-") }))
  expect(legs([...later, ...second, ...BOUGHT]).map(({ kind }) => kind)).toEqual(["trade", "trade", "trade"])
})

const perp = { wallet: "contract", instrument: "BTC_USDT_PERP" } as const
test.each([
  ["trade", "-5.5", perp, ["profit", "-5.5 USDT"]],
  ["trade", "5.5", perp, ["profit", "+5.5 USDT"]],
  ["liquidation", "-100", perp, ["profit", "-100 USDT"]],
  ["fee", "-0.05", perp, ["contract-fee", "-0.05 USDT"]],
  ["fee", "0.01", perp, ["rebate", "+0.01 USDT"]],
  ["funding", "-0.2", perp, ["funding", "-0.2 USDT"]],
  ["funding", "0.2", perp, ["funding", "+0.2 USDT"]],
  ["second", "8.5", { wallet: "second" }, ["second", "+8.5 USDT"]],
  ["deposit", "1", { currency: "BTC" }, ["deposit", "+1 BTC"]],
  ["deposit", "-1", { currency: "BTC" }, ["deposit", "-1 BTC"]],
  ["withdrawal", "-1", { currency: "BTC" }, ["withdrawal", "-1 BTC"]],
  ["withdrawal-fee", "-0.0001", { currency: "BTC" }, ["withdrawal-fee", "-0.0001 BTC"]],
  ["practice", "10000", {}, ["practice", "+10000 USDT"]],
  ["correction", "-3", {}, ["correction", "-3 USDT"]],
  ["something-new", "3", {}, ["correction", "+3 USDT"]],
] as const)("%s of %s is %s", (kind, amount, more, expected) => {
  expect(legs([row("5-0", kind, amount, more)]).map(short)).toEqual([expected])
})

test("moves between the own accounts, and what goes into an AI product, are no rows", () => {
  expect(
    legs([
      row("5-1", "transfer", "9"),
      row("5-0", "transfer", "-9"),
      row("4-0", "ai", "-100", { reference: "ai:3" }),
    ]),
  ).toEqual([])
})

test.each([
  ["100.25", 10_000_000_000n, [["reward", "+0.25 USDT"]]],
  ["99", 10_000_000_000n, [["early-fee", "-1 USDT"]]],
  ["100", 10_000_000_000n, []],
  ["100", undefined, [["correction", "+100 USDT"]]],
] as const)("an AI holding that pays %s of %s brings %j", (paid, principal, expected) => {
  expect(legs([row("5-0", "ai", paid, { reference: "ai:3" })], principal).map(short)).toEqual(expected)
})

test("each program has its own heads, dates by UTC and words", () => {
  const [trade] = legs(BOUGHT) as [TaxLeg]
  const [loss] = legs([row("5-0", "trade", "-5.5", perp)]) as [TaxLeg]
  const [reward] = legs([row("5-0", "ai", "100.25", { reference: "ai:3" })], 10_000_000_000n) as [TaxLeg]
  expect(taxHead("koinly")).toBe(
    "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\r\n",
  )
  expect(taxLine("koinly", trade)).toBe(
    "2026-07-25 17:20:01 UTC,134.5682,USDT,0.002,BTC,0.000002,BTC,,,,trade BTC_USDT trade:BTC_USDT:7,\r\n",
  )
  expect(taxLine("koinly", loss)).toBe(
    "2026-07-25 17:20:01 UTC,5.5,USDT,,,,,,,realized gain,trade BTC_USDT_PERP,\r\n",
  )
  expect(taxHead("cointracker")).toBe(
    "Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag\r\n",
  )
  expect(taxLine("cointracker", trade)).toBe("07/25/2026 17:20:01,0.002,BTC,134.5682,USDT,0.000002,BTC,\r\n")
  expect(taxLine("cointracker", loss)).toBe("07/25/2026 17:20:01,,,5.5,USDT,,,margin loss\r\n")
  expect(taxHead("coinledger")).toBe(
    "Date (UTC),Platform (Optional),Asset Sent,Amount Sent,Asset Received,Amount Received,Fee Currency (Optional),Fee Amount (Optional),Type,Description (Optional),TxHash (Optional)\r\n",
  )
  expect(taxLine("coinledger", trade)).toBe(
    "07/25/2026 17:20:01,,USDT,134.5682,BTC,0.002,BTC,0.000002,Trade,trade BTC_USDT trade:BTC_USDT:7,\r\n",
  )
  expect(taxLine("coinledger", reward)).toBe("07/25/2026 17:20:01,,,,USDT,0.25,,,Interest,ai ai:3,\r\n")
})
