/** The idle watch: who is logged out after the time they chose, counted from the last use of any tab, and who never is. */

import { beforeEach, expect, test } from "vitest"
import { IdleWatch } from "./idle-watch.ts"

const MINUTE = 60_000
let now = 0
let minutes = 0
let used: number | undefined
let isLoggedIn = true
let left = 0
let notes = 0

/** A tab of the device: all share what is kept. */
const tab = () =>
  new IdleWatch({
    now: () => now,
    minutes: () => minutes,
    isLoggedIn: () => isLoggedIn,
    used: () => used,
    noteUse: (at) => {
      used = at
      notes += 1
    },
    leave: () => {
      left += 1
      isLoggedIn = false
    },
  })

beforeEach(() => {
  now = 1_785_000_000_000
  minutes = 15
  used = undefined
  isLoggedIn = true
  left = 0
  notes = 0
})

test("after the time without a use, counted over all tabs", () => {
  const [one, other] = [tab(), tab()]
  one.began()
  now += 14 * MINUTE
  other.use()
  now += 14 * MINUTE
  expect([one.look(), left]).toEqual([false, 0])
  now += MINUTE
  expect([one.look(), left]).toEqual([true, 1])
  expect([other.look(), left]).toEqual([false, 1])
})

test("the first press after the time ends the session and does nothing else", () => {
  const page = tab()
  page.began()
  let stopped = 0
  const press = {
    preventDefault: () => {
      stopped += 1
    },
    stopImmediatePropagation: () => {
      stopped += 1
    },
  }
  page.act(press)
  expect(stopped).toBe(0)
  now += 16 * MINUTE
  page.act(press)
  expect([left, stopped]).toEqual([1, 2])
  expect(used).toBe(1_785_000_000_000)
})

test("a page that is opened after the time comes too late", () => {
  used = now - 15 * MINUTE
  tab().began()
  expect(left).toBe(1)
  isLoggedIn = true
  used = now - 14 * MINUTE
  tab().began()
  expect(left).toBe(1)
})

test("never where it is off, nor a visitor, nor who was never seen; a clock set back ends nothing", () => {
  const page = tab()
  expect(page.look()).toBe(false)
  page.began()
  minutes = 0
  now += 600 * MINUTE
  expect(page.look()).toBe(false)
  minutes = 15
  isLoggedIn = false
  expect(page.look()).toBe(false)
  used = undefined
  page.use()
  expect(used).toBeUndefined()
  isLoggedIn = true
  used = now
  now -= 60 * MINUTE
  expect(page.look()).toBe(false)
  page.use()
  expect(used).toBe(now)
})

test("uses are noted every few seconds at most", () => {
  const page = tab()
  for (let count = 0; count < 100; count += 1) {
    page.use()
    now += 100
  }
  expect(notes).toBe(2)
})
