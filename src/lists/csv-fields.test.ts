/** Rows as fields of a file: moments as dates, nested rows only where they are asked for. */

import { expect, test } from "vitest"
import { perpetualOrderExample } from "#core/wire/contract.ts"
import { secondContractExample } from "#core/wire/second.ts"
import { plainFields } from "./csv-fields.ts"

test("a file has the fields as the wire has them, moments as dates, nested rows left out", () => {
  const fields = Object.fromEntries(plainFields(perpetualOrderExample))
  expect(fields).toMatchObject({ id: "184310", price: "67284.1", created: "2026-07-25T17:20:00.000Z" })
  expect(Object.keys(fields)).not.toContain("takeProfit")
})

test("the ticks of a second contract stand in its row, field by field", () => {
  const fields = Object.fromEntries(plainFields(secondContractExample, ["open", "before", "settle"]))
  expect(fields).toMatchObject({ stake: "50", "open.seq": "8204011", "settle.price": "67284.60" })
  expect(fields["settle.time"]).toBe(new Date(secondContractExample.settle?.time ?? 0).toISOString())
})
