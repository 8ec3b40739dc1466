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

test("where no rate is slow enough dear parts take turns again, best levels too; another market's still goes at once", async () => {
  const book = { ...part("book", false), canWaitLonger: true }
  for (let count = 0; count < 6; count += 1) rate.measure(120, 0)
  frames = []
  const builder = new FrameBuilder(world, [part("tickers"), book, part("tape", true)], rate)
  for (let frame = 0; frame < 4; frame += 1) {
    frames.push([])
    const next = builder.next(120, 0)
    await world.advance(70)
    await next
  }
  expect(frames).toEqual([
    ["tickers", "book"],
    ["tickers", "tape"],
    ["tickers", "book"],
    ["tickers", "tape"],
  ])
  frames = []
  await give([part("tickers"), part("book", false), part("chart", false)], 1)
  expect(frames).toEqual([["tickers", "book", "chart"]])
})

test("a page that asks late gets its frame before the same paint", async () => {
  const builder = new FrameBuilder(world, [part("tickers")], rate)
  frames.push([])
  let has = false
  const next = builder.next(1, 0, world.time - 9).then(() => {
    has = true
  })
  await world.advance(3)
  expect(has).toBe(false)
  await world.advance(1)
  expect(has).toBe(true)
  await next
})

test("what is urgent goes at once at full rate, however much comes behind it, and in its turn at a slower one", async () => {
  const urgent: FramePart = { ...part("price"), isUrgent: () => true }
  const waitOf = async () => {
    const builder = new FrameBuilder(world, [urgent], rate)
    frames.push([])
    const before = world.time
    await Promise.all([builder.next(1, 0), world.advance(1)])
    const next = builder.next(1, 0).then(() => world.time - before - 1)
    for (let count = 0; count < 100; count += 1) {
      builder.noteChange()
      await world.advance(1)
    }
    return next
  }
  expect(await waitOf()).toBeLessThanOrEqual(1)
  while (rate.hz !== 30) rate.measure(16, 0)
  expect(await waitOf()).toBeGreaterThan(20)
})

test("what is urgent goes by itself where the page has asked for that, once for each asking", async () => {
  let isUrgent = false
  const price: FramePart = {
    isUrgent: () => isUrgent,
    dueAt: (now) => (isUrgent ? now : undefined),
    putUrgent: () => {
      isUrgent = false
      frames.at(-1)?.push("price alone")
    },
    put: () => {
      isUrgent = false
      frames.at(-1)?.push("price")
    },
  }
  const builder = new FrameBuilder(world, [price, part("book", true)], rate)
  let spared = 0
  const askSpare = () =>
    builder.nextUrgent().then(() => {
      spared += 1
    })
  const move = async () => {
    frames.push([])
    isUrgent = true
    builder.noteChange()
    await world.advance(1)
    return frames.at(-1)
  }
  frames.push([])
  await Promise.all([builder.next(1, 0), world.advance(20)])
  void askSpare()
  await expect(builder.nextUrgent()).rejects.toThrow("already")
  // While a frame waits for its paint.
  expect(await move()).toEqual(["price alone"])
  expect(spared).toBe(1)
  expect(await move()).toEqual([])
  // What had no credit left goes with the next frame, at once.
  await Promise.all([builder.next(1, 0), world.advance(1)])
  expect(frames.at(-1)).toEqual(["price", "book"])

  // Before the frame that is asked for, which comes in its own time.
  void askSpare()
  const next = builder.next(1, 0)
  expect(await move()).toEqual(["price alone"])
  expect(spared).toBe(2)
  frames.push([])
  await Promise.all([next, world.advance(20)])
  expect(frames.at(-1)).toEqual(["book"])

  void askSpare()
  while (rate.hz === 60) rate.measure(16, 0)
  expect(await move()).toEqual(["price alone"])
  void askSpare()
  while (rate.hz === 30) rate.measure(33, 0)
  expect(await move()).toEqual([])
  expect(spared).toBe(3)
})

test("where building and handing over take long, frames go out earlier, and no paint is missed for good", async () => {
  const builder = new FrameBuilder(world, [part("tickers")], rate)
  const paintMs = 1000 / 60
  const handOverMs = 6
  const paints: number[] = []
  let paintAt = world.time
  for (let count = 0; count < 60; count += 1) {
    frames.push([])
    let hasCome = false
    void builder.next(1, 0, paintAt).then(() => {
      hasCome = true
    })
    while (!hasCome) await world.advance(0.25)
    const until = Math.ceil((world.time + handOverMs - paintAt) / paintMs)
    paints.push(until)
    paintAt += until * paintMs
    await world.advance(paintAt - world.time)
  }
  expect(paints[0]).toBe(2)
  expect(paints.slice(10).filter((until) => until > 1).length).toBeLessThanOrEqual(2)
})
