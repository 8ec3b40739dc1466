/** When is the screen held, and when let go? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepAwake } from "./keep-awake.ts"

const locks: { released: boolean; release: () => Promise<void> }[] = []
let refuses = false
let visibility = "visible"

beforeEach(() => {
  locks.length = 0
  refuses = false
  visibility = "visible"
  vi.stubGlobal("navigator", {
    wakeLock: {
      request: async () => {
        if (refuses) throw new DOMException("low battery", "NotAllowedError")
        const lock = {
          released: false,
          release: async () => {
            lock.released = true
          },
        }
        locks.push(lock)
        return lock
      },
    },
  })
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility as DocumentVisibilityState)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const held = () => locks.filter(({ released }) => !released).length
const turn = async (to: string) => {
  visibility = to
  document.dispatchEvent(new Event("visibilitychange"))
  await Promise.resolve()
}

test("held while the screen is shown, taken anew after the page was hidden, let go with it", async () => {
  const letSleep = keepAwake()
  await vi.waitFor(() => expect(held()).toBe(1))
  // As browsers do it.
  for (const lock of locks) lock.released = true
  await turn("hidden")
  expect(held()).toBe(0)
  await turn("visible")
  await vi.waitFor(() => expect(held()).toBe(1))
  letSleep()
  await vi.waitFor(() => expect(held()).toBe(0))
  await turn("visible")
  expect(held()).toBe(0)
})

test("left before the browser has answered, nothing stays held", async () => {
  keepAwake()()
  await vi.waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true]))
})

test("a browser that refuses, or knows no such thing, is left alone", async () => {
  refuses = true
  const letSleep = keepAwake()
  await turn("visible")
  refuses = false
  await turn("visible")
  await vi.waitFor(() => expect(held()).toBe(1))
  letSleep()
  vi.stubGlobal("navigator", {})
  keepAwake()()
})
