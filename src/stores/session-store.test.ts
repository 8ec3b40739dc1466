/** Does the device know of a session's end exactly while that is news? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { userExample } from "#core/wire/account.ts"
import { noteEnd, recentEnd } from "./session-end.ts"
import { beginSession, forgetSession, isLoggedIn, session } from "./session-store.ts"

const kept = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a session is kept under its key, and forgotten with its user", () => {
  beginSession({ token: "s1", device: "d1", user: userExample })
  expect([kept.get("token"), isLoggedIn(), session.user?.account]).toEqual(["s1", true, userExample.account])
  forgetSession()
  expect([kept.get("token"), isLoggedIn(), session.user]).toEqual([undefined, false, null])
})

test("why it ended is known for a moment, and no longer once another begins", () => {
  expect(recentEnd()).toBeUndefined()
  noteEnd("logout")
  expect(recentEnd()).toBe("logout")
  vi.advanceTimersByTime(10_001)
  expect(recentEnd()).toBeUndefined()
  noteEnd("timeout")
  expect(recentEnd()).toBe("timeout")
  beginSession({ token: "s2", device: "d2", user: userExample })
  expect(recentEnd()).toBeUndefined()
})
