/** Does undo bring back what was, and redo what came of it? */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Drawing } from "#core/drawing/drawing.ts"
import {
  applied,
  type DrawingHistory,
  type DrawingStep,
  NO_HISTORY,
  noted,
  redone,
  STEPS_MAX,
  undone,
} from "./drawing-history.ts"

const drawing = (id: string, text: string): Drawing => ({
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
const byId = (list: readonly Drawing[]) => list.toSorted((a, b) => a.id.localeCompare(b.id))

/** A step on what is there: draws, changes or deletes the drawing of an id. */
function stepOn(drawings: readonly Drawing[], id: string, text: string): DrawingStep {
  const before = drawings.find((each) => each.id === id)
  return [{ before, after: text === "" ? undefined : drawing(id, text) }]
}

test("any steps taken back one by one lead to the beginning, and done again to the end", () => {
  const acts = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "one", "two")), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(acts, (all) => {
      let drawings: readonly Drawing[] = []
      let history: DrawingHistory = NO_HISTORY
      const states = [drawings]
      for (const [id, text] of all) {
        const step = stepOn(drawings, id, text)
        drawings = applied(drawings, step)
        history = noted(history, step)
        states.push(drawings)
      }
      const walk = (turn: typeof undone, expected: (readonly Drawing[])[]) => {
        for (const state of expected) {
          const next = turn(history)
          if (!next) throw new Error("no step left")
          history = next.history
          drawings = applied(drawings, next.step)
          expect(byId(drawings)).toEqual(byId(state))
        }
        expect(turn(history)).toBeUndefined()
      }
      walk(undone, states.slice(0, -1).reverse())
      walk(redone, states.slice(1))
    }),
  )
})

test("a new step ends what could be done again, and only so many are kept", () => {
  const step: DrawingStep = [{ after: drawing("a", "one") }]
  const back = undone(noted(NO_HISTORY, step))
  expect(back && noted(back.history, step).future).toEqual([])
  let history: DrawingHistory = NO_HISTORY
  for (let count = 0; count < STEPS_MAX + 5; count += 1) history = noted(history, step)
  expect(history.past).toHaveLength(STEPS_MAX)
})
