/** Checks that the stand-in's chart stays true when intervals are pressed, as its oracle expects. */

import { expect, test } from "vitest"
import { drawings } from "#core/wire/drawing-calls.ts"
import { me } from "#core/wire/security-calls.ts"
import { PlainMarket } from "../oracle/plain-market.ts"
import { lapOf } from "./encoded-lap.ts"
import type { Message } from "./journal.ts"
import { DRAWN_TOKEN, ordersToken } from "./own-account.ts"
import { StandIn } from "./stand-in.ts"
import { Stream } from "./stream.ts"
import { ACTIVE_ID } from "./workload.ts"

const lap = lapOf(1)
const still = () =>
  new Stream(
    lap,
    "coalesced",
    null,
    () => undefined,
    () => undefined,
  )
const subscribe = (interval: string) =>
  JSON.stringify({ type: "subscribe", data: { channel: "candle", key: `${ACTIVE_ID}:${interval}` } })

test("who has drawn much is told who they are and gets 50 drawings that the contract takes; others and visitors get none", () => {
  const standIn = new StandIn(lap, still())
  const told = (path: string, token: string) => standIn.call(path, new URLSearchParams(), token)
  const whole = drawings.response.parse(told("/drawing/index", DRAWN_TOKEN))
  expect(whole.drawings).toHaveLength(50)
  expect(drawings.response.parse(told("/drawing/index", ordersToken(1))).drawings).toEqual([])
  expect(me.response.parse(told("/security/index", DRAWN_TOKEN)).user_id).not.toBe("")
  expect(told("/security/index", "")).toBeUndefined()
})

test("an interval that was left and is asked for again has the volume of all that was traded meanwhile", () => {
  const standIn: StandIn = new StandIn(lap, still())
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

test("an interval that nobody asked for before has what was traded in its bar, and the truth begins with it", () => {
  const standIn: StandIn = new StandIn(lap, still())
  standIn.sent({ lap: 1, from: 0, to: 1000, time: Date.now() })
  const [, first] = standIn.answers(subscribe("15m"))
  const [, pressed] = standIn.answers(subscribe("5m"))
  const market = new PlainMarket("5m", () => Number(rowOf(pressed)[0]))
  for (const message of [first, pressed]) if (message) market.take(message)
  expect(market.truth(5).candles?.rows).toEqual([rowOf(pressed).slice(0, 6)])
  expect(rowOf(pressed)[5]).toBe(rowOf(first)[5])
  expect(Number(rowOf(pressed)[5])).toBeGreaterThan(0)
})

const rowOf = (candle: Message | undefined) =>
  (candle?.data.rows as (string | number)[][] | undefined)?.[0] ?? []
