/** One timer runs every task in its time. */

import { expect, test, vi } from "vitest"
import { Beat } from "./beat.ts"

test("a task runs when it is due, and again after what it asked for", () => {
  const beat = new Beat()
  const ran: number[] = []
  beat.add((now) => {
    ran.push(now)
    return 100
  }, 50)
  for (let now = 0; now <= 300; now += 25) beat.advance(now)
  expect(ran).toEqual([50, 150, 250])
})

test("a task that is long overdue runs once, not once for each time it missed", () => {
  const beat = new Beat()
  let runs = 0
  beat.add(() => {
    runs += 1
    return 10
  }, 0)
  beat.advance(60_000)
  expect(runs).toBe(1)
})

test("when time runs out the next beat goes on behind the last task that ran", () => {
  const beat = new Beat()
  const ran: string[] = []
  for (const name of ["a", "b", "c"])
    beat.add(() => {
      ran.push(name)
      return 10
    }, 0)
  const exhausted = 0
  for (const now of [0, 1, 2]) beat.advance(now, exhausted)
  expect(ran).toEqual(["a", "b", "c"])
})

test("between start and stop the beat runs by its own timer, after the stop no more", () => {
  vi.useFakeTimers()
  try {
    const beat = new Beat()
    let runs = 0
    beat.add(() => {
      runs += 1
      return 50
    }, 0)
    beat.start(() => Date.now())
    vi.advanceTimersByTime(500)
    expect(runs).toBeGreaterThan(5)
    beat.stop()
    const sofar = runs
    vi.advanceTimersByTime(500)
    expect(runs).toBe(sofar)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
