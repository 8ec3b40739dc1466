/** A replayed market in our engine equals the recorded one. Also one that we recorded ourselves. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { TradeEvent } from "#server/engine/event.ts"
import { Beat } from "#server/maker/beat.ts"
import { MarketModel } from "#server/read-model/market-model.ts"
import { MemoryDoor } from "#tests/support/memory-door.ts"
import { createFeed } from "../create-feed.ts"
import { openRecording } from "../recorded/recording.ts"
import { verifyRecording } from "../recorded/verify-recording.ts"
import { startRecorder } from "../recorder.ts"
import { seededKey } from "../simulated/market-identity.ts"
import { SimulatedFeed } from "../simulated/simulated-feed.ts"

const folder = mkdtempSync(join(tmpdir(), "saker-replay-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Plays a file as fast as it goes, until its markets are closed. */
async function play(file: string) {
  const said: string[] = []
  const feed = await createFeed({
    feed: `replay:${file}`,
    replaySpeed: 10_000,
    say: (text) => said.push(text),
  })
  const door = new MemoryDoor(Date.now())
  const trades: TradeEvent[] = []
  door.listen(({ events }) => {
    for (const event of events) if (event.type === "trade") trades.push(event)
  })
  door.list(feed.instruments)
  const clock = setInterval(() => door.pass(10), 1)
  await feed.start(door)
  const last = feed.instruments.at(-1)?.id ?? ""
  await vi.waitUntil(() => door.engine.instrumentState(last) === "cancel-only", {
    timeout: 60_000,
    interval: 5,
  })
  clearInterval(clock)
  await feed.stop()
  return { feed, door, trades, said }
}

const levels = (door: MemoryDoor, id: string, side: "buy" | "sell") =>
  door.engine.levels(id, side).map((level) => [level.price, level.total])

describe("a replayed Kraken book", () => {
  const at = (seconds: number, message: object) => `${1618678132 + seconds}.5: ${JSON.stringify(message)}`
  const book = (part: object) => [1, part, "book-3", "XBT/CHF"]
  const file = join(folder, "KRAKEN.ws.1.0")
  writeFileSync(
    file,
    [
      "wss://ws.kraken.com <-> 1618678132.38",
      at(
        60,
        book({
          as: [
            ["5.10", "1.50"],
            ["5.25", "2"],
          ],
          bs: [
            ["5.05", "2.00"],
            ["4.90", "0.30"],
          ],
        }),
      ),
      at(61, book({ a: [["5.10", "0.25"]], b: [["4.90", "0.75"]] })),
      at(62, [1, [["5.10", "0.10", "1618678194.1", "b", "l", ""]], "trade", "XBT/CHF"]),
      // The bid passes the old best ask, which goes in the same message.
      at(
        63,
        book({
          a: [["5.10", "0.00"]],
          b: [
            ["5.15", "1.00"],
            ["4.85", "3"],
          ],
        }),
      ),
      "",
    ].join("\n"),
  )

  test("stands level by level, trades what was traded, and takes no order after its end", async () => {
    const { feed, door, trades, said } = await play(file)
    expect(feed.instruments.map(({ id, tick, lot }) => [id, tick, lot])).toEqual([
      ["BTC_CHF", 5_000_000n, 1_000_000n],
    ])
    expect(feed.source).toBe("KRAKEN.ws.1.0")
    expect(feed.coinNames.get("BTC")).toBe("Bitcoin")
    expect(levels(door, "BTC_CHF", "buy")).toEqual([
      [103, 100],
      [101, 200],
      [98, 75],
    ])
    expect(levels(door, "BTC_CHF", "sell")).toEqual([[105, 200]])
    expect(trades.map(({ price, quantity, takerSide }) => [price, quantity, takerSide])).toEqual([
      [102, 10, "buy"],
    ])
    expect(door.engine.instrumentState("BTC_CHF")).toBe("cancel-only")
    expect(said.join()).toContain("has ended")
    expect(Object.fromEntries(door.refusals)).toEqual({})
  })
})

describe("our own recording", () => {
  const file = join(folder, "own.jsonl.gz")
  let recorded: MemoryDoor
  let traded = 0

  beforeAll(async () => {
    const door = new MemoryDoor(Date.UTC(2026, 10, 20, 14))
    const beat = new Beat()
    const feed = new SimulatedFeed({ market: { key: seededKey("5") }, spotMarkets: 2, beat })
    const model = new MarketModel({
      feed: { kind: "simulated", source: "", practice: true },
      instruments: feed.instruments,
      coinNames: feed.coinNames,
      counters: new Map(),
      now: () => door.now(),
    })
    door.listen((batch) => model.take(batch))
    door.list(feed.instruments)
    await feed.start(door)
    beat.stop()
    const recorder = await startRecorder({
      file,
      reader: model,
      onFailure: (error) => {
        throw error
      },
    })
    door.listen(({ events }) => {
      traded += events.filter((event) => event.type === "trade").length
    })
    for (let passed = 0; passed < 20_000; passed += 50) {
      door.pass(50)
      beat.advance(door.now())
      await new Promise((resolve) => setImmediate(resolve))
    }
    await feed.stop()
    await recorder.close()
    recorded = door
  })

  test("has every book right by its own sums", () => {
    const reports = verifyRecording(openRecording(file))
    expect(reports.map((report) => report.symbol).sort()).toEqual([
      "BTC_USDT",
      "BTC_USDT_PERP",
      "ETH_USDT",
      "ETH_USDT_PERP",
    ])
    for (const report of reports) {
      const sums = report.checks.get("checksum")
      expect(sums?.compared).toBeGreaterThan(10)
      expect(sums?.equal).toBe(sums?.compared)
      expect(report.gaps + report.crossed).toBe(0)
    }
  })

  test("played again ends with the same books and about the same trades", async () => {
    const { door, trades, said } = await play(file)
    expect(said).toEqual(["The recording own.jsonl.gz has ended; its markets take no new orders now."])
    for (const id of ["BTC_USDT", "ETH_USDT_PERP"])
      for (const side of ["buy", "sell"] as const)
        expect(levels(door, id, side)).toEqual(levels(recorded, id, side))
    expect(traded).toBeGreaterThan(20)
    expect(trades.length / traded).toBeGreaterThan(0.8)
    expect(Object.fromEntries(door.refusals)).toEqual({})
  })

  test("can't be begun where nothing can be written", async () => {
    const model = new MarketModel({
      feed: { kind: "simulated", source: "", practice: true },
      instruments: [],
      coinNames: new Map(),
      counters: new Map(),
      now: () => 0,
    })
    const begin = startRecorder({
      file: join(folder, "no", "way"),
      reader: model,
      onFailure: () => undefined,
    })
    await expect(begin).rejects.toThrow("can't be written")
  })
})

describe("a wrong setting is refused in plain words", () => {
  test.each([
    [{ feed: "ccxt:" }, "needs exchanges by name"],
    [{ feed: "ccxt:nowhere" }, "There is no exchange nowhere"],
    [{ feed: "ccxt:binance,binance" }, "twice"],
    [{ feed: "tape" }, "There is no feed tape"],
    [{ feed: "replay:" }, "needs a file"],
    [{ feed: `replay:${join(folder, "nothing")}` }, "can't be read"],
    [{ feed: "replay:x", replaySpeed: 0 }, "The speed of a replay"],
    [{ feed: "simulated", markets: 0 }, "The number of markets"],
    [{ feed: "simulated", markets: 2.5 }, "The number of markets"],
  ])("%o", async (settings, words) => {
    await expect(createFeed(settings)).rejects.toThrow(words)
  })
})
