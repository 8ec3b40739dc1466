/** Checks that the age of the screen is that of the newest thing on it, and that a queue that grows is seen as growing. */

import { expect, test } from "vitest"
import { ageGrowth, ageP95, shownAges } from "./shown-age.ts"

/** Every 50 ms one is sent; each is painted so many ms later. */
const stream = (count: number, delayOf: (number: number) => number) => {
  const sent = Array.from({ length: count }, (_, number) => 1000 + number * 50)
  return { sent, painted: sent.map((at, number) => [number, at + delayOf(number)] as const) }
}

test("between two paints what is shown grows older, up to the next one", () => {
  const ages = shownAges(
    [0, 50],
    [
      [0, 10],
      [1, 90],
    ],
    0,
    { from: 20, to: 100 },
  )
  expect(ages).toEqual([20, 40, 60, 80, 50])
})

test("the sender's clock is brought to the page's", () => {
  const { sent, painted } = stream(100, () => 30)
  const ahead = sent.map((at) => at + 700)
  const span = { from: 2000, to: 5000 }
  expect(shownAges(ahead, painted, 700, span)).toEqual(shownAges(sent, painted, 0, span))
})

test("a page that keeps up doesn't grow older; its age is its delay and the pause between two", () => {
  const { sent, painted } = stream(400, () => 30)
  const ages = shownAges(sent, painted, 0, { from: 2000, to: 20_000 })
  expect(ageP95(ages)).toBeLessThanOrEqual(80)
  expect(ageGrowth(ages)).toBe(0)
})

test("a queue that gets longer by a tenth of the time is seen", () => {
  const { sent, painted } = stream(400, (number) => 30 + number * 5)
  const ages = shownAges(sent, painted, 0, { from: 2000, to: 20_000 })
  expect(ageGrowth(ages)).toBeGreaterThan(900)
})

test("a page on which nothing is ever painted is as old as the stream", () => {
  const { sent } = stream(400, () => 0)
  const ages = shownAges(sent, [], 0, { from: 1000, to: 11_000 })
  expect(ages.at(-1)).toBe(10_000)
  expect(ageGrowth(ages)).toBeGreaterThan(6000)
})
