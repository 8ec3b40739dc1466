/** Tests of the kept desk: shown as it was, or the standard one where it can't be. */

import { expect, test, vi } from "vitest"
import { parseDesk } from "./desk-store.ts"

const DESK = {
  columns: [["book"], ["orders", "chart"]],
  widths: { book: 20, "orders+chart": 80 },
  heights: { orders: 40, chart: 60 },
  layout: "scalper",
  isChanged: true,
}

test("what was kept stands from the page's first moment", async () => {
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(DESK), setItem: () => undefined })
  vi.resetModules()
  const { desk } = await import("./desk-store.ts")
  expect(desk.now).toEqual(DESK)
  vi.unstubAllGlobals()
})

test("what was kept is shown again, in its order", () => {
  expect(parseDesk(JSON.stringify(DESK))).toEqual(DESK)
})

test.each([
  [null],
  ["no JSON"],
  ["[]"],
  ['{"columns":7}'],
  ['{"columns":[["vault"]]}'],
  ['{"columns":[["book"],["book"]]}'],
  ['{"columns":[[]]}'],
  ['{"columns":[["book"],"chart"]}'],
])("%s is the standard desk", (text) => {
  expect(parseDesk(text)).toMatchObject({ columns: [], layout: "standard", isChanged: false })
})

test("shares beyond the whole are left out", () => {
  const text = JSON.stringify({ ...DESK, widths: { book: 900, "orders+chart": "80" } })
  expect(parseDesk(text).widths).toEqual({})
})
