/** A replay shows what was known at its moment, plays every minute once, and asks for nothing but bars. */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import type { BarsChange } from "../bars.model.ts"
import { readMoment } from "./replay-moment.ts"
import { ReplaySession } from "./replay-session.ts"

const MINUTE = 60_000
const NOW = Date.UTC(2026, 0, 9, 12)
/** Minutes are known from here on. */
const FIRST = Date.UTC(2026, 0, 5)

/** A price of each minute that tells which one it is. */
const openOf = (time: number) => 1000 + ((time - FIRST) / MINUTE) * 0.5

interface Asked {
  interval: Interval
  before: number | undefined
}

/** Answers as the server does: bars folded from minutes, the newest one open, none in a hole. */
function market(asked: Asked[] = [], hole: readonly [number, number] = [0, 0]) {
  return async (interval: Interval, limit: number, before = NOW + MINUTE): Promise<Float64Array> => {
    asked.push({ interval, before })
    const rows: number[][] = []
    for (let time = FIRST; time < Math.min(before, NOW); time += MINUTE) {
      if (time >= hole[0] && time < hole[1]) continue
      const bucket = bucketStart(time, interval)
      if (bucket >= before) break
      const open = openOf(time)
      const last = rows.at(-1)
      if (last?.[0] === bucket) {
        last[2] = open + 1
        last[4] = open + 0.5
        last[5] = (last[5] ?? 0) + 1
        continue
      }
      const isClosed = bucket + INTERVAL_MS[interval] <= NOW
      rows.push([bucket, open, open + 1, open - 1, open + 0.5, 1, isClosed ? 1 : 0])
    }
    return Float64Array.from(rows.slice(-limit).flat())
  }
}

const TERMS = {
  tick: 1_000_000n,
  lot: 1_000n,
  fees: { maker: 20_000n, taker: 50_000n },
  leverage: 1,
  isContract: false,
  tiers: [],
}

const begin = (interval: Interval, moment: number, fetch = market()) =>
  ReplaySession.begin({
    interval,
    moment,
    fetch,
    terms: TERMS,
    money: (10_000n * UNITS_PER_COIN) as Amount,
    now: () => NOW,
  })

describe("a replay", () => {
  test("begins with what was known: whole bars, and of the running one its part, from as few calls as may be", async () => {
    const asked: Asked[] = []
    const moment = Date.UTC(2026, 0, 8, 10, 7)
    const session = await begin("4h", moment, market(asked))
    const last = session.bars.list.at(-1)
    expect(last).toMatchObject({ time: Date.UTC(2026, 0, 8, 8), open: openOf(Date.UTC(2026, 0, 8, 8)) })
    expect(last?.close).toBe(openOf(moment - MINUTE) + 0.5)
    expect(last?.volume).toBe(127)
    expect(session.bars.list.at(-2)?.time).toBe(Date.UTC(2026, 0, 8, 4))
    expect(asked.map(({ interval }) => interval)).toEqual(["4h", "1h", "1m", "1m"])
  })

  test("steps by a minute and by a bar, and tells what is to be drawn", async () => {
    const moment = Date.UTC(2026, 0, 8, 10, 7)
    const session = await begin("15m", moment)
    const drawn: BarsChange[] = []
    session.drawWith((change) => drawn.push(change))
    const count = session.bars.list.length
    session.advance(1)
    expect(session.moment).toBe(moment + MINUTE)
    await session.stepBar()
    expect(session.moment).toBe(Date.UTC(2026, 0, 8, 10, 15))
    await session.stepBar()
    expect(session.moment).toBe(Date.UTC(2026, 0, 8, 10, 30))
    expect(session.bars.list).toHaveLength(count + 1)
    expect(drawn).toEqual([
      { kind: "tail", from: count - 1 },
      { kind: "tail", from: count - 1 },
      { kind: "tail", from: count },
    ])
  })

  test("a bar longer than what is fetched ahead is played to its end", async () => {
    const session = await begin("1D", Date.UTC(2026, 0, 6))
    await session.stepBar()
    expect(session.moment).toBe(Date.UTC(2026, 0, 7))
    expect(session.account.worth.points).toHaveLength(1440)
  })

  test("a market order fills at the next minute's open and half a spread", async () => {
    const moment = Date.UTC(2026, 0, 8, 10, 7)
    const session = await begin("15m", moment)
    expect(
      session.place({ side: "buy", kind: "market", lots: 1000, ticks: 0, isCloseOnly: false }),
    ).toBeUndefined()
    session.advance(1)
    const open = Math.round(openOf(moment) * 100)
    expect(session.account.money.fills).toMatchObject([
      { time: moment, ticks: open + Math.ceil(open / 10_000) },
    ])
  })

  test("ends where the present begins, with no bar that isn't over", async () => {
    const session = await begin("5m", NOW - 12 * MINUTE)
    session.advance(1000)
    expect(session.moment).toBe(NOW)
    expect(session.state).toBe("present")
  })

  test("goes past a hole, however long", async () => {
    const hole = [Date.UTC(2026, 0, 6), Date.UTC(2026, 0, 8)] as const
    const session = await begin("1h", hole[0] - MINUTE, market([], hole))
    session.advance(1)
    await session.stepBar()
    expect(session.moment).toBeGreaterThan(hole[1])
  })

  test("says so where nothing is known", async () => {
    await expect(begin("1h", FIRST - MINUTE)).rejects.toThrow()
  })
})

test("whatever is played, no bar on the chart knows more than its moment, and each minute is played once", async () => {
  const moves = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 })
  const interval = fc.constantFrom<Interval>("1m", "5m", "1h", "4h", "1D")
  await fc.assert(
    fc.asyncProperty(
      interval,
      fc.integer({ min: 1500, max: 4000 }),
      moves,
      async (length, minutes, counts) => {
        const session = await begin(length, FIRST + minutes * MINUTE)
        for (const count of counts) {
          session.advance(count)
          const { list } = session.bars
          const close = openOf(session.moment - MINUTE) + 0.5
          expect(list.at(-1)?.close).toBe(close)
          expect(Math.max(...list.map(({ high }) => high))).toBeLessThanOrEqual(close + 0.5)
          expect(list.every(({ time }) => time < session.moment)).toBe(true)
          const points = session.account.worth.points
          expect(points.map(({ time }) => time)).toEqual(
            points.map((_, at) => FIRST + (minutes + at + 1) * MINUTE),
          )
        }
        session.end()
      },
    ),
    { numRuns: 25 },
  )
})

test("a moment is read in the page's zone, and must be past", () => {
  expect(readMoment("", NOW)).toEqual({ kind: "empty" })
  expect(readMoment("soon", NOW)).toEqual({ kind: "wrong" })
  expect(readMoment("2030-01-01T00:00", NOW)).toEqual({ kind: "future" })
  expect(readMoment("2026-01-08T10:07", NOW).kind).toBe("moment")
})

test("nothing of a replay imports what could send an order", () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from),
  )
  const senders = /api\/(?:call|order-calls|change-|request-key)|\/ticket\/|\/order-news\/|order-sending/
  expect(imported.filter((from) => senders.test(from))).toEqual([])
  expect(imported.length).toBeGreaterThan(20)
})
