/** Checks what the list of scaled orders and icebergs says of each (S21). */

import { expect, test } from "vitest"
import { type PausedRow, pausedExample } from "#core/wire/paused-calls.ts"
import { order } from "#tests/support/page-scene.tsx"
import { parentsOf, refusalsOf } from "./parents.model.ts"

const paused = (more: object = {}) => ({ ...pausedExample, id: 50, ...more }) as PausedRow
const child = (id: number, price: string, more: object = {}) =>
  order({ id, price, quantity: "0.00500", executed: "0", group: 50, groupKind: "scaled", ...more })

test("what rests of a group and what is paused of it is one, with all that is left and the span of its prices", () => {
  const [parent, none] = parentsOf(
    [child(51, "9000.00", { executed: "0.00200" }), child(52, "70000.00")],
    [paused()],
  )
  expect([parent, none]).toMatchObject([
    { id: 50, groupKind: "scaled", open: 2, paused: 1, left: "0.01050", low: "9000.00", high: "70000.00" },
    undefined,
  ])
})

test("an iceberg is one by its own id, and by its group once it was resumed; other orders are none", () => {
  const iceberg = { shownQuantity: "0.00100", group: 0, groupKind: "" }
  const orders = [
    child(7, "1.00", iceberg),
    child(9, "1.00", { ...iceberg, group: 8, groupKind: "iceberg" }),
    child(3, "1.00", { group: 2, groupKind: "oco" }),
    order({ id: 4 }),
  ]
  expect(parentsOf(orders, []).map(({ id, groupKind, open }) => [id, groupKind, open])).toEqual([
    [8, "iceberg", 1],
    [7, "iceberg", 1],
  ])
})

test("each refusal is said once, and one that the page doesn't know as well", () => {
  const names = ["", "MIN_NOTIONAL", "MIN_QUANTITY", "NEVER_HEARD_OF", "POST_ONLY_WOULD_TAKE"]
  expect(refusalsOf(names.map((refusal) => ({ refusal })))).toEqual(["size", "other", "takes"])
})
