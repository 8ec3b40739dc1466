/** What any release kept is read again; what isn't understood is kept apart instead of lost. */

import { expect, test } from "vitest"
import { DRAWING_FORM } from "./drawing.ts"
import { readDrawings } from "./read-drawings.ts"

const ROW = {
  id: "a",
  kind: "trend",
  points: [
    { time: 1, price: "10" },
    { time: 2, price: "10.5" },
  ],
  colour: "ind-2",
  width: 3,
  dash: "dotted",
  text: "",
  risk: "",
  locked: true,
  hidden: false,
}

test("a row of this form is read as it was kept", () => {
  expect(readDrawings([ROW], DRAWING_FORM)).toEqual({ drawings: [ROW], foreign: [] })
})

test("a look that is missing, or that this release doesn't know, gets the usual one", () => {
  const { drawings } = readDrawings([{ id: "a", kind: "trend", points: ROW.points, colour: "gold" }], 1)
  expect(drawings).toEqual([
    { ...ROW, colour: "accent", width: 2, dash: "solid", locked: false, hidden: false },
  ])
})

test.each([
  ["an unknown kind", { ...ROW, kind: "spiral" }],
  ["too few points", { ...ROW, points: ROW.points.slice(1) }],
  ["a price that is none", { ...ROW, points: [{ time: 1, price: "1e5" }, ROW.points[0]] }],
  ["a time that is none", { ...ROW, points: [{ time: 1.5, price: "1" }, ROW.points[0]] }],
  ["no id", { ...ROW, id: "" }],
  ["nothing", null],
])("a row with %s is foreign, and kept", (_what, row) => {
  expect(readDrawings([row, ROW], 1)).toEqual({ drawings: [ROW], foreign: [row] })
})

test("everything of a newer form is foreign: a new look may mean what an old release would lose", () => {
  expect(readDrawings([ROW], DRAWING_FORM + 1)).toEqual({ drawings: [], foreign: [ROW] })
})

test("what is no list holds nothing", () => {
  expect(readDrawings("torn", 1)).toEqual({ drawings: [], foreign: [] })
})

test("a text loses what the server doesn't keep: with it no change of that chart would be saved", () => {
  const { drawings } = readDrawings([{ ...ROW, kind: "text", points: [ROW.points[0]], text: "a\0b" }], 1)
  expect(drawings[0]?.text).toBe("ab")
})
