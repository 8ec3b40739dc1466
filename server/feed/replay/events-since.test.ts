/** From a time on, a recording begins with the books as they stood then. */

import { expect, test } from "vitest"
import type { RecordedEvent } from "../recorded/recorded-event.ts"
import { eventsSince } from "./events-since.ts"

const snapshot = (time: number, depth?: number): RecordedEvent => ({
  ...{ kind: "snapshot", symbol: "A", time, ...(depth !== undefined && { depth }) },
  bids: [
    ["10.0", "1"],
    ["9.5", "2"],
  ],
  asks: [
    ["10.5", "3"],
    ["11.0", "4"],
  ],
})
const trade = (time: number): RecordedEvent => ({
  ...{ kind: "trade", symbol: "A", time, price: "10.0", quantity: "1", side: "sell" },
})
const delta = (time: number, bids: [string, string][], depth?: number): RecordedEvent => ({
  ...{ kind: "delta", symbol: "A", time, bids, asks: [], ...(depth !== undefined && { depth }) },
})

test("books stand as they were, trades of before are left out, and the last price of an index is told", () => {
  const later = [trade(60), delta(70, [["9.0", "1"]])]
  const index = (time: number, price: string): RecordedEvent => ({ kind: "index", symbol: "I", time, price })
  const before = [snapshot(10), trade(20), index(25, "9"), index(26, "9.1"), delta(30, [["10.00", "0"]])]
  const [book, told, ...rest] = eventsSince([...before, ...later], 50)
  expect(book).toEqual({ ...snapshot(50), bids: [["9.5", "2"]] })
  expect(told).toEqual(index(50, "9.1"))
  expect(rest).toEqual(later)
})

test("from before its beginning it is the recording itself", () => {
  const all = [snapshot(10), trade(20)]
  expect([...eventsSince(all, 10)]).toEqual(all)
})

test("behind a gap there is no book until the next one", () => {
  const events: RecordedEvent[] = [snapshot(10), { kind: "gap", symbol: "A", time: 20 }, trade(60)]
  expect([...eventsSince(events, 50)]).toEqual([trade(60)])
  const [book] = eventsSince([...events.slice(0, 2), snapshot(30), trade(60)], 50)
  expect(book).toEqual(snapshot(50))
})

test("levels that fall out below are forgotten, and don't come back", () => {
  const pushed = [snapshot(10, 2), delta(20, [["10.1", "5"]], 2), delta(30, [["10.1", "0"]], 2), trade(60)]
  const [book] = eventsSince(pushed, 50)
  expect(book).toMatchObject({ bids: [["10.0", "1"]], depth: 2 })
})
