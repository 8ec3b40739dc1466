/** Every moment lies in exactly one bucket, by the calendar of UTC. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bucketEnd, bucketStart, shiftBucket } from "./bucket.ts"
import { INTERVALS, type Interval } from "./interval.ts"

const at = (text: string) => Date.parse(text)
const time = fc.integer({ min: 0, max: at("2100-01-01T00:00:00Z") })

describe("a bucket (W3)", () => {
  test.each([
    ["1s", "2026-11-21T10:17:43.999Z", "2026-11-21T10:17:43Z"],
    ["5s", "2026-11-21T10:17:43.999Z", "2026-11-21T10:17:40Z"],
    ["15s", "2026-11-21T10:17:43.999Z", "2026-11-21T10:17:30Z"],
    ["1m", "2026-11-21T10:17:43.999Z", "2026-11-21T10:17:00Z"],
    ["5m", "2026-11-21T10:17:43.999Z", "2026-11-21T10:15:00Z"],
    ["15m", "2026-11-21T10:17:43.999Z", "2026-11-21T10:15:00Z"],
    ["30m", "2026-11-21T10:17:43.999Z", "2026-11-21T10:00:00Z"],
    ["1h", "2026-11-21T10:17:43.999Z", "2026-11-21T10:00:00Z"],
    ["4h", "2026-11-21T10:17:43.999Z", "2026-11-21T08:00:00Z"],
    ["1D", "2026-11-21T10:17:43.999Z", "2026-11-21T00:00:00Z"],
    ["1W", "2026-11-21T10:17:43.999Z", "2026-11-16T00:00:00Z"],
    ["1W", "2026-11-16T00:00:00.000Z", "2026-11-16T00:00:00Z"],
    ["1W", "2026-11-15T23:59:59.999Z", "2026-11-09T00:00:00Z"],
    ["1M", "2026-11-30T23:59:59.999Z", "2026-11-01T00:00:00Z"],
    ["1M", "2024-02-29T12:00:00.000Z", "2024-02-01T00:00:00Z"],
  ] as const)("of %s that holds %s opens at %s", (interval, moment, opening) => {
    expect(bucketStart(at(moment), interval)).toBe(at(opening))
  })

  test.each([
    ["1M", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"],
    ["1M", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
    ["1W", "2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z"],
    ["1D", "2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z"],
  ] as const)("of %s that opens at %s ends at %s", (interval, opening, end) => {
    expect(bucketEnd(at(opening), interval)).toBe(at(end))
  })

  test("holds its moment, opens on a bucket start, and is found again from every moment in it", () => {
    fc.assert(
      fc.property(
        time,
        fc.constantFrom<Interval>(...INTERVALS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (moment, interval, share) => {
          const start = bucketStart(moment, interval)
          const end = bucketEnd(start, interval)
          expect(start <= moment && moment < end).toBe(true)
          expect(bucketStart(start, interval)).toBe(start)
          expect(bucketStart(start + Math.floor((end - 1 - start) * share), interval)).toBe(start)
          expect(bucketStart(end, interval)).toBe(end)
        },
      ),
    )
  })

  test("shifted forth and back is itself", () => {
    const count = fc.integer({ min: -200, max: 200 })
    fc.assert(
      fc.property(time, fc.constantFrom<Interval>(...INTERVALS), count, (moment, interval, count) => {
        const start = bucketStart(moment, interval)
        const shifted = shiftBucket(start, interval, count)
        expect(bucketStart(shifted, interval)).toBe(shifted)
        expect(shiftBucket(shifted, interval, -count)).toBe(start)
      }),
    )
  })
})
