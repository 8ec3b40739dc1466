/** The frame loop: paints that were missed are counted, and frames stand back while an order is answered, never for long. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Frame } from "#workers/market/market.api.ts"
import { frameHold } from "../stores/frame-hold.ts"
import { holdForAnswer, holdForTelling } from "../ticket/answer-hold.ts"
import { missedFrames, pageTimes, runFrameLoop } from "./frame-loop.ts"

const PAINT_MS = 1000 / 60

let paints: FrameRequestCallback[] = []
let now = 0

/** The next paint of the display, with what its promises lead to. */
async function paint(): Promise<void> {
  now += PAINT_MS
  for (const run of paints.splice(0)) run(now)
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  paints = []
  now += 10_000
  Object.assign(frameHold, { answer: 0, press: 0 })
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => paints.push(run))
  vi.stubGlobal("reportError", (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  [4, 0],
  [16, 0],
  [17, 1],
  [51, 3],
  [60_000, 0],
])("a wait of %i ms misses %i paints", (waitMs, missed) => {
  expect(missedFrames(waitMs)).toBe(missed)
})

test("no frame is asked for while an order waits for its answer, and while that is painted", async () => {
  let asked = 0
  let askedUrgent = 0
  const frame = (): Frame => ({ id: 1, builtAt: 0 })
  runFrameLoop(
    async () => {
      asked += 1
      return frame()
    },
    async () => {
      askedUrgent += 1
      return frame()
    },
  )
  await paint()
  await paint()
  expect([asked, askedUrgent]).toEqual([2, 2])

  holdForAnswer(now)
  await paint()
  await paint()
  expect([asked, askedUrgent]).toEqual([2, 2])
  holdForTelling(now)
  await paint()
  await paint()
  expect([asked, askedUrgent]).toEqual([2, 2])
  await paint()
  expect([asked, askedUrgent]).toEqual([3, 3])

  // An answer that stays away holds nothing up for long.
  holdForAnswer(now)
  for (let count = 0; count < 4; count += 1) await paint()
  expect([asked, askedUrgent]).toEqual([4, 4])
})

test("a frame that was under way when a press came is taken behind its paint", async () => {
  const answers: ((frame: Frame) => void)[] = []
  runFrameLoop(
    () => new Promise((resolve) => answers.push(resolve)),
    () => new Promise(() => undefined),
  )
  await paint()
  const before = pageTimes.frames
  frameHold.press = now + 50
  answers[0]?.({ id: 1, builtAt: 0 })
  await paint()
  expect(pageTimes.frames).toBe(before)
  frameHold.press = 0
  await paint()
  expect(pageTimes.frames).toBe(before + 1)
  await paint()
  expect(answers).toHaveLength(2)
})
