/** A disk that fails loses nothing, and is logged. */

import { expect, test } from "vitest"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { SaveBatch } from "#server/storage/market-archive.ts"
import { MarketModel } from "./market-model.ts"
import { MarketSaver } from "./market-saver.ts"

const spot = {
  id: "A_B",
  kind: "spot",
  tick: 1_000_000n,
  lot: 1_000_000n,
  notionalUnit: 10_000n,
  state: "open",
} as SpotInstrument
const START = Date.UTC(2026, 10, 21, 12)

const trade = (id: number, time: number, price: number) =>
  ({ type: "trade", instrument: "A_B", id, price, quantity: 2, takerSide: "buy", time }) as EngineEvent

function setUp() {
  const model = new MarketModel({
    feed: { kind: "simulated", source: "", practice: true },
    instruments: [spot],
    coinNames: new Map(),
    counters: new Map([["trade:A_B", 40]]),
    now: () => START,
  })
  model.begin(START, START)
  const saved: SaveBatch[] = []
  const disk = { fault: undefined as Error | undefined }
  const said: string[] = []
  const saver = new MarketSaver({
    model,
    archive: {
      save: async (batch) => {
        if (disk.fault) throw disk.fault
        saved.push(batch)
      },
      prune: async () => undefined,
    },
    log: { error: (_, text) => said.push(text), info: (_, text) => said.push(text) },
  })
  return { model, saver, saved, disk, said }
}

test("what could not be saved is kept, said, and saved with the next that works", async () => {
  const { model, saver, saved, disk, said } = setUp()
  model.take({ time: START + 1000, events: [trade(41, START + 1000, 100)] })
  disk.fault = new Error("the disk is full: 0 MB free")
  await saver.save("candles")
  expect(saver.failure()).toBe("the disk is full: 0 MB free")
  model.take({ time: START + 61_000, events: [trade(42, START + 61_000, 105)] })
  await saver.save("candles")
  disk.fault = undefined
  await saver.save("candles")
  expect(saver.failure()).toBeUndefined()
  expect(said.at(-1)).toBe("the market is saved again")
  const [batch] = saved
  expect(batch).toMatchObject({ time: START + 61_000, final: false })
  expect(batch?.counters.get("trade:A_B")).toBe(42)
  expect(
    batch?.candles.map(({ interval, candle }) => [
      interval,
      candle.openTime - START,
      candle.close,
      candle.volume,
    ]),
  ).toEqual([
    ["1m", 0, 100, 2],
    ["1m", 60_000, 105, 2],
    ["1h", 0, 105, 4],
    ["1D", -12 * 3_600_000, 105, 4],
  ])
  await saver.save("candles")
  expect(saved[1]?.candles).toEqual([])
})

test("a batch is of one moment: what is traded while it is written comes with the next", async () => {
  const { model, saver, saved } = setUp()
  model.take({ time: START, events: [trade(41, START, 100)] })
  const saving = saver.save("candles")
  model.take({ time: START + 1, events: [trade(42, START + 1, 101)] })
  await saving
  expect(saved[0]?.candles[0]?.candle).toMatchObject({ close: 100, volume: 2, lastTradeId: 41 })
  expect(model.view("A_B")?.engineCandles.recent("1m", 0, START + 1)).toHaveLength(1)
  await saver.stop()
  expect(saved[1]).toMatchObject({ final: true, time: START + 1 })
  expect(saved[1]?.candles[0]?.candle).toMatchObject({ close: 101, volume: 4, lastTradeId: 42 })
  expect(saved[1]?.trades.get("A_B")?.map((row) => row[0])).toEqual([41, 42])
})
