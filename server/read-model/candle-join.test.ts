/** Archive, memory and computed history join as the rule says, and all intervals agree. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { GeneratedHistory } from "#server/read-model/history-source.ts"
import type { RunSpan } from "#server/storage/market-archive.ts"
import { CandleJoin } from "./candle-join.ts"
import { segmentsOf, wholeSpans } from "./run-spans.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)
const book = { id: "A_B", kind: "spot" } as Instrument
const second = { id: "A_B_SEC", kind: "second" } as Instrument

interface Trade {
  time: number
  price: number
  quantity: number
  id: number
}

/** A history that anyone can compute: one flat-ish candle a second. */
function generatedSecond(openTime: number): Candle {
  const wave = Math.round(1000 + 50 * Math.sin(openTime / 700_000))
  const candle = openCandle(openTime, wave)
  foldTrade(candle, { price: wave, quantity: 2, id: 0 })
  foldTrade(candle, { price: wave + (openTime % 7000) / 1000, quantity: 1, id: 0 })
  return { ...candle, generated: true, closed: true }
}

const secondsBetween = (from: number, to: number): Candle[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / 1000)) }, (_, place) =>
    generatedSecond(from + place * 1000),
  )

const history: GeneratedHistory = {
  since: () => START,
  candles: async (_instrument, interval, from, to) =>
    rollUp(secondsBetween(Math.max(from, START), Math.floor(to / 1000) * 1000), interval),
}

function foldAll(trades: readonly Trade[], interval: Interval): Candle[] {
  const candles: Candle[] = []
  for (const trade of trades) {
    const openTime = bucketStart(trade.time, interval)
    if (candles.at(-1)?.openTime !== openTime) candles.push(openCandle(openTime, trade.price))
    foldTrade(candles.at(-1) as Candle, trade)
  }
  return candles
}

/** The same told second by second, as plainly as can be. */
function truth(scene: Scene, interval: Interval, from: number): Candle[] {
  const traded = new Map(foldAll(scene.trades, "1s").map((candle) => [candle.openTime, candle]))
  const seconds: Candle[] = []
  let close: number | undefined
  for (let time = from; time < scene.now; time += 1000) {
    const inSpan = scene.spans.some((span) => span.from <= time && span.to > time)
    if (inSpan) {
      const candle = traded.get(time) ?? (close === undefined ? undefined : openCandle(time, close))
      if (candle) seconds.push(candle)
      close = candle?.close ?? close
    } else if (scene.hasHistory) {
      seconds.push(generatedSecond(time))
      close = seconds.at(-1)?.close
    } else close = undefined
  }
  const rolled = rollUp(seconds, interval).map((candle) => ({ ...candle }))
  for (const candle of rolled) candle.closed = bucketEnd(candle.openTime, interval) <= scene.now
  return rolled
}

interface Scene {
  spans: RunSpan[]
  trades: Trade[]
  now: number
  hasHistory: boolean
}

/** Runs and pauses of at least a minute, with some trades in the runs; the last run reaches to now. */
const scenes = fc
  .record({
    lengths: fc.array(fc.integer({ min: 61, max: 9000 }), { minLength: 3, maxLength: 9 }),
    begin: fc.integer({ min: 0, max: 80_000 }),
    trades: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        price: fc.integer({ min: 900, max: 1100 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 60 },
    ),
    hasHistory: fc.boolean(),
  })
  .map(({ lengths, begin, trades, hasHistory }): Scene => {
    const odd = lengths.length % 2 === 1 ? lengths : lengths.slice(1)
    const spans: RunSpan[] = []
    let at = START + begin * 1000
    odd.forEach((length, place) => {
      if (place % 2 === 0) spans.push({ from: at, to: at + length * 1000 })
      at += length * 1000
    })
    const total = spans.reduce((sum, span) => sum + span.to - span.from, 0)
    const timed = trades
      .map(({ at: share, price, quantity }) => {
        let left = Math.floor(share * total)
        const span = spans.find((one) => {
          if (left < one.to - one.from) return true
          left -= one.to - one.from
          return false
        })
        return { time: (span?.from ?? 0) + left, price, quantity }
      })
      .sort((one, other) => one.time - other.time)
      .map((trade, place) => ({ ...trade, id: place + 1 }))
    return { spans, trades: timed, now: at, hasHistory }
  })

function joinOf(scene: Scene): CandleJoin {
  const between = (candles: Candle[], from: number, to: number) =>
    candles.filter((candle) => candle.openTime >= from && candle.openTime < to)
  return new CandleJoin({
    history: scene.hasHistory ? history : undefined,
    spans: () => scene.spans,
    traded: async (_instrument, interval, from, to) => between(foldAll(scene.trades, interval), from, to),
    lastTraded: async (_instrument, before) => between(foldAll(scene.trades, "1m"), 0, before).at(-1),
  })
}

describe("the join", () => {
  test.each([
    ["a book", book, INTERVALS.slice(3)],
    ["a second contract", second, INTERVALS],
  ])("gives %s the candles of its seconds, in every interval", async (_name, instrument, intervals) => {
    await fc.assert(
      fc.asyncProperty(scenes, fc.constantFrom(...intervals), async (scene, interval) => {
        const from = bucketStart(START, interval)
        const known = truth(scene, interval, START)
        const joined = await joinOf(scene).candles(instrument, interval, {
          from,
          to: scene.now,
          now: scene.now,
        })
        expect(joined).toEqual(known)
      }),
      { numRuns: 25 },
    )
  })

  test("gives a page the same candles as the whole, whatever its limit and end", async () => {
    await fc.assert(
      fc.asyncProperty(
        scenes,
        fc.constantFrom<Interval>("1m", "5m", "1h", "4h"),
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (scene, interval, limit, share) => {
          const to = Math.min(Math.floor(START + share * (scene.now - START)) + 1, scene.now)
          const join = joinOf(scene)
          const { from, more } = join.page(book, interval, { to, limit, now: scene.now })
          const end = Math.min(bucketEnd(bucketStart(to - 1, interval), interval), scene.now)
          const page = from < end ? await join.candles(book, interval, { from, to: end, now: scene.now }) : []
          const before = truth(scene, interval, START).filter((candle) => candle.openTime < to)
          expect(page).toEqual(before.filter((candle) => candle.openTime >= from))
          // Buckets of a run in which nothing was ever traded count too, but there is nothing to show for them.
          if (scene.hasHistory) expect(page).toEqual(before.slice(-limit))
          if (!more) expect(page.length).toBe(before.length)
        },
      ),
      { numRuns: 25 },
    )
  })

  test("counts the bucket that begins right now, as the run holds the second of now", () => {
    const now = START + 600_000
    const scene = { spans: [{ from: START + 12_000, to: now + 1000 }], trades: [], now, hasHistory: true }
    const pageOf = (to: number, limit: number) => joinOf(scene).page(book, "1m", { to, limit, now })
    expect(pageOf(now + 1, 1)).toEqual({ from: now, more: true })
    expect(pageOf(now + 1, 3)).toEqual({ from: now - 120_000, more: true })
    expect(pageOf(now, 1)).toEqual({ from: now - 60_000, more: true })
  })

  test("leaves a hole where neither the engine ran nor a history is, and fills within a run only", async () => {
    const minute = 60_000
    const scene: Scene = {
      spans: [
        { from: START, to: START + 3 * minute },
        { from: START + 10 * minute, to: START + 14 * minute },
      ],
      trades: [
        { time: START + 30_000, price: 1000, quantity: 1, id: 1 },
        { time: START + 12 * minute, price: 1050, quantity: 1, id: 2 },
      ],
      now: START + 14 * minute,
      hasHistory: false,
    }
    const joined = await joinOf(scene).candles(book, "1m", { from: START, to: scene.now, now: scene.now })
    expect(joined.map((candle) => [(candle.openTime - START) / minute, candle.close, candle.volume])).toEqual(
      [
        [0, 1000, 1],
        [1, 1000, 0],
        [2, 1000, 0],
        [12, 1050, 1],
        [13, 1050, 0],
      ],
    )
  })

  test("fills a silent second with the price before it, not with one of later in its minute", async () => {
    const at = START + 120_000
    const trades = [5, 30].map((late, place) => ({
      ...{ time: at + late * 1000, price: 1000 + place, quantity: 1, id: place + 1 },
    }))
    const now = at + 60_000
    const join = joinOf({ spans: [{ from: at + 1000, to: now }], trades, now, hasHistory: false })
    const closes = async (from: number) =>
      (await join.candles(second, "1s", { from: at + from, to: at + from + 2000, now })).map(
        ({ close }) => close,
      )
    expect(await closes(1000)).toEqual([])
    expect(await closes(3_000)).toEqual([])
    expect(await closes(20_000)).toEqual([1000, 1000])
    expect(await closes(29_000)).toEqual([1000, 1001])
  })

  test("tells seconds that are no longer kept as a hole", () => {
    const now = START + 3 * DAY
    const join = joinOf({ spans: [{ from: START, to: now }], trades: [], now, hasHistory: true })
    const origins = (interval: Interval) =>
      join.segments(second, interval, { from: START, to: now, now }).map(({ from, origin }) => [from, origin])
    expect(origins("1s")).toEqual([
      [START, "hole"],
      [now - DAY, "engine"],
    ])
    expect(origins("1m")).toEqual([[START, "engine"]])
  })
})

describe("segments", () => {
  const rules = { historySince: 1000, keptSince: Number.NEGATIVE_INFINITY }

  test("cover everything asked for once, and in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(50_000), fc.nat(9000)), { maxLength: 6 }),
        fc.nat(40_000),
        fc.integer({ min: 1, max: 40_000 }),
        (raw, from, length) => {
          const sorted = raw.map(([a, b]) => ({ from: a, to: a + b })).sort((a, b) => a.from - b.from)
          const segments = segmentsOf(from, from + length, { ...rules, spans: wholeSpans(sorted) })
          let at = from
          for (const segment of segments) {
            expect(segment.from).toBe(at)
            at = segment.to
          }
          expect(at).toBe(from + length)
        },
      ),
    )
  })

  test("are whole seconds, and spans within one second are one", () => {
    expect(
      wholeSpans([
        { from: 1500, to: 3200 },
        { from: 3900, to: 5000 },
        { from: 6000, to: 6000 },
        { from: 7001, to: 7002 },
      ]),
    ).toEqual([
      { from: 1000, to: 5000 },
      { from: 7000, to: 8000 },
    ])
  })
})
