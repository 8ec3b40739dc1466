/** The bucket lets through exactly its burst and its rate. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { TokenBucket } from "./token-bucket.ts"

describe("a bucket", () => {
  test("gives its burst at once, then so many a second", () => {
    const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0)
    const given = [0, 0, 0, 0, 400, 1000, 1000, 1500].map((now) => bucket.tryTake(now))
    expect(given).toEqual([true, true, true, false, false, true, true, true])
  })

  test("never holds more than its burst, however long it waits", () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 10 }, 0)
    expect([1e9, 1e9, 1e9].map((now) => bucket.tryTake(now))).toEqual([true, true, false])
  })

  test("shows by its depth below zero how far a client went on against refusals", () => {
    const bucket = new TokenBucket({ burst: 1, perSecond: 1 }, 0)
    expect([0, 0, 0, 1000].map((now) => bucket.take(now))).toEqual([0, -1, -2, -2])
  })

  test("gives no more than burst and time allow, at any clock, even one that falls back", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (times) => {
        const bucket = new TokenBucket({ burst: 5, perSecond: 4 }, 0)
        const given = times.filter((now) => bucket.tryTake(now)).length
        let forward = 0
        times.reduce((before, now) => {
          forward += Math.max(0, now - before)
          return now
        }, 0)
        expect(given).toBeLessThanOrEqual(5 + (forward * 4) / 1000)
      }),
    )
  })
})
