/** Changes of two devices are merged by id, so that neither loses what it drew. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Drawing } from "./drawing.ts"
import { mergeDrawings } from "./merge-drawings.ts"

const drawing = (id: string, text = ""): Drawing => ({
  id,
  kind: "text",
  points: [{ time: 0, price: "1" }],
  colour: "accent",
  width: 1,
  dash: "solid",
  text,
  risk: "",
  locked: false,
  hidden: false,
})

describe("merging", () => {
  test("puts a changed drawing in its own place, a new one last, and leaves others alone", () => {
    const kept = [drawing("a"), drawing("b"), drawing("c")]
    const changes = { drawings: [drawing("b", "new"), drawing("d")], removed: ["a"] }
    expect(mergeDrawings(kept, changes)).toEqual([drawing("b", "new"), drawing("c"), drawing("d")])
  })

  test("brings back what was changed after another device deleted it", () => {
    expect(mergeDrawings([], { drawings: [drawing("a", "moved")], removed: [] })).toEqual([
      drawing("a", "moved"),
    ])
  })

  const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"))
  test("of two devices that touch different drawings loses nothing, whoever saves first", () => {
    fc.assert(
      fc.property(ids, ids, ids, (kept, changed, removed) => {
        const mine = { drawings: changed.map((id) => drawing(id, "mine")), removed: [] }
        const theirs = { drawings: [], removed: removed.filter((id) => !changed.includes(id)) }
        const before = kept.map((id) => drawing(id))
        const one = mergeDrawings(mergeDrawings(before, mine), theirs)
        const other = mergeDrawings(mergeDrawings(before, theirs), mine)
        const byId = (list: Drawing[]) => list.toSorted((a, b) => a.id.localeCompare(b.id))
        expect(byId(one)).toEqual(byId(other))
        expect(new Set(one.map(({ id }) => id)).size).toBe(one.length)
      }),
    )
  })

  test("of the same changes once more changes nothing: an answer that was lost may be asked for again", () => {
    fc.assert(
      fc.property(ids, ids, ids, (kept, changed, removed) => {
        const changes = { drawings: changed.map((id) => drawing(id, "new")), removed }
        const once = mergeDrawings(
          kept.map((id) => drawing(id)),
          changes,
        )
        expect(mergeDrawings(once, changes)).toEqual(once)
      }),
    )
  })
})
