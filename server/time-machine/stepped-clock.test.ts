/** A clock that is moved by hand. */

import { expect, test } from "vitest"
import { AGREE_MS, SteadyClock } from "../exchange/steady-clock.ts"
import { SteppedClock } from "./stepped-clock.ts"

const BEGINS = Date.UTC(2026, 9, 1)

test("fires timers by their time, equal ones in the order in which they were set, and each once", () => {
  const clock = new SteppedClock(BEGINS)
  const fired: string[] = []
  const note = (name: string) => () => void fired.push(`${name} ${clock.now() - BEGINS}`)
  clock.after(30, note("late"))
  clock.after(10, note("first"))
  clock.after(10, note("second"))
  const callOff = clock.after(20, note("called off"))
  callOff()
  clock.moveTo(BEGINS + 9)
  expect(fired).toEqual([])
  clock.moveTo(BEGINS + 40)
  clock.moveTo(BEGINS + 80)
  expect(fired).toEqual(["first 40", "second 40", "late 40"])
})

test("lets a timer that is set while it moves wait for the next move", () => {
  const clock = new SteppedClock(BEGINS)
  let rounds = 0
  const again = () => {
    rounds += 1
    clock.after(0, again)
  }
  clock.after(0, again)
  clock.moveTo(BEGINS + 1)
  clock.moveTo(BEGINS + 2)
  expect(rounds).toBe(2)
})

test("never goes back", () => {
  const clock = new SteppedClock(BEGINS)
  expect(() => clock.moveTo(BEGINS - 1)).toThrow(RangeError)
})

test("is followed over any step by the clock that follows no jump", () => {
  const clock = new SteppedClock(BEGINS)
  const steady = new SteadyClock({ clock, least: 0, sinceBoot: () => 0 })
  for (const step of [1, AGREE_MS, 10 * AGREE_MS, 86_400_000]) {
    clock.moveTo(clock.now() + step)
    expect(steady.now()).toBe(clock.now())
  }
})
