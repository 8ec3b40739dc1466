/** A client that doesn't read can neither make the server's memory grow nor delay others. */

import { once } from "node:events"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { WebSocket } from "ws"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { liveBytes } from "#tests/support/memory.ts"
import { randomBatches } from "#tests/support/random-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import { depthSource } from "./channels/depth-source.ts"
import { tradeSource } from "./channels/numbered-source.ts"
import { tickerSource } from "./channels/row-source.ts"
import { Frame } from "./frame.ts"
import { Backlog, CONNECTION_BYTES_MAX, SLOW_STALL_MS } from "./slow-reader.ts"
import type { Source, Topic } from "./topic.ts"

const topicOf = <News>(source: Source<News>, key: string): Topic => ({
  source,
  key,
  confirmation: { text: "confirmed" },
  members: new Set(),
  joining: new Set(),
})

const poured = (backlog: Backlog): unknown =>
  JSON.parse(
    backlog
      .pour(new Frame(), (topic, news) => {
        const text = topic.source.encode(topic.key, news)
        return text === undefined ? undefined : { text: String(text) }
      })
      .text(),
  )

/** A machine that never takes a second's worth in a second isn't one to try this on. */
const TRIES_MAX = 8

describe("what is kept", () => {
  const market = new FakeMarket([fakeSpot("BTC_USDT"), fakeSpot("ETH_USDT")])
  const levels = (from: number, count: number) =>
    new Map(Array.from({ length: count }, (_, place) => [`${from + place}.00`, "1.000"] as const))

  test("of depth is one delta from the first sequence to the last, with the newest totals (W2)", () => {
    const backlog = new Backlog()
    const topic = topicOf(depthSource(market), "BTC_USDT")
    const shared = { prev: 4, seq: 6, time: 1, bids: new Map([["1.00", "5.000"]]), asks: new Map() }
    backlog.add(topic, shared)
    backlog.add(topic, {
      prev: 6,
      seq: 7,
      time: 2,
      bids: new Map([["1.00", "0"]]),
      asks: new Map([["2.00", "1.000"]]),
    })
    backlog.add(topic, { prev: 7, seq: 9, time: 3, bids: new Map([["0.90", "3.000"]]), asks: new Map() })
    expect(shared.bids.get("1.00")).toBe("5.000")
    expect(poured(backlog)).toEqual({
      type: "depth",
      data: {
        instrument: "BTC_USDT",
        prev: 4,
        seq: 9,
        time: 3,
        bids: [
          ["1.00", "0"],
          ["0.90", "3.000"],
        ],
        asks: [["2.00", "1.000"]],
        checksum: 0,
      },
    })
    expect(backlog.isEmpty).toBe(true)
    expect(backlog.bytes).toBe(0)
  })

  test("of depth becomes a snapshot when it would be longer than one, or when a change is missing", () => {
    const source = depthSource(market)
    const change = (prev: number, bids: Map<string, string>) => ({
      prev,
      seq: prev + 1,
      time: 1,
      bids,
      asks: new Map(),
    })
    const long = new Backlog()
    for (let count = 0; count < 500; count++)
      long.add(topicOf(source, "BTC_USDT"), change(count, levels(1, 400)))
    const one = new Backlog()
    const topic = topicOf(source, "BTC_USDT")
    one.add(topic, change(1, levels(1, 300)))
    const before = one.bytes
    one.add(topic, change(2, levels(301, 300)))
    expect(one.bytes).toBeLessThan(before)
    expect(poured(one)).toMatchObject({ data: { snapshot: true } })
    const gap = new Backlog()
    gap.add(topic, change(1, levels(1, 1)))
    gap.add(topic, change(5, levels(1, 1)))
    expect(poured(gap)).toMatchObject({ data: { snapshot: true } })
  })

  test("of trades are the newest two hundred", () => {
    const backlog = new Backlog()
    const topic = topicOf(tradeSource(market), "BTC_USDT")
    for (let id = 1; id <= 1000; id++) backlog.add(topic, [[id, "1.00", "1.000", 1, 5]])
    const { data } = poured(backlog) as { data: { rows: [number][] } }
    expect(data.rows.map(([id]) => id)).toEqual(Array.from({ length: 200 }, (_, place) => place + 801))
  })

  test("of tickers is which changed; the rows are the newest when they leave", () => {
    const backlog = new Backlog()
    const topic = topicOf(tickerSource(market), "*")
    const shared = new Set(["BTC_USDT"])
    backlog.add(topic, shared)
    backlog.add(topic, new Set(["ETH_USDT"]))
    backlog.add(topic, new Set(["BTC_USDT"]))
    expect([...shared]).toEqual(["BTC_USDT"])
    expect(poured(backlog)).toMatchObject({
      data: { rows: [market.ticker("BTC_USDT"), market.ticker("ETH_USDT")] },
    })
  })

  test("is counted, and forgotten with the subscription", () => {
    const backlog = new Backlog()
    const topics = ["BTC_USDT", "ETH_USDT"].map((key) => topicOf(tradeSource(market), key))
    for (const topic of topics) backlog.add(topic, [[1, "1.00", "1.000", 1, 5]])
    const both = backlog.bytes
    for (const topic of topics.slice(1)) backlog.remove(topic)
    expect(backlog.bytes).toBe(both / 2)
    backlog.clear()
    expect(backlog.bytes).toBe(0)
  })
})

describe("a client that stops reading", () => {
  const ids = Array.from({ length: 100 }, (_, place) => `COIN${place}_USDT`)
  const few = ids.slice(0, 10)
  let market: FakeMarket
  let server: StreamServer
  /** Added to the wall clock, so that ten seconds needn't be waited for. */
  let ahead: number
  const opened: SocketClient[] = []

  const open = async () => {
    const client = await SocketClient.open(server.url, { steps: () => FAKE_STEPS })
    opened.push(client)
    await client.subscribe("depth", ...few)
    await client.subscribe("trade", ...few)
    await client.subscribe("ticker", "*")
    return client
  }
  const isAnySlow = () => server.stream.figures().slow > 0
  const breath = () => new Promise((resolve) => setImmediate(resolve))
  const batch = randomBatches(few, 5)
  const busy = async (batches: number) => {
    for (let count = 0; count < batches; count++) {
      const parts = Array.from({ length: 5 }, batch)
      market.commit({
        levels: parts.flatMap(({ levels = [] }) => levels),
        trades: parts.flatMap(({ trades = [] }) => trades),
      })
      if (count % 5 === 0) await breath()
    }
  }

  /** Fills the buffers of the kernel, which lie between the server and a client that doesn't read. */
  const fill = async (isEnough = isAnySlow) => {
    const trades = Array.from({ length: 300 }, () => ({
      id: "COIN0_USDT",
      price: 100,
      quantity: 1,
      side: 1 as const,
    }))
    while (!isEnough()) {
      market.commit({ trades })
      await breath()
    }
  }

  beforeEach(async () => {
    ahead = 0
    market = new FakeMarket(ids.map(fakeSpot))
    server = await startStream(market, { coalesceMs: 0, heartbeatMs: 60_000 }, () => Date.now() + ahead)
  })
  afterEach(async () => {
    for (const client of opened.splice(0)) client.socket.terminate()
    await server.close()
  })

  test("gets merged data that joins when it reads again; nothing piles up, and others miss nothing", async () => {
    const slow = await open()
    slow.socket.pause()
    await fill()
    const fast = await open()
    expect(server.stream.figures()).toMatchObject({ connections: 2, slow: 1 })
    let changes = 0
    market.listen(({ depth }) => {
      if (depth.has("COIN0_USDT")) changes += 1
    })
    const before = liveBytes()
    await busy(500)
    expect(liveBytes() - before).toBeLessThan(CONNECTION_BYTES_MAX + 2 ** 22)
    slow.socket.resume()
    for (const client of [slow, fast]) {
      await client.until(
        () => few.every((id) => client.book(id).seq === market.depth(id, 1)?.seq),
        "the newest books",
      )
      expect(client.faults).toEqual([])
      for (const id of few) {
        const held = client
          .book(id)
          .book.levels("bid", 999)
          .map(({ price, total }) => [price, total])
        expect(held).toEqual(market.levels(id, "bid"))
        expect(client.tickers.get(id)?.slice(0, 2)).toEqual(market.ticker(id)?.slice(0, 2))
        expect(client.trades.get(id)?.at(-1)).toEqual(market.trades(id, Number.MAX_SAFE_INTEGER, 1)[0])
      }
    }
    expect(fast.book("COIN0_USDT").deltas).toBe(changes)
    expect(slow.book("COIN0_USDT").deltas).toBeLessThan(changes / 10)
    expect(fast.missingTrades).toBe(0)
    expect(slow.closed).toBeUndefined()
  })

  test("is dropped when it stays away for ten seconds, and learns why if it comes back", async () => {
    const comeBack = async () => {
      ahead = 0
      const slow = new WebSocket(server.url)
      let last = ""
      slow.on("message", (data) => {
        last = String(data)
      })
      await once(slow, "open")
      slow.send(JSON.stringify({ type: "subscribe", data: { channel: "trade", key: "COIN0_USDT" } }))
      await once(slow, "message")
      slow.pause()
      await fill()
      ahead = SLOW_STALL_MS
      market.commit({ trades: [{ id: "COIN0_USDT", price: 100, quantity: 1, side: 1 }] })
      slow.resume()
      const [code] = await once(slow, "close")
      return { code, last }
    }
    // Who doesn't take what is before the farewell within a second is cut without it, as on a busy machine: 1006.
    let end = await comeBack()
    for (let tries = 1; tries < TRIES_MAX && end.code === 1006; tries += 1) end = await comeBack()
    expect(end.code).toBe(1008)
    expect(JSON.parse(end.last)).toEqual({ type: "closing", data: { reason: "slow", after: 3000 } })
  })

  test("is cut after two heartbeats when its line is dead (W6): it answers nothing and takes nothing", async () => {
    await server.close()
    // A clock that stands still: being slow for long can't be the reason.
    server = await startStream(market, { coalesceMs: 0, heartbeatMs: 50 }, () => 0)
    const dead = await SocketClient.open(server.url)
    opened.push(dead)
    await dead.subscribe("trade", "COIN0_USDT")
    dead.socket.pause()
    const alive = setInterval(() => dead.socket.send('{"type":"ping","data":{}}'), 20)
    await fill()
    clearInterval(alive)
    await vi.waitFor(() => expect(server.stream.figures().connections).toBe(0), { timeout: 60_000 })
  })

  test("is closed when all sockets together are over their budget, and who keeps up stays", async () => {
    await server.close()
    const settings = { coalesceMs: 0, heartbeatMs: 60_000, socketMegabytesMax: 0.1 }
    server = await startStream(market, settings, () => 0)
    const [behind, fast] = [await open(), await open()]
    behind.socket.pause()
    await fill(() => server.stream.figures().connections === 1)
    await busy(5)
    await fast.until(
      () => few.every((id) => fast.book(id).seq === market.depth(id, 1)?.seq),
      "the newest books",
    )
    expect([fast.faults, fast.closed]).toEqual([[], undefined])
    expect(server.stream.figures().waitingBytes).toBeLessThan(0.1 * 2 ** 20)
  })

  test("is dropped when what is kept for it reaches the limit, even if it never comes back", async () => {
    const slow = await SocketClient.open(server.url)
    opened.push(slow)
    await slow.subscribe("trade", ...ids)
    slow.socket.pause()
    const trades = ids.map((id) => ({ id, price: 100, quantity: 1, side: 1 as const }))
    for (let count = 0; count < 3000 && server.stream.figures().connections > 0; count++) {
      market.commit({ trades })
      if (count % 5 === 0) await breath()
    }
    while (server.stream.figures().connections > 0) await breath()
  })
})

test("the limit of a connection is the constitution's", () => {
  expect(CONNECTION_BYTES_MAX).toBe(2 * 1024 * 1024)
})
