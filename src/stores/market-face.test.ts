/** A kind shows the chosen face where it has it, and nonsense is the list. */

import { expect, test } from "vitest"
import { faceFor, marketFace, parseFace, showFace } from "./market-face.ts"

test.each([
  ["spot", "map", "map"],
  ["spot", "funding", "list"],
  ["perpetual", "funding", "funding"],
  ["second", "map", "list"],
] as const)("%s with the face %s chosen shows its %s", (kind, chosen, face) => {
  expect(faceFor(kind, chosen)).toBe(face)
})

test("what the tab kept is read, nonsense is the list", () => {
  expect(parseFace("map")).toBe("map")
  expect(parseFace("<b>")).toBe("list")
  expect(parseFace(null)).toBe("list")
  showFace("funding")
  expect(marketFace.face).toBe("funding")
})
