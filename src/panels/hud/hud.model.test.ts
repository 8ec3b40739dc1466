/** Does the debug panel say what it knows, and only that? */

import { expect, test } from "vitest"
import { hudLines, hudReport } from "./hud.model.ts"

const page = { scriptMs: 1.25, paintMs: 2.5, missedFrames: 3, frames: 900 }
const figures = {
  messagesPerSecond: 812.4,
  framesPerSecond: 98,
  bytesPerSecond: 120_345,
  flushesPerSecond: 29.6,
  flushTargetHz: 30,
  missedFrames: 3,
  gaps: 0,
  parseErrors: 0,
  dataAgeMs: 11.04,
  hops: { received: 1, applied: 2, framed: 3 },
}

const order = { clientOrderId: "a-1", pressed: 1000, sent: 1001.5, accepted: 1012, row: null }

test("every line has a figure once the worker has spoken", () => {
  const lines = Object.fromEntries(hudLines(figures, page, order).map(({ name, text }) => [name, text]))
  expect(lines).toMatchObject({
    messages: "812",
    bytes: "120345",
    flushes: "30 (30)",
    age: "11.0 ms",
    hops: "1.0 ms · 2.0 ms · 3.0 ms",
    order: "1.5 ms · 12.0 ms · –",
    commit: "3.8 ms",
    missed: "3",
  })
})

test("what the worker has not said is unknown, not zero", () => {
  const unknown = hudLines(null, page, null).filter(({ text }) => text === "–")
  expect(unknown.map(({ name }) => name)).toEqual([
    "messages",
    "frames",
    "bytes",
    "flushes",
    "age",
    "hops",
    "order",
    "gaps",
    "parseErrors",
  ])
})

test("the report survives being written as JSON", () => {
  const connection = {
    state: "open",
    since: 1,
    roundTrip: 38,
    clockOffset: -2,
    clockError: 19,
    reconnects: 0,
    lastGap: null,
    feedSilentSince: 0,
  } as const
  const report = hudReport({ figures, page, order, connection, feed: null, agent: "test", now: 0 })
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  expect(report.takenAt).toBe("1970-01-01T00:00:00.000Z")
})
