/** Checks where a dragged panel comes to stand. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { isSound, PANELS, type PanelColumns, PRESETS, standardColumns } from "./layout.ts"
import { boxAt, edgeAt, type PanelEdge, placedPanel } from "./panel-place.ts"

const DESK: PanelColumns = [["list"], ["chart", "orders"], ["book", "tape"], ["ticket"]]
const EDGES: readonly PanelEdge[] = ["left", "right", "top", "bottom"]

test.each<[string, Parameters<typeof placedPanel>[1], Parameters<typeof placedPanel>[2], PanelColumns]>([
  [
    "above another in its column",
    "ticket",
    { beside: "book", edge: "top" },
    [["list"], ["chart", "orders"], ["ticket", "book", "tape"]],
  ],
  [
    "below another",
    "list",
    { beside: "chart", edge: "bottom" },
    [["chart", "list", "orders"], ["book", "tape"], ["ticket"]],
  ],
  [
    "in a column of its own, at the left of another's",
    "tape",
    { beside: "orders", edge: "left" },
    [["list"], ["tape"], ["chart", "orders"], ["book"], ["ticket"]],
  ],
  [
    "out of its column, beside it",
    "book",
    { beside: "book", edge: "right" },
    [["list"], ["chart", "orders"], ["tape"], ["book"], ["ticket"]],
  ],
  [
    "in the other order in its column",
    "orders",
    { beside: "chart", edge: "top" },
    [["list"], ["orders", "chart"], ["book", "tape"], ["ticket"]],
  ],
])("a panel is put %s", (_what, panel, place, columns) => {
  expect(placedPanel(DESK, panel, place)).toEqual(columns)
})

test.each([
  ["on itself", "book", { beside: "book", edge: "top" }],
  ["where it is", "tape", { beside: "book", edge: "bottom" }],
  ["beside the column that it is alone in", "ticket", { beside: "ticket", edge: "left" }],
  ["at the side where it stands", "list", { beside: "orders", edge: "left" }],
] as const)("nothing changes when a panel is put %s", (_what, panel, place) => {
  expect(placedPanel(DESK, panel, place)).toBeUndefined()
})

test("a panel that isn't on the desk is neither put nor put beside", () => {
  expect(placedPanel([["chart"]], "book", { beside: "chart", edge: "top" })).toBeUndefined()
  expect(placedPanel([["chart"]], "chart", { beside: "book", edge: "top" })).toBeUndefined()
})

test("whatever is dragged wherever, each panel stays on the desk once", () => {
  const move = fc.tuple(fc.constantFrom(...PANELS), fc.constantFrom(...PANELS), fc.constantFrom(...EDGES))
  const first = fc.constantFrom<PanelColumns>(standardColumns("wide"), PRESETS.book, PRESETS.chart)
  fc.assert(
    fc.property(first, fc.array(move, { maxLength: 30 }), (start, moves) => {
      let columns = start
      for (const [panel, beside, edge] of moves)
        columns = placedPanel(columns, panel, { beside, edge }) ?? columns
      expect(isSound(columns)).toBe(true)
      expect(columns.flat().toSorted()).toEqual(start.flat().toSorted())
    }),
  )
})

test("the quarters at the sides and the halves between them are what is pointed at, and what is marked", () => {
  const box = { left: 100, top: 50, width: 400, height: 200 }
  expect([edgeAt(box, 110, 60), edgeAt(box, 490, 240)]).toEqual(["left", "right"])
  expect([edgeAt(box, 300, 60), edgeAt(box, 300, 240)]).toEqual(["top", "bottom"])
  for (const edge of EDGES) {
    const marked = boxAt(box, edge)
    expect(edgeAt(box, marked.left + marked.width / 2, marked.top + marked.height / 2)).toBe(edge)
  }
})
