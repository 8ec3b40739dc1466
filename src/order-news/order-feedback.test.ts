/** What is heard and felt, and by which setting. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { choices, choose } from "../stores/choices-store.ts"
import { type Feeling, feel } from "./order-feedback.ts"

/** Frequencies of the notes that were started, Hz. */
const heard: number[] = []
const felt: unknown[] = []

const node = () => ({
  frequency: { value: 0 },
  gain: { value: 0 },
  connect: () => undefined,
  start(this: { frequency: { value: number } }) {
    heard.push(this.frequency.value)
  },
  stop: () => undefined,
})
class FakeAudio {
  state = "running"
  currentTime = 0
  destination = {}
  createGain = node
  createOscillator = node
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", FakeAudio)
  vi.stubGlobal("navigator", { vibrate: (pulses: unknown) => void felt.push(pulses) })
  heard.length = 0
  felt.length = 0
  choices.all = {}
})
afterEach(() => vi.unstubAllGlobals())

const notes = (feeling: Feeling): number => {
  heard.length = 0
  feel(feeling)
  return heard.length
}

test("until something is chosen an alert is heard and an order isn't; both are felt", () => {
  expect(notes("alert")).toBe(3)
  expect(notes("fill")).toBe(0)
  expect(felt).toHaveLength(2)
})

test("an order that was accepted is felt as one short tick, and never heard", () => {
  choose("sounds", "on")
  expect(notes("placed")).toBe(0)
  expect(felt).toEqual([[10]])
})

test("orders and alerts are heard by a setting of their own each", () => {
  choose("sounds", "on")
  choose("alertSounds", "off")
  expect(notes("alert")).toBe(0)
  expect([notes("fill"), notes("refusal")]).toEqual([2, 2])
})

test("an alert sounds like no order", () => {
  choose("sounds", "on")
  const tunes = (["fill", "refusal", "alert"] as const).map((feeling) => {
    notes(feeling)
    return heard.join()
  })
  expect(new Set(tunes).size).toBe(3)
})
