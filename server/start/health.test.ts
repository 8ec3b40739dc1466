/** `/healthz` tells the uptime by the monotonic clock, the memory, and the disk once it was measured. */

import { afterEach, expect, test, vi } from "vitest"
import type { DiskUse } from "../storage/storage.ts"
import { watchHealth } from "./health.ts"

/** Ms that the exchange's time is ahead of the wall clock. */
let apart = 0
afterEach(() => {
  apart = 0
  vi.restoreAllMocks()
})

/** A server whose parts are all well. */
function wellServer(now: () => number, disk: () => DiskUse | undefined): Parameters<typeof watchHealth>[0] {
  const well = { failure: () => undefined, backlog: () => 0 }
  const model = { feed: () => ({ since: 1000 }), now }
  return {
    clock: { now, apart: () => apart },
    storage: { disk },
    feed: { kind: "simulated" },
    market: { exchange: well, journal: well, saver: well, model, trading: {} },
    audit: well,
    stored: { failure: () => undefined, state: () => ({ readPercent: 40, differences: [] }) },
    connections: () => 2,
  } as unknown as Parameters<typeof watchHealth>[0]
}

test("a wall clock that is set back changes nothing about the uptime", () => {
  let wall = 1_800_000_000_000
  let monotonic = 5000
  vi.spyOn(performance, "now").mockImplementation(() => monotonic)
  const health = watchHealth(wellServer(() => wall, vi.fn()))
  wall -= 3_600_000
  expect(health().uptimeSeconds).toBe(0)
  monotonic += 61_500
  expect(health().uptimeSeconds).toBe(61)
})

test("the memory of the process is told as the system counts it", () => {
  const health = watchHealth(wellServer(() => 2000, vi.fn()))
  vi.spyOn(process.memoryUsage, "rss").mockReturnValue(450_000_000)
  expect(health()).toMatchObject({ residentBytes: 450_000_000 })
})

test("the disk is told as soon as it was measured", () => {
  let use: DiskUse | undefined
  const health = watchHealth(
    wellServer(
      () => 2000,
      () => use,
    ),
  )
  expect(health()).not.toHaveProperty("disk")
  use = { bytes: 40_000_000, logBytes: 16_777_216, freeBytes: 1_000_000_000 }
  expect(health()).toMatchObject({ ready: true, connections: 2, disk: use, stored: { readPercent: 40 } })
})

test("a wall clock that is apart from the exchange's time makes it unready, with the reason (T6)", () => {
  const health = watchHealth(wellServer(() => 2000, vi.fn()))
  apart = -3_600_000
  expect(health()).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/^the exchange's time is 3600 s behind the wall clock/),
  })
})
