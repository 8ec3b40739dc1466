/** Checks that the stand-in's chart stays true when intervals are pressed, as its oracle expects. */

import { expect, test } from "vitest"
import { lapOf } from "./encoded-lap.ts"
import { StandIn } from "./stand-in.ts"
import { Stream } from "./stream.ts"
import { ACTIVE_ID } from "./workload.ts"

const lap = lapOf(1)
const subscribe = (interval: string) =>
  JSON.stringify({ type: "subscribe", data: { channel: "candle", key: `${ACTIVE_ID}:${interval}` } })

test("an interval that was left and is asked for again has the volume of all that was traded meanwhile", () => {
  const standIn: StandIn = new StandIn(
    lap,
    new Stream(
      lap,
      "coalesced",
      null,
      () => undefined,
      () => undefined,
    ),
  )
  const volumeOf = (interval: string) => {
    const [, candle] = standIn.answers(subscribe(interval))
    const rows = candle?.data.rows as string[][] | undefined
    return Number(rows?.[0]?.[5])
  }
  const time = Date.now()
  const trade = (from: number, to: number) => standIn.sent({ lap: 1, from, to, time })
  volumeOf("15m")
  trade(0, 1000)
  const before = volumeOf("15m")
  expect(before).toBeGreaterThan(0)
  volumeOf("1D")
  trade(1000, 3000)
  expect(volumeOf("15m")).toBeGreaterThan(2 * before)
})
