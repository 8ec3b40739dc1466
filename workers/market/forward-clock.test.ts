/** The worker's clock goes on whatever is done to the device's. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { forwardClock } from "./forward-clock.ts"

const START = 1_785_000_000_000

test("is the device's clock as long as nobody sets it back", () => {
  let wall = START
  const { now } = forwardClock(() => wall)
  wall += 16
  expect(now()).toBe(START + 16)
  wall += 7_200_000 // a device that slept, or a clock that was set forward
  expect(now()).toBe(START + 7_200_016)
})

test("set back, it goes on from where it was, and knows how far it is ahead", () => {
  let wall = START
  const { now, ahead } = forwardClock(() => wall)
  expect(ahead()).toBe(0)
  wall -= 3_600_000
  expect(ahead()).toBe(3_600_000)
  expect(now()).toBe(START)
  wall += 50
  expect(now()).toBe(START + 50)
  wall -= 1
  expect(now()).toBe(START + 50)
})

test("never falls, and counts all that passes between steps back", () => {
  const steps = fc.array(fc.record({ ms: fc.nat(5000), back: fc.nat(100_000) }), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (all) => {
      let wall = START
      const { now, ahead } = forwardClock(() => wall)
      let passed = 0
      for (const { ms, back } of all) {
        wall += ms
        passed += ms
        expect(now()).toBe(START + passed)
        wall -= back
        expect(now()).toBe(START + passed)
        expect(now() - ahead()).toBe(wall)
      }
    }),
  )
})
