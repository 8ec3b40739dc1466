/** Rows are kept as the rule of their kind says: replaced, removed at their end, or dropped as the oldest. */

import { describe, expect, test } from "vitest"
import { isRow, KeptRows, mergeRows, type RowRule } from "./kept-rows.ts"

interface Row {
  id: string
  state: string
  version: number
}
const row = (id: string, state = "open", version = 1): Row => ({ id, state, version })
const shape = { list: "rows", keyOf: ({ id }: Row) => id, texts: ["id"], wholes: ["version"] } as const
const latest: RowRule<Row> = { ...shape, keep: "latest" }
const newest: RowRule<Row> = { ...shape, keep: "newest", inSnapshot: 2, onClient: 2 }
const open: RowRule<Row> = {
  ...shape,
  keep: "open",
  isOpen: ({ state }) => state === "open",
  versionOf: ({ version }) => version,
}
const kept = (rule: RowRule<Row>, rows: readonly Row[], limit?: number) => {
  const all = new KeptRows(rule, limit)
  for (const one of rows) all.take(one)
  return [...all.values()]
}

describe("rows", () => {
  test("`latest`: the later of a key replaces the earlier, in its place", () => {
    expect(kept(latest, [row("a"), row("b"), row("a", "shut")])).toEqual([row("a", "shut"), row("b")])
  })

  test("`newest`: the oldest goes beyond the limit, and a row twice counts once", () => {
    expect(kept(newest, [row("a"), row("b"), row("b"), row("c")], 2)).toEqual([row("b"), row("c")])
  })

  test("`open`: removed at their end, and an older version that comes late changes nothing", () => {
    expect(kept(open, [row("a"), row("b"), row("a", "shut", 2)])).toEqual([row("b")])
    const rows = new KeptRows(open, undefined)
    expect([rows.take(row("a", "open", 5)), rows.take(row("a", "shut", 4))]).toEqual([true, false])
    expect(rows.get("a")?.version).toBe(5)
  })

  test("two changes merge into the newest of each key, ends included", () => {
    const before = [row("a"), row("b")]
    expect(mergeRows(open, before, [row("a", "shut", 2)])).toEqual([row("a", "shut", 2), row("b")])
  })

  test.each([null, 1, "a", {}, { id: 1, version: 1 }, { id: "a", version: 1.5 }, { id: "a" }])(
    "%j is none of them",
    (value) => expect(isRow(latest, value)).toBe(false),
  )
})
