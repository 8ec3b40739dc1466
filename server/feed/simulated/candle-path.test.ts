/** Candles of a file, and the path through them. */

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { readCandleFile } from "./candle-file.ts"
import { CandlePath } from "./candle-path.ts"
import { fold } from "./stretch.ts"

afterAll(removeFolders)

const BEGINS = Date.UTC(2026, 9, 1)
const HEAD = "time,open,high,low,close,volume,closed"

function fileOf(lines: readonly string[], end = "\r\n"): string {
  const file = join(freshFolder(), "candles.csv")
  writeFileSync(file, `${lines.join(end)}${end}`)
  return file
}

const minute = (at: number) => BEGINS + at * 60_000
const ROWS = [
  `${minute(0)},100,110,90,105,60,1`,
  `${minute(1)},105,106,80,85,30,1`,
  `${minute(2)},85,85,85,85,0,1`,
  `${minute(3)},85,86,84,85,9,0`,
]

describe("a file of candles", () => {
  test("is read as the export writes it, without the candle that still moves", () => {
    const { candles, intervalMs } = readCandleFile(fileOf([HEAD, ...ROWS]))
    expect(intervalMs).toBe(60_000)
    expect(candles.length).toBe(3)
    expect(candles[1]).toEqual({ openTime: minute(1), open: 105, high: 106, low: 80, close: 85, volume: 30 })
  })

  test.each([
    ["seconds", ["time", String(BEGINS / 1000), String(BEGINS / 1000 + 60)]],
    ["dates with a T", ["date", "2026-10-01T00:00:00Z", "2026-10-01T00:01:00Z"]],
    ["dates with a space", ["timestamp", "2026-10-01 00:00:00.000000", "2026-10-01 00:01:00.000000"]],
  ])("may have its times as %s", (_form, [column, ...times]) => {
    const rows = times.map((time) => `${time},1,1,1,1,1`)
    const { candles } = readCandleFile(fileOf([`${column},open,high,low,close,volume`, ...rows], "\n"))
    expect(candles.map(({ openTime }) => openTime)).toEqual([BEGINS, BEGINS + 60_000])
  })

  test.each([
    [
      "a gap",
      [HEAD, ROWS[0], ROWS[1], `${minute(3)},85,85,85,85,0,1`],
      "line 4: a gap, from 2026-10-01T00:01:00.000Z",
    ],
    [
      "times that fall",
      [HEAD, ROWS[0], ROWS[1], ROWS[0]],
      "line 4: 2026-10-01T00:00:00.000Z doesn't come after",
    ],
    ["no such columns", ["a,b", "1,2"], "line 1: expected the columns"],
    ["a price that isn't one", [HEAD, ROWS[0], `${minute(1)},1,2,x,1,1,1`], "line 3: low is no number"],
    [
      "a high below its open",
      [HEAD, `${minute(0)},5,4,3,4,1,1`, ROWS[1]],
      "line 2: low and high don't enclose",
    ],
    ["a price of nothing", [HEAD, `${minute(0)},0,1,0,1,1,1`, ROWS[1]], "line 2: low and high don't enclose"],
    ["a time that isn't one", [HEAD, "yesterday,1,1,1,1,1,1", ROWS[1]], "line 2: yesterday is no time"],
    ["one candle", [HEAD, ROWS[0]], "fewer than two candles"],
    ["odd distances", [HEAD, ROWS[0], `${BEGINS + 61_000},1,1,1,1,1,1`], "61 s apart, which is no interval"],
    [
      "a moving candle within",
      [HEAD, ROWS[0], `${minute(1)},1,1,1,1,1,0`, ROWS[2]],
      "isn't closed is not the last",
    ],
  ])("with %s is refused, with its line", (_fault, lines, words) => {
    expect(() => readCandleFile(fileOf(lines.map((line) => line ?? "")))).toThrow(words)
  })

  test("that isn't there is refused", () => {
    expect(() => readCandleFile(join(freshFolder(), "none.csv"))).toThrow("can't be read")
  })
})

describe("the path through candles", () => {
  const path = new CandlePath("BTC", readCandleFile(fileOf([HEAD, ...ROWS])), 0.5)
  const price = (log: number) => Math.round(Math.exp(log) * 1e6) / 1e6
  const seconds = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => path.second(minute(from) + at * 1000))

  test.each([
    [0, { open: 100, high: 110, low: 90, close: 105, volume: 120 }],
    [1, { open: 105, high: 106, low: 80, close: 85, volume: 60 }],
    [2, { open: 85, high: 85, low: 85, close: 85, volume: 0 }],
  ])("has candle %i again when its seconds are folded, volume in whole lots", (at, candle) => {
    const whole = fold(seconds(at, 60))
    const { open, high, low, close } = whole ?? seconds(at, 1)[0] ?? { open: 0, high: 0, low: 0, close: 0 }
    expect({
      ...{ open: price(open), high: price(high), low: price(low), close: price(close) },
      volume: whole?.volume,
    }).toEqual(candle)
  })

  test("goes on from second to second without a jump", () => {
    const all = seconds(0, 120)
    for (const [at, one] of all.entries()) {
      const next = all[at + 1]
      // From candle to candle it may jump, as the market did.
      if (next && at !== 59) expect(next.open).toBeCloseTo(one.close, 10)
      expect(one.low).toBeLessThanOrEqual(Math.min(one.open, one.close))
      expect(one.high).toBeGreaterThanOrEqual(Math.max(one.open, one.close))
    }
  })

  test("stands still before the file and behind it", () => {
    expect(price(path.logPrice(BEGINS - 5000))).toBe(100)
    expect(path.second(BEGINS - 5000).volume).toBe(0)
    expect(price(path.logPrice(minute(99)))).toBe(85)
  })

  test("folds longer candles of whole files only, and cuts where it is told to", () => {
    const [whole, ...rest] = path.stretches("5m", BEGINS, minute(60))
    expect(rest).toEqual([])
    expect({ low: price(whole?.low ?? 0), high: price(whole?.high ?? 0), volume: whole?.volume }).toEqual({
      ...{ low: 80, high: 110, volume: 180 },
    })
    const cut = path.stretches("1m", BEGINS, minute(1) + 30_000)
    expect(cut.map(({ openTime, volume }) => [openTime, volume])).toEqual([
      [minute(0), 120],
      [minute(1), 30],
    ])
    expect(path.stretches("15s", BEGINS, minute(1)).length).toBe(4)
  })
})
