/** The curve adds up, hours and weekdays follow the page's zone, and tags are read as they are typed. */

import { afterEach, expect, test } from "vitest"
import { setZone } from "../../../text/zone.ts"
import { curveOf, type JournalRow, readTags, statisticLines, stepPath, winPercent } from "./journal.model.ts"

afterEach(() => setZone(undefined))

const MINUTE = 60_000
const part = (time: number, profit: string, fees = "0", funding = "0") => ({ time, profit, fees, funding })

test("the curve begins at zero and ends at the sum of profit, fees and funding", () => {
  const rows = [part(0, "10", "-1"), part(5 * MINUTE, "-13", "-1", "0.5")]
  const curve = curveOf({ from: 0, to: 10 * MINUTE, stepMs: MINUTE, rows })
  expect(curve).toMatchObject({ sum: "-4.5", high: "9", low: "-4.5" })
  expect(curve?.places.map(({ x }) => x)).toEqual([0, 0.1, 0.6, 1])
  expect(curve?.places.map(({ y }) => y)).toEqual([9 / 13.5, 0, 1, 1])
  expect(curve?.zero).toBe(9 / 13.5)
  expect(stepPath(curve?.places ?? [], 100, 10)).toBe("M0.00 6.67H10.00V0.00H60.00V10.00H100.00V10.00")
  expect(curveOf({ from: 0, to: 10, stepMs: MINUTE, rows: [] })).toBeUndefined()
})

const ended = (iso: string, net: bigint, tags: string[] = []): JournalRow => ({
  ...{ instrument: "BTC_USDT_PERP", ended: Date.parse(iso), net, fees: 0n, funding: 0n, tags },
})

test("hours and weekdays are those of the zone, Monday first", () => {
  // A Sunday evening in UTC, a Monday morning in Tokyo.
  const rows = [ended("2026-11-22T22:30:00Z", 5n), ended("2026-11-25T01:00:00Z", -2n)]
  setZone("UTC")
  expect(statisticLines(rows, "hour").map(({ key }) => key)).toEqual(["1", "22"])
  expect(statisticLines(rows, "weekday").map(({ key }) => key)).toEqual(["3", "0"])
  setZone("Asia/Tokyo")
  expect(statisticLines(rows, "hour").map(({ key }) => key)).toEqual(["7", "10"])
  expect(statisticLines(rows, "weekday").map(({ key }) => key)).toEqual(["1", "3"])
})

test("tags stand by how many positions they have", () => {
  const rows = [ended("2026-11-22T22:30:00Z", 5n, ["b"]), ended("2026-11-22T22:30:00Z", 5n, ["a", "b"])]
  expect(statisticLines(rows, "tag").map(({ key, count }) => [key, count])).toEqual([
    ["b", 2],
    ["a", 1],
  ])
})

test.each([
  ["breakout, late ,breakout,,", ["breakout", "late"]],
  ["  ", []],
  ["x".repeat(25), undefined],
  ["a,b,c,d,e,f,g,h,i", undefined],
])("the tags of %j are %j", (typed, tags) => {
  expect(readTags(typed)).toEqual(tags)
})

test.each([
  [3, 7, 42.9],
  [0, 4, 0],
  [0, 0, null],
])("%i wins of %i are %s per cent", (wins, count, percent) => {
  expect(winPercent({ wins, count })).toBe(percent)
})
