/** Does a row of each list say what the wire says, with fees and funding apart, and does the file keep every figure? */

import { expect, test } from "vitest"
import {
  noticeExample,
  perpetualFillExample,
  perpetualOrderExample,
  positionExample,
} from "#core/wire/contract.ts"
import {
  type ClosedRow,
  closedRow,
  deleveragingRow,
  fillRow,
  fundingRow,
  HISTORY_FIELDS,
  type HistoryRow,
  type HistoryTable,
  liquidationRow,
  orderRow,
} from "./history.model.ts"
import { percentText, returnText } from "./percent-text.ts"

const textsOf = ({ fields }: HistoryRow) => Object.fromEntries(fields.map(({ name, text }) => [name, text]))
const closed: ClosedRow = {
  ...positionExample,
  ...{ realised: "4.318", openingFee: "0.5", closingFee: "-0.125", liquidationFee: "1" },
  ...{ net: "-3.5", netRatio: "-0.05" },
}

test("the columns of a list are the fields of its rows, in their order", () => {
  const rows: Record<HistoryTable, HistoryRow> = {
    orders: orderRow(perpetualOrderExample),
    fills: fillRow(perpetualFillExample),
    closed: closedRow(closed),
    funding: fundingRow(noticeExample),
    liquidations: liquidationRow(noticeExample),
    deleveragings: deleveragingRow(noticeExample),
  }
  for (const [table, row] of Object.entries(rows)) {
    const own: readonly string[] = HISTORY_FIELDS[table as HistoryTable]
    expect(own.filter((name) => name !== "notes" && name !== "share")).toEqual(
      row.fields.map(({ name }) => name),
    )
  }
})

test("a closed position tells its fees and its funding apart from what it realised, and the net as it came", () => {
  const row = closedRow({ ...closed, fundingReceived: "0.25", fundingPaid: "1", net: "-3.5" })
  expect(textsOf(row)).toMatchObject({ fees: "-1.375", funding: "-0.75", realised: "4.318", net: "-3.5" })
  expect(textsOf(closedRow({ ...closed, fundingReceived: "2", fundingPaid: "1" })).funding).toBe("1")
})

test("an order tells its mean price, and none while nothing has filled", () => {
  expect(textsOf(orderRow(perpetualOrderExample)).average).toBe("67284.1")
  expect(textsOf(orderRow({ ...perpetualOrderExample, executed: "0" as never })).average).toBe("")
})

test("two sides of one trade are two rows", () => {
  const keys = [1, 2].map((order) => fillRow({ ...perpetualFillExample, order }).key)
  expect(new Set(keys).size).toBe(2)
})

test("funding and liquidations tell the figures that decided them", () => {
  expect(textsOf(fundingRow(noticeExample))).toMatchObject({ mark: "67300.5", rate: "0.0001" })
  const notice = { ...noticeExample, kind: "take-over" as const, equity: "3.1", maintenance: "5.12964" }
  expect(textsOf(liquidationRow(notice))).toMatchObject({ equity: "3.1", maintenance: "5.12964" })
})

test("a deleveraging tells what it closed and what that came to", () => {
  const notice = { ...noticeExample, kind: "deleveraging" as const, quantity: "0.01", price: "64100.2" }
  expect(textsOf(deleveragingRow(notice))).toEqual({ amount: "0.01", closed: "64100.2", value: "641.002" })
})

test.each([
  ["-0.02241874", "-2.24"],
  ["0.0441213", "4.41"],
  ["0.5", "50.00"],
  ["-0.00004", "0.00"],
])("a return of %s is %s percent", (rate, percent) => {
  expect(returnText(rate)).toBe(percent)
})

test.each([
  ["0.0001", "0.01"],
  ["-0.00012", "-0.012"],
])("%s is %s percent", (rate, percent) => {
  expect(percentText(rate)).toBe(percent)
})
