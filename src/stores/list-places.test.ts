/** Are places in lists read back, and is nonsense no place? */

import { expect, test } from "vitest"
import { type ListPlace, parsePlaces, readListPlace, writeListPlace } from "./list-places.ts"

const place: ListPlace = {
  choice: { chip: "losers", list: "star", query: "sol", sort: "change", direction: "up" },
  firstRow: 17,
}

test("what was written is read, for each kind its own", () => {
  writeListPlace("spot", place)
  expect(readListPlace("spot")).toEqual(place)
  expect(readListPlace("second")).toBeUndefined()
})

test("a stored place is read back", () => {
  expect(parsePlaces(JSON.stringify({ perpetual: place }))).toEqual({ perpetual: place })
})

test.each([
  null,
  "",
  "{",
  "null",
  "[]",
  '{"spot":3}',
  JSON.stringify({ spot: { ...place, firstRow: -1 } }),
  JSON.stringify({ spot: { ...place, choice: { ...place.choice, chip: "odd" } } }),
  JSON.stringify({ spot: { ...place, choice: { ...place.choice, sort: "odd" } } }),
  JSON.stringify({ spot: { ...place, choice: { ...place.choice, list: undefined } } }),
])("%j is no place", (text) => {
  expect(parsePlaces(text)).toEqual({})
})
