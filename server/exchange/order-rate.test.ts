/** The rate of orders is exactly what was counted. */

import { describe, expect, test } from "vitest"
import { OrderCounter, RATE_SECONDS } from "./order-rate.ts"

/** `orders` in every second from `from` on, for so many seconds. */
function count(counter: OrderCounter, from: number, seconds: number, orders: number): void {
  for (let second = 0; second < seconds; second += 1)
    for (let order = 0; order < orders; order += 1) counter.add(from + second * 1000 + order)
}

describe("the rate of orders", () => {
  test("is nothing before a whole second has been seen", () => {
    const counter = new OrderCounter()
    expect(counter.rate(5000)).toEqual({ perSecond: 0, seconds: 0 })
    counter.begin(5400)
    count(counter, 5400, 1, 50)
    expect(counter.rate(6999)).toEqual({ perSecond: 0, seconds: 0 })
  })

  test("is the mean of the whole seconds since the start, without the running one", () => {
    const counter = new OrderCounter()
    counter.begin(5400)
    count(counter, 6000, 3, 10)
    count(counter, 9000, 1, 500)
    expect(counter.rate(9900)).toEqual({ perSecond: 10, seconds: 3 })
    expect(counter.rate(10_000)).toEqual({ perSecond: 132.5, seconds: 4 })
  })

  test("forgets what is older than its window, and falls to nothing in a silence", () => {
    const counter = new OrderCounter()
    counter.begin(0)
    count(counter, 1000, 100, 4)
    expect(counter.rate(101_000)).toEqual({ perSecond: 4, seconds: RATE_SECONDS })
    expect(counter.rate(131_000)).toEqual({ perSecond: 2, seconds: RATE_SECONDS })
    expect(counter.rate(161_000)).toEqual({ perSecond: 0, seconds: RATE_SECONDS })
    count(counter, 500_000, 1, 6)
    expect(counter.rate(501_000)).toEqual({ perSecond: 0.1, seconds: RATE_SECONDS })
  })
})
