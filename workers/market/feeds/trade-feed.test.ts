/** Is every trade there once, in order, whatever the socket loses, doubles or swaps? */

import { beforeEach, describe, expect, test } from "vitest"
import type { TradePage } from "../calls/market-calls.ts"
import { seededChance } from "../fake-book.ts"
import { fakeMarket, settle } from "../fake-surroundings.ts"
import { Catalogue } from "./catalogue.ts"
import { TRADES_KEPT_MAX, TradeFeed } from "./trade-feed.ts"

const ID = "BTC_USDT"

let feed: TradeFeed
let asked: { limit: number; before: number }[]
let isDown: boolean
let gaps: number

const row = (id: number) => [id, "100.1", "0.500", id % 2 === 0 ? 1 : -1, id * 1000]
const ids = () => feed.trades.map((trade) => trade.id)
const run = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

beforeEach(() => {
  asked = []
  isDown = false
  gaps = 0
  const catalogue = new Catalogue()
  catalogue.replace("spot", [fakeMarket(ID)], { kind: "simulated", source: "", practice: true, since: 0 })
  const listed = catalogue.get(ID)
  if (!listed) throw new Error("not listed")
  feed = new TradeFeed(listed, {
    changed: () => {},
    gap: () => {
      gaps += 1
    },
    fetchTrades: async (_symbol, limit, before) => {
      asked.push({ limit, before })
      if (isDown) return undefined
      const rows = run(Math.max(1, before - limit), before - 1)
        .reverse()
        .map(row)
      return { symbol: ID, rows } as unknown as TradePage
    },
  })
})

describe("trades (W4)", () => {
  test("are kept in order, each once", () => {
    feed.apply([row(1), row(2)], 0)
    feed.apply([row(2), row(3)], 0)
    feed.apply([row(1), row(2), row(3), row(4)], 0)
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(gaps).toBe(0)
  })

  test("in a wrong order within a message are put right", () => {
    feed.apply([row(3), row(1), row(2)], 0)
    expect(ids()).toEqual([1, 2, 3])
  })

  test("that are missing are read and put in", async () => {
    feed.apply([row(1), row(2)], 0)
    feed.apply([row(6)], 0)
    expect(feed.isHealing).toBe(true)
    await settle()
    expect(asked).toEqual([{ limit: 3, before: 6 }])
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
    expect(feed.isHealing).toBe(false)
    expect(gaps).toBe(1)
  })

  test("that come late after all fill the gap themselves", () => {
    isDown = true
    feed.apply([row(1)], 0)
    feed.apply([row(3)], 0)
    feed.apply([row(2)], 0)
    expect(ids()).toEqual([1, 2, 3])
    expect(feed.isHealing).toBe(false)
  })

  test("missing by the thousand: what a page can't reach goes, rather than a hole stays", async () => {
    feed.apply([row(1)], 0)
    feed.apply([row(5000)], 0)
    await settle()
    expect(ids()).toEqual(run(4500, 5000))
    expect(feed.isHealing).toBe(false)
  })

  test("that can't be read are tried again, and given up in the end", async () => {
    isDown = true
    feed.apply([row(1), row(4)], 0)
    await settle()
    for (let second = 1; second < 20; second += 1) {
      feed.watch(second * 1000)
      await settle()
    }
    expect(asked).toHaveLength(3)
    expect(ids()).toEqual([4])
    expect(feed.isHealing).toBe(false)
  })

  test("are asked for again though the clock was set back meanwhile", async () => {
    isDown = true
    feed.apply([row(1), row(4)], 9_000_000)
    await settle()
    isDown = false
    for (let second = 1; second < 10; second += 1) {
      feed.watch(second * 1000)
      await settle()
    }
    expect(ids()).toEqual([1, 2, 3, 4])
  })

  test("that the server by HTTP knows nothing of are thrown away", async () => {
    feed.apply([row(1), row(2)], 0)
    const honest = run(8, 12).reverse().map(row)
    const page = { symbol: ID, rows: honest } as unknown as TradePage
    const feedOf = new TradeFeed(feed.listed, {
      changed: () => {},
      gap: () => {},
      fetchTrades: async () => page,
    })
    feedOf.apply([row(7), row(9_000_000)], 0)
    await settle()
    expect(feedOf.trades.map((trade) => trade.id)).toEqual([8, 9, 10, 11, 12])
  })

  test("that are none are counted and left out", () => {
    const bad = [
      null,
      [],
      ["1", "100", "1", 1, 5],
      [1, "100.05", "1", 1, 5],
      [1, "100", "0", 1, 5],
      [1, "100", "1", 2, 5],
    ]
    expect(feed.apply([...bad, row(1)], 0)).toEqual({ newest: 1000, refused: 6 })
    expect(ids()).toEqual([1])
  })

  test("are never kept without end", () => {
    for (let id = 1; id < 20_000; id += 50) feed.apply(run(id, id + 49).map(row), 0)
    expect(feed.trades.length).toBeLessThan(TRADES_KEPT_MAX + 600)
    expect(feed.newest?.id).toBe(20_000 - 50 + 50)
  })
})

test("three thousand messages lost, doubled and swapped end in a list without gap", async () => {
  const chance = seededChance(5)
  let next = 1
  let held: unknown[] | undefined
  for (let count = 0; count < 3000; count += 1) {
    const last = next + Math.floor(chance() * 4)
    const rows = run(next, last).map(row)
    next = last + 1
    const fate = chance()
    if (fate < 0.6) feed.apply(rows, count)
    else if (fate < 0.75) held = rows
    else if (fate < 0.85) {
      feed.apply(rows, count)
      feed.apply(rows, count)
    } else if (held) feed.apply(held, count)
    if (chance() < 0.5) await settle()
  }
  feed.apply([row(next)], 3000)
  await settle()
  await settle()
  const all = ids()
  expect(all.at(-1)).toBe(next)
  expect(all.every((id, index) => index === 0 || id === (all[index - 1] ?? 0) + 1)).toBe(true)
  expect(gaps).toBeGreaterThan(300)
})
