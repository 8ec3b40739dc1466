/** Between a press and its paint no frame is drawn; however much is pressed, frames go on. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { frameHold, heldMs } from "../stores/frame-hold.ts"
import { pageTimes } from "./frame-loop.ts"
import { holdFramesForPresses } from "./press-hold.ts"

let now = 0
let paints: FrameRequestCallback[] = []
const page = new EventTarget()
const happens = (type: string, values = {}) => page.dispatchEvent(Object.assign(new Event(type), values))
const isHeld = () => heldMs(now) > 0

/** The next paint of the display, and the tasks behind it. */
async function paint(): Promise<void> {
  now += 16
  for (const run of paints.splice(0)) run(now)
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  now += 1_000
  paints = []
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => paints.push(run))
  // Other files' tests have clocks of their own.
  Object.assign(frameHold, { answer: 0, press: 0 })
  pageTimes.frames += 1
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

holdFramesForPresses(page)

test.each([["click"], ["keydown"], ["beforeinput"], ["pointerup"]])(
  "%s holds frames until it is painted",
  async (type) => {
    happens(type)
    expect(isHeld()).toBe(true)
    happens(type)
    expect(paints).toHaveLength(1)
    await paint()
    expect(isHeld()).toBe(false)
  },
)

test("a finger that came down holds them until it goes up, 100 ms at most, and not while it scrolls", async () => {
  happens("pointerdown")
  await paint()
  expect(isHeld()).toBe(true)
  happens("pointerup")
  await paint()
  expect(isHeld()).toBe(false)
  happens("pointerdown")
  now += 100
  expect(isHeld()).toBe(false)
  pageTimes.frames += 1
  happens("pointerdown")
  happens("pointercancel")
  expect(isHeld()).toBe(false)
})

test("a mouse that only passes by holds nothing; a drag does, and a frame comes every 100 ms all the same", async () => {
  happens("pointermove", { buttons: 0 })
  expect(isHeld()).toBe(false)
  let held = 0
  for (let move = 0; move < 60; move += 1) {
    happens("pointermove", { buttons: 1 })
    if (isHeld()) held += 1
    else pageTimes.frames += 1
    await paint()
  }
  expect(held).toBeGreaterThan(40)
  expect(60 - held).toBeGreaterThanOrEqual(7)
})

test("what comes to nothing holds nothing for longer than 50 ms", () => {
  happens("click")
  now += 50
  expect(isHeld()).toBe(false)
})
