/** Tests of several charts through the desk: each fed with its own bars at its own pace, liquidity noted while it is asked for. */

import { expect, test } from "vitest"
import { FakeDesk, ID, NOTHING } from "./fake-desk.ts"
import { START } from "./fake-surroundings.ts"
import type { ChartView } from "./view.ts"

const OPEN = Math.floor(START / 60_000) * 60_000
const ONE: ChartView = { instrument: ID, interval: "1m" }
const OTHER: ChartView = { instrument: "ETH_USDT", interval: "1m" }

const row = (close: string, trade: number) => [OPEN, "1.0", "9.0", "1.0", close, "3.000", trade, 0, 0]

async function open() {
  const it = await new FakeDesk().open()
  it.world.answers["/market/kline"] = (query) => ({
    symbol: query.get("symbol"),
    interval: query.get("interval"),
    rows: [row("2.0", 1)],
    more: false,
    holes: [],
  })
  return it
}

type Desk = Awaited<ReturnType<typeof open>>

const subscribed = (it: Desk): string[] =>
  it.world.socket.sent
    .filter(({ type, data }) => type === "subscribe" && data.channel === "candle")
    .map(({ data }) => String(data.key))

const framesOf = (it: Desk, { instrument }: ChartView, from = 0) =>
  it.page.frames
    .slice(from)
    .flatMap(({ charts = [] }) => charts)
    .filter((frame) => frame.instrument === instrument)

test("two charts of one market and interval are one subscription, another market is its own; each gets its bars", async () => {
  const it = await open()
  await it.desk.show({ ...NOTHING, chart: ONE, charts: [ONE, OTHER] })
  await it.world.advance(200)
  expect(subscribed(it)).toEqual([`${ID}:1m`, "ETH_USDT:1m"])
  expect(framesOf(it, ONE).map(({ kind }) => kind)).toEqual(["reset"])
  expect(framesOf(it, OTHER).map(({ kind }) => kind)).toEqual(["reset"])
})

test("which chart is worked with may change: nothing is asked for again", async () => {
  const it = await open()
  await it.desk.show({ ...NOTHING, chart: ONE, charts: [OTHER] })
  await it.world.advance(200)
  const before = it.page.frames.length
  await it.desk.show({ ...NOTHING, chart: OTHER, charts: [ONE] })
  await it.world.advance(200)
  expect(subscribed(it)).toEqual([`${ID}:1m`, "ETH_USDT:1m"])
  expect(framesOf(it, ONE, before).filter(({ kind }) => kind === "reset")).toEqual([])
})

test("the chart that is worked with gets its live bar five times a second, the others twice, one chart a frame", async () => {
  const it = await open()
  await it.desk.show({ ...NOTHING, chart: ONE, charts: [OTHER] })
  await it.world.advance(500)
  const before = it.page.frames.length
  for (let turn = 0; turn < 100; turn += 1) {
    for (const { instrument } of [ONE, OTHER])
      it.say("candle", { instrument, interval: "1m", rows: [row(`${2 + (turn % 7)}.0`, 2 + turn)] })
    await it.world.advance(20)
  }
  const frames = it.page.frames.slice(before).filter(({ charts = [] }) => charts.length > 0)
  const counts = [ONE, OTHER].map((chart) => framesOf(it, chart, before).length)
  expect(counts[0]).toBeGreaterThanOrEqual(8)
  expect(counts[0]).toBeLessThanOrEqual(11)
  expect(counts[1]).toBeGreaterThanOrEqual(3)
  expect(counts[1]).toBeLessThanOrEqual(5)
  expect(frames.every(({ charts = [] }) => charts.length === 1)).toBe(true)
})

test("the book's liquidity is noted once a second while it is asked for, and begins anew when it is asked for again", async () => {
  const it = await open()
  await it.desk.show({ ...NOTHING, heat: { instrument: ID } })
  await it.world.advance(50)
  it.snapshot()
  for (let second = 0; second < 5; second += 1) {
    it.pong()
    await it.world.advance(1000)
  }
  const heats = it.page.frames.flatMap(({ heat }) => heat ?? [])
  expect(heats.length).toBeGreaterThanOrEqual(4)
  expect(heats.length).toBeLessThanOrEqual(6)
  expect(heats.map(({ isWhole }) => isWhole).slice(0, 2)).toEqual([true, false])
  const [bid] = it.server.book.levels("bid", 1)
  const { step = 0, columns = [] } = heats.at(-1) ?? {}
  const [column] = columns
  const at = Math.floor((bid?.price ?? 0) / 10 / step) - (column?.first ?? 0)
  expect(column?.sizes[at]).toBeGreaterThan(0)

  await it.desk.show(NOTHING)
  await it.world.advance(100)
  const before = it.page.frames.length
  await it.desk.show({ ...NOTHING, heat: { instrument: ID } })
  await it.world.advance(50)
  it.snapshot()
  it.pong()
  await it.world.advance(1200)
  expect(it.page.frames.slice(before).flatMap(({ heat }) => heat ?? [])[0]?.isWhole).toBe(true)
})
