/** Do dear parts take turns at full rate, none of them waiting for ever, and does what can't wait go at once? */

import { beforeEach, expect, test } from "vitest"
import { FakeSurroundings } from "../fake-surroundings.ts"
import { FlushRate } from "./flush-rate.ts"
import { FrameBuilder } from "./frame-builder.ts"
import type { FramePart } from "./frame-part.ts"

let world: FakeSurroundings
let rate: FlushRate
/** Names of what each frame carried. */
let frames: string[][]

/** Always due; notes when it was put. */
const part = (name: string, canWait?: boolean): FramePart => ({
  ...(canWait === undefined ? {} : { canWait }),
  dueAt: (now) => now,
  put: () => frames.at(-1)?.push(name),
})

async function give(parts: readonly FramePart[], count: number): Promise<void> {
  const builder = new FrameBuilder(world, parts, rate)
  for (let frame = 0; frame < count; frame += 1) {
    frames.push([])
    const next = builder.next(1, 0)
    await world.advance(70)
    await next
  }
}

beforeEach(() => {
  world = new FakeSurroundings()
  rate = new FlushRate()
  frames = []
})

test("one dear part a frame, each in its turn; cheap ones go with all", async () => {
  await give([part("tickers"), part("book", true), part("tape", true), part("chart", true)], 4)
  expect(frames).toEqual([
    ["tickers", "book"],
    ["tickers", "tape"],
    ["tickers", "chart"],
    ["tickers", "book"],
  ])
})

test("another market's book and chart share the frame that brings them", async () => {
  await give([part("book", false), part("chart", false)], 1)
  expect(frames).toEqual([["book", "chart"]])
})

test("at a slower rate a frame carries all that is due", async () => {
  while (rate.hz === 60) rate.measure(16, 0)
  await give([part("book", true), part("tape", true)], 2)
  expect(frames).toEqual([
    ["book", "tape"],
    ["book", "tape"],
  ])
})
