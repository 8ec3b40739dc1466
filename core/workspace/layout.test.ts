/** Tests of layouts: every desk can be built step by step, and what isn't one is refused. */

import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type DeskLayout,
  type Direction,
  isSound,
  LAYOUT_LENGTH_MAX,
  movedPanel,
  PANELS,
  type PanelColumns,
  PRESETS,
  standardColumns,
  withoutPanel,
  withPanel,
} from "./layout.ts"
import { readShared, sharedText } from "./layout-schema.ts"

const LAYOUT: DeskLayout = {
  id: "a1",
  name: "Früh – 早",
  columns: [["book"], ["chart", "orders"]],
  widths: { book: 20, "chart+orders": 80 },
  heights: { chart: 70, orders: 30 },
  interval: "15m",
  studies: { ma: { lengths: [7, 25, 99], colours: ["ind-1", "ind-2", "ind-3"] } },
  tables: { "orders-open": { order: ["market"], hidden: ["time"], widths: { price: 6.5 } } },
  charts: {
    count: 4,
    links: { symbol: true, interval: false, crosshair: true },
    others: [
      { market: "ETH_USDT_PERP", interval: "1h" },
      { market: "", interval: "1D" },
    ],
  },
}

test.each([
  ["left", [["chart"], ["orders"], ["book", "tape"]]],
  [
    "up",
    [
      ["orders", "chart"],
      ["book", "tape"],
    ],
  ],
  ["right", [["chart"], ["orders"], ["book", "tape"]]],
  ["down", undefined],
] as const)("the lower of two panels goes %s", (direction, columns) => {
  const before: PanelColumns = [
    ["chart", "orders"],
    ["book", "tape"],
  ]
  const expected = direction === "left" ? [["orders"], ["chart"], ["book", "tape"]] : columns
  expect(movedPanel(before, "orders", direction)).toEqual(expected)
})

test("a panel with a column of its own joins the next one, and stops at the desk's edge", () => {
  expect(movedPanel([["chart"], ["book"]], "book", "left")).toEqual([["chart", "book"]])
  expect(movedPanel([["chart"], ["book"]], "chart", "right")).toEqual([["book", "chart"]])
  expect(movedPanel([["chart"], ["book"]], "chart", "left")).toBeUndefined()
  expect(movedPanel([["chart"]], "book", "left")).toBeUndefined()
})

test("a hidden panel comes back where one would look for it; the last one stays", () => {
  expect(withPanel([["chart"], ["book"]], "orders")).toEqual([["chart", "orders"], ["book"]])
  expect(withPanel([["chart"]], "list")).toEqual([["list"], ["chart"]])
  expect(withPanel([["book"]], "orders")).toEqual([["book"], ["orders"]])
  expect(withPanel([["book"]], "book")).toEqual([["book"]])
  expect(withoutPanel([["book"], ["chart"]], "book")).toEqual([["chart"]])
  expect(withoutPanel([["book"]], "book")).toBeUndefined()
})

test("whatever is pressed, each panel stands once and no column is empty", () => {
  const step = fc.tuple(
    fc.constantFrom(...PANELS),
    fc.constantFrom<Direction | "hide" | "show">("left", "right", "up", "down", "hide", "show"),
  )
  fc.assert(
    fc.property(
      fc.constantFrom("narrow", "medium", "wide"),
      fc.array(step, { maxLength: 40 }),
      (width, steps) => {
        let columns = standardColumns(width)
        for (const [panel, what] of steps) {
          const next =
            what === "hide"
              ? withoutPanel(columns, panel)
              : what === "show"
                ? withPanel(columns, panel)
                : movedPanel(columns, panel, what)
          const count = columns.flat().length
          columns = next ?? columns
          expect(isSound(columns)).toBe(true)
          expect(columns.length).toBeGreaterThan(0)
          if (what !== "hide" && what !== "show") expect(columns.flat()).toHaveLength(count)
        }
      },
    ),
  )
})

test("the presets are sound", () => {
  for (const columns of Object.values(PRESETS)) expect(isSound(columns)).toBe(true)
})

test("what is shared comes back as it was", () => {
  expect(readShared(sharedText(LAYOUT))).toEqual({ ok: true, layout: LAYOUT })
})

const shared = (change: object) =>
  JSON.stringify({ saker: "layout", form: 1, layout: { ...LAYOUT, ...change } })
test.each([
  ["no JSON", "<script>", "foreign"],
  ["another program's file", '{"form":1,"layout":{}}', "foreign"],
  ["a form of a newer release", '{"saker":"layout","form":2,"layout":{}}', "newer"],
  ["more letters than a layout has", `"${"x".repeat(LAYOUT_LENGTH_MAX * 2)}"`, "large"],
  ["a panel that stands twice", shared({ columns: [["book"], ["book"]] }), "foreign"],
  ["a panel that there isn't", shared({ columns: [["vault"]] }), "foreign"],
  ["an empty column", shared({ columns: [[]] }), "foreign"],
  ["a field more", shared({ token: "abc" }), "foreign"],
  ["a name that turns the reading direction", shared({ name: "a\u202eb" }), "foreign"],
  ["a share beyond the whole", shared({ widths: { book: 1e9 } }), "foreign"],
  [
    "a table beyond its bounds",
    shared({ tables: { x: { order: [], hidden: [], widths: { a: 9e9 } } } }),
    "foreign",
  ],
])("%s is refused", (_what, text, problem) => {
  expect(readShared(text)).toEqual({ ok: false, problem })
})

test("a name that means something to the language is no table", () => {
  const read = readShared(shared({}).replace('"orders-open"', '"__proto__"'))
  expect(read).toMatchObject({ ok: true, layout: { tables: {} } })
  expect(read.ok && Object.getPrototypeOf(read.layout.tables)).toBe(Object.prototype)
})

test("no text makes the reader throw, and what it takes is sound", () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, letters) => {
      for (const text of [json, letters, `{"saker":"layout","form":1,"layout":${json}}`]) {
        const read = readShared(text)
        if (read.ok) expect(isSound(read.layout.columns)).toBe(true)
      }
    }),
  )
})
