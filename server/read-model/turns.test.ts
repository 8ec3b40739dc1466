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

test("where three or more wait, each piece is followed by a pause of its length", async () => {
  const turns = new Turns()
  const PIECE_MS = 6
  const begins: number[] = []
  const ends: number[] = []
  const work = async () => {
    await turns.next()
    begins.push(performance.now())
    while (performance.now() < (begins.at(-1) ?? 0) + PIECE_MS);
    ends.push(performance.now())
  }
  await Promise.all(Array.from({ length: 6 }, work))
  // Behind the fourth only two wait. A timer may be a millisecond early.
  const pauses = begins.slice(1, 4).map((begin, place) => begin - (ends[place] ?? 0))
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(PIECE_MS - 1)
})
