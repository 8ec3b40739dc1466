/** One-click trading ends by itself, whatever the timers of a sleeping page did, and follows its user only where they want it. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { choices, choose } from "./choices-store.ts"
import {
  beginOneClick,
  endOneClick,
  followMarketOneClick,
  isOneClick,
  oneClick,
  touchOneClick,
} from "./one-click.ts"

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  choices.all = {}
  endOneClick("hand")
})
afterEach(() => {
  vi.useRealTimers()
})

test("it is on for one market only, and off to begin with", () => {
  expect(isOneClick("BTC_USDT")).toBe(false)
  beginOneClick("BTC_USDT")
  expect(isOneClick("BTC_USDT")).toBe(true)
  expect(isOneClick("ETH_USDT")).toBe(false)
})

test("it goes off after its minutes without use, and each use begins them anew", () => {
  choose("oneClickIdle", "2")
  beginOneClick("BTC_USDT")
  vi.advanceTimersByTime(MINUTE_MS)
  touchOneClick()
  vi.advanceTimersByTime(2 * MINUTE_MS - 1)
  expect(oneClick.instrument).toBe("BTC_USDT")
  vi.advanceTimersByTime(1)
  expect(oneClick).toMatchObject({ instrument: null, end: "unused" })
})

test("after a sleep in which no timer ran, the first press finds it off", () => {
  beginOneClick("BTC_USDT")
  vi.setSystemTime(Date.now() + 6 * MINUTE_MS)
  expect(isOneClick("BTC_USDT")).toBe(false)
  expect(oneClick.end).toBe("unused")
})

test.each([
  ["market", null, "left"],
  ["screen", "ETH_USDT", null],
] as const)("where it ends with the %s, another market leaves it at %s", (ends, instrument, end) => {
  choose("oneClickEnds", ends)
  beginOneClick("BTC_USDT")
  followMarketOneClick("BTC_USDT")
  expect(oneClick.instrument).toBe("BTC_USDT")
  followMarketOneClick("ETH_USDT")
  expect(oneClick).toMatchObject({ instrument, end })
})

test("what is off doesn't end a second time", () => {
  beginOneClick("BTC_USDT")
  endOneClick("offline")
  endOneClick("logout")
  expect(oneClick.end).toBe("offline")
  touchOneClick()
  expect(oneClick).toMatchObject({ instrument: null, until: 0 })
})
