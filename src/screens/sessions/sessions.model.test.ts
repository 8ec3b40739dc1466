/** Does this device stand first, and the others by their last use? */

import { expect, test } from "vitest"
import { hereFirst } from "./sessions.model.ts"

const session = (id: string, seen: number, current = false) => ({ id, seen, current })

test("this device is first however long ago it was used, the others by their last use", () => {
  const rows = [session("a", 5), session("b", 9), session("here", 1, true), session("c", 5)]
  expect(hereFirst(rows).map(({ id }) => id)).toEqual(["here", "b", "a", "c"])
})

test("what was given isn't reordered", () => {
  const rows = [session("a", 1), session("b", 2)]
  hereFirst(rows)
  expect(rows.map(({ id }) => id)).toEqual(["a", "b"])
})
