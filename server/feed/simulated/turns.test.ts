/** Whose turn it is: one piece in a round of the event loop, callers by turns. */

import { expect, test } from "vitest"
import { Turns } from "./turns.ts"

test("of several callers one does a piece in each round of the loop, by turns", async () => {
  const turns = new Turns()
  let round = 0
  let isOver = false
  const count = () => {
    round += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const done: { caller: string; round: number }[] = []
  const work = async (caller: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await turns.next()
      done.push({ caller, round })
    }
  }
  await Promise.all([work("long", 4), work("short", 1), work("other", 3)])
  isOver = true
  expect(done.map(({ caller }) => caller)).toEqual([
    ...["long", "short", "other"],
    ...["long", "other", "long", "other", "long"],
  ])
  expect(new Set(done.map((one) => one.round)).size).toBe(done.length)
})
