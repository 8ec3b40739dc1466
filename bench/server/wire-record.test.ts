/** Does the record find what a page holds otherwise than the server said? */

import { expect, test } from "vitest"
import type { HeldMarket } from "../oracle/held-market.ts"
import { WireRecord } from "./wire-record.ts"

const ID = "BTC_USDT"
const message = (type: string, data: object) => JSON.stringify({ type, data })

function recorded(): WireRecord {
  const record = new WireRecord()
  const snapshot = { snapshot: true, instrument: ID, seq: 7, bids: [["9.0", "1"]], asks: [["11.0", "2"]] }
  record.take(message("depth", snapshot))
  record.take(`[${message("depth", { instrument: ID, prev: 7, seq: 8, bids: [["10.0", "3"]], asks: [] })}]`)
  record.take(message("depth", { instrument: ID, prev: 8, seq: 9, bids: [["9.0", "0"]], asks: [] }))
  record.take(message("trade", { instrument: ID, rows: [[41, "10.0", "1", 1, 5]] }))
  record.take(message("ticker", { rows: [[ID, "10.0"]] }))
  return record
}

const held: HeldMarket = {
  messages: 5,
  gaps: 0,
  malformed: 0,
  tickers: [[ID, "10.0"]],
  book: { instrument: ID, seq: 9, bids: [["10.0", "3"]], asks: [["11.0", "2"]], checksum: null },
  trades: { instrument: ID, count: 1, rows: [[41, "10.0", "1", 1, 5]] },
  candles: null,
}

test("a page that holds what was said has no differences", () => {
  expect(recorded().differences(held)).toEqual([])
  expect(recorded().best(ID)).toEqual({ bid: "10.0", ask: "11.0" })
})

test.each<[string, Partial<HeldMarket>]>([
  ["ticker", { tickers: [[ID, "9.9"]] }],
  [
    "sequence",
    { book: { instrument: ID, seq: 8, bids: [["10.0", "3"]], asks: [["11.0", "2"]], checksum: null } },
  ],
  ["bids", { book: { instrument: ID, seq: 9, bids: [["9.0", "1"]], asks: [["11.0", "2"]], checksum: null } }],
  ["newest trade", { trades: { instrument: ID, count: 0, rows: [] } }],
])("a page with another %s is found out", (what, other) => {
  expect(
    recorded()
      .differences({ ...held, ...other })
      .join(),
  ).toContain(what)
})
