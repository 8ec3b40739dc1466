/** Market streams of the Binance-shaped door, over a market driven by the test. */

import { afterEach, describe, expect, test } from "vitest"
import { doorOver, groundOf } from "#tests/support/binance-door.ts"
import { type BinanceMessage, BinanceSocket } from "#tests/support/binance-socket.ts"
import { FakeMarket, fakePerpetual, fakeSpot } from "#tests/support/fake-market.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import { DepthStreams } from "./depth-streams.ts"
import { StreamNames } from "./stream-name.ts"

const SPOT = "BTC_USDT"
const PERPETUAL = "BTC_USDT_PERP"
let server: StreamServer
let market: FakeMarket
const clients: BinanceSocket[] = []

async function start(times?: { pingEveryMs: number; pongWithinMs: number; lifeMs: number }): Promise<void> {
  market = new FakeMarket([fakeSpot(SPOT), fakePerpetual(PERPETUAL, SPOT)])
  market.commit({ levels: [level(SPOT, 10_000, 5), level(PERPETUAL, 10_000, 5)] })
  server = await startStream(market, {}, Date.now, { doors: [doorOver(market, times)] })
}

const level = (id: string, price: number, total: number, side: "bid" | "ask" = "bid") => ({
  ...{ id, side, price, total },
})

async function open(path: string): Promise<BinanceSocket> {
  const client = await BinanceSocket.open(new URL(server.url).origin, path)
  clients.push(client)
  return client
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await server.close()
})

describe("subscribing", () => {
  test("is confirmed, listed and ended by name, and nothing comes of what was not asked for", async () => {
    await start()
    const client = await open("/binance/ws")
    expect(await client.ask("SUBSCRIBE", ["btcusdt@trade", "btcusdt@bookTicker"])).toEqual({
      ...{ result: null, id: 1 },
    })
    expect(await client.ask("LIST_SUBSCRIPTIONS")).toEqual({
      ...{ result: ["btcusdt@trade", "btcusdt@bookTicker"], id: 2 },
    })
    await client.ask("UNSUBSCRIBE", ["btcusdt@bookTicker"])
    market.commit({
      levels: [level(SPOT, 10_001, 7)],
      trades: [{ id: SPOT, price: 10_001, quantity: 3, side: -1 }],
    })
    await client.until(() => client.events("trade").length === 1)
    expect(client.events("trade")).toEqual([
      {
        ...{ e: "trade", E: market.now(), s: "BTCUSDT", t: 1, p: "100.01", q: "0.003" },
        ...{ T: market.now(), m: true, M: true },
      },
    ])
    expect(client.messages).toHaveLength(4)
  })

  test("of a combined stream puts the name round each message, also by property", async () => {
    await start()
    const client = await open("/binance/stream?streams=btcusdt@aggTrade/btcusdt@depth5@100ms")
    const raw = await open("/binance/ws/btcusdt@aggTrade")
    expect(await raw.ask("SET_PROPERTY", ["combined", true])).toEqual({ result: null, id: 1 })
    expect(await raw.ask("GET_PROPERTY", ["combined"])).toEqual({ result: true, id: 2 })
    await client.ask("LIST_SUBSCRIPTIONS")
    market.commit({
      levels: [level(SPOT, 10_001, 7)],
      trades: [{ id: SPOT, price: 10_001, quantity: 3, side: 1 }],
    })
    await client.until(() => client.messages.length === 3)
    const trade = {
      ...{ stream: "btcusdt@aggTrade" },
      data: {
        ...{ e: "aggTrade", E: market.now(), s: "BTCUSDT", a: 1, p: "100.01", q: "0.003", f: 1, l: 1 },
        ...{ T: market.now(), m: false, M: true },
      },
    }
    expect(client.messages.slice(1)).toEqual([
      trade,
      {
        stream: "btcusdt@depth5@100ms",
        data: {
          lastUpdateId: market.depth(SPOT, 5)?.seq,
          bids: [
            ["100.01", "0.007"],
            ["100.00", "0.005"],
          ],
          asks: [],
        },
      },
    ])
    await raw.until(() => raw.messages.length === 3)
    expect(raw.messages[2]).toEqual(trade)
  })

  test.each([
    ["{", { error: { code: 3, msg: "Invalid JSON: expected value at line 1 column 1" }, id: null }],
    ['{"method":"SUBSCRIBE","params":["xyz@trade"],"id":7}', unknown("xyz@trade", 7)],
    ['{"method":"SUBSCRIBE","params":["btcusdt@depth7"],"id":7}', unknown("btcusdt@depth7", 7)],
    ['{"method":"SUBSCRIBE","params":["BTCUSDT@trade"],"id":7}', unknown("BTCUSDT@trade", 7)],
    ['{"method":"SUBSCRIBE","params":["btcusdt@markPrice"],"id":7}', unknown("btcusdt@markPrice", 7)],
    [
      '{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":-1}',
      request("request ID must be an unsigned integer"),
    ],
    ['{"method":"SUBSCRIBE","params":[1],"id":7}', request("stream name must be a string", 7)],
    ['{"params":[],"id":7}', request("missing field `method`", 7)],
    [
      '{"method":"SET_PROPERTY","params":["combined",1],"id":7}',
      { error: { code: 1, msg: "Invalid value type: expected Boolean" }, id: 7 },
    ],
    [
      '{"method":"GET_PROPERTY","params":["speed"],"id":7}',
      { error: { code: 0, msg: "Unknown property" }, id: 7 },
    ],
  ])("that is wrong is refused and changes nothing: %s", async (text, refusal) => {
    await start()
    const client = await open("/binance/ws/0")
    client.send(text)
    await client.until(() => client.messages.length === 1)
    expect(client.messages).toEqual([refusal])
    expect(await client.ask("LIST_SUBSCRIPTIONS")).toEqual({ result: [], id: 1 })
  })
})

function request(msg: string, id: number | null = null) {
  return { error: { code: 2, msg: `Invalid request: ${msg}` }, id }
}
function unknown(name: string, id: number) {
  return request(`unknown stream \`${name}\``, id)
}

describe("the book", () => {
  const CHANGES = 300
  const change = (id: string, step: number) => ({
    levels: [level(id, 9_990 + (step % 9), step % 5, step % 2 ? "bid" : "ask")],
  })

  test.each([
    ["spot", "/binance/ws/btcusdt@depth@100ms", SPOT],
    ["futures", "/binance/fstream/public/ws/btcusdt@depth@100ms", PERPETUAL],
  ])(
    "of %s is the same by its snapshot and the chained events behind it, whenever the snapshot is taken",
    async (venue, path, id) => {
      await start()
      const client = await open(path)
      const steps = Array.from({ length: CHANGES }, (_, step) => step)
      let snapshot = market.depth(id, 1000)
      for (const step of steps) {
        // Other books move too: the numbers of this one have gaps between them.
        market.commit(step % 3 === 0 ? change(id, step) : change(id === SPOT ? PERPETUAL : SPOT, step))
        if (step === 140) snapshot = market.depth(id, 1000)
        if (step % 10 === 0) await client.until(() => true)
        if (step % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 60))
      }
      const last = market.depth(id, 1000)
      await client.until(() => client.events("depthUpdate").at(-1)?.u === last?.seq)
      const events = client.events("depthUpdate") as unknown as DepthEvent[]
      expect(events.length).toBeGreaterThan(3)
      for (const [place, event] of events.entries()) {
        const before = events[place - 1]
        if (before && venue === "spot") expect(event.U).toBe(before.u + 1)
        if (before && venue === "futures") expect(event.pu).toBe(before.u)
      }
      const seq = snapshot?.seq ?? 0
      const rest = events.filter(({ u }) => (venue === "spot" ? u > seq : u >= seq))
      const [first] = rest
      if (venue === "spot") expect(first).toSatisfy(({ U, u }: DepthEvent) => U <= seq + 1 && seq + 1 <= u)
      else expect(first).toSatisfy(({ U, u }: DepthEvent) => U <= seq && seq <= u)
      const bids = new Map(snapshot?.bids)
      const asks = new Map(snapshot?.asks)
      for (const { b, a } of rest) {
        for (const [price, total] of b) set(bids, price, total)
        for (const [price, total] of a) set(asks, price, total)
      }
      expect(new Map(last?.bids)).toEqual(bids)
      expect(new Map(last?.asks)).toEqual(asks)
    },
  )

  test("shows a gap where the read model had one", async () => {
    await start()
    const client = await open("/binance/ws/btcusdt@depth@100ms")
    await client.ask("LIST_SUBSCRIPTIONS")
    market.commit(change(SPOT, 1))
    market.skipSequence = true
    market.commit(change(SPOT, 2))
    await client.until(() => client.events("depthUpdate").length === 2)
    const [one, other] = client.events("depthUpdate") as unknown as DepthEvent[]
    expect(other?.U).not.toBe((one?.u ?? 0) + 1)
  })
})

interface DepthEvent {
  U: number
  u: number
  pu?: number
  b: [string, string][]
  a: [string, string][]
}

function set(side: Map<unknown, unknown>, price: string, total: string): void {
  if (Number(total) === 0) side.delete(price)
  else side.set(price, total)
}

describe("a slow reader", () => {
  const BATCH = 500
  const batch = Array.from({ length: BATCH }, () => ({
    id: SPOT,
    price: 10_000,
    quantity: 1,
    side: 1 as const,
  }))
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const lastTrade = (client: BinanceSocket) => (client.messages.at(-1) as BinanceMessage).t

  test("gets every trade, in order, once it reads again", async () => {
    await start()
    const client = await open("/binance/ws/btcusdt@trade")
    await client.ask("LIST_SUBSCRIPTIONS")
    client.socket.pause()
    let count = 0
    for (; server.stream.figures().slow === 0 || count % 5 > 0; count += 1) {
      market.commit({ trades: batch })
      await turn()
    }
    for (let more = 0; more < 5; more += 1, count += 1) market.commit({ trades: batch })
    client.socket.resume()
    await client.until(() => lastTrade(client) === count * BATCH)
    expect(client.events("trade").map(({ t }) => t)).toEqual(
      Array.from({ length: count * BATCH }, (_, place) => place + 1),
    )
  })

  test("that takes nothing is closed for what waits, and what it has got is without a gap", async () => {
    await start()
    const client = await open("/binance/ws/btcusdt@trade")
    await client.ask("LIST_SUBSCRIPTIONS")
    client.socket.pause()
    while (server.stream.figures().connections > 0) {
      market.commit({ trades: batch })
      await turn()
    }
    client.socket.resume()
    await client.until(() => client.closed !== undefined)
    const ids = client.events("trade").map(({ t }) => t)
    expect(ids).toEqual(ids.map((_, place) => place + 1))
    expect(ids.length).toBeGreaterThan(BATCH)
  })

  test("of a book gets one event that spans what it has missed", async () => {
    await start()
    const parts = {
      ...{ ground: groundOf(market), names: new StreamNames(groundOf(market).symbols) },
      ...{ form: "raw" as const, now: Date.now },
    }
    const streams = new DepthStreams(parts)
    streams.whole("spot btcusdt@depth")
    const span = (prev: number, seq: number, price: string, total: string) => [
      { ...{ prev, seq, time: 1 }, bids: new Map([[price, total]]), asks: new Map() },
    ]
    const kept = streams.merge(undefined, span(4, 7, "100.00", "1.000"))
    const merged = streams.merge(kept, span(7, 9, "100.00", "0"))
    const events = streams.encode("spot btcusdt@depth", streams.merge(merged, span(9, 12, "99.00", "2.000")))
    expect(events).toHaveLength(1)
    expect(JSON.parse(String(events))).toMatchObject({
      U: 5,
      u: 12,
      b: [
        ["100.00", "0"],
        ["99.00", "2.000"],
      ],
      a: [],
    })
  })
})

describe("figures", () => {
  test("of all markets come as a list, of one by itself, each market's apart", async () => {
    await start()
    const spot = await open("/binance/ws/!miniTicker@arr")
    const futures = await open("/binance/fstream/market/stream?streams=btcusdt@ticker/btcusdt@markPrice@1s")
    market.commit({
      trades: [
        { id: SPOT, price: 10_000, quantity: 3, side: 1 },
        { id: SPOT, price: 10_100, quantity: 1, side: 1 },
        { id: PERPETUAL, price: 10_000, quantity: 2, side: 1 },
        { id: PERPETUAL, price: 10_200, quantity: 2, side: 1 },
      ],
      marks: [PERPETUAL],
    })
    await spot.until(() => spot.messages.length > 0)
    expect(spot.messages[0]).toMatchObject([{ e: "24hrMiniTicker", s: "BTCUSDT", c: "101.00", o: "100.00" }])
    await futures.until(() => futures.messages.length > 1)
    expect(futures.objects().find(({ stream }) => stream === "btcusdt@ticker")?.data).toMatchObject({
      ...{ e: "24hrTicker", s: "BTCUSDT", c: "102.00", p: "2", P: "2.000", Q: "0.002", L: 2 },
    })
    expect(futures.objects().find(({ stream }) => stream === "btcusdt@markPrice@1s")?.data).toMatchObject({
      ...{ e: "markPriceUpdate", s: "BTCUSDT", p: "100.6", i: "100.5", r: "0.0001" },
    })
  })

  test("of a candle that has closed come once, then of the next", async () => {
    await start()
    market.commit({ trades: [{ id: SPOT, price: 10_000, quantity: 3, side: 1 }] })
    const client = await open("/binance/ws/btcusdt@kline_1m")
    await client.ask("LIST_SUBSCRIPTIONS")
    market.commit({ after: 60_000, trades: [{ id: SPOT, price: 10_100, quantity: 2, side: 1 }] })
    await client.until(() => client.events("kline").length === 2)
    const [closed, live] = client.events("kline").map(({ k }) => k as Record<string, unknown>)
    expect(closed).toMatchObject({ i: "1m", s: "BTCUSDT", o: "100.00", c: "100.00", v: "0.003", x: true })
    expect(live).toMatchObject({ t: Number(closed?.t) + 60_000, o: "101.00", c: "101.00", x: false })
    expect(live?.T).toBe(Number(live?.t) + 59_999)
  })
})

describe("a connection", () => {
  test("is pinged, and closed when no pong comes", async () => {
    await start({ pingEveryMs: 20, pongWithinMs: 1000, lifeMs: 60_000 })
    const client = await open("/binance/ws")
    await client.until(() => client.pings > 10)
    expect(client.closed).toBeUndefined()
    client.socket.pong = () => undefined
    await client.until(() => client.closed !== undefined)
    expect(client.closed).toEqual({ code: 1008, reason: "Pong timeout" })
  })

  test("is closed at its age, and by too many messages", async () => {
    await start({ pingEveryMs: 1000, pongWithinMs: 1000, lifeMs: 150 })
    const old = await open("/binance/ws")
    const loud = await open("/binance/ws")
    for (let count = 0; count < 40; count += 1) loud.send({ method: "LIST_SUBSCRIPTIONS", id: count })
    await loud.until(() => loud.closed !== undefined)
    expect(loud.closed?.reason).toBe("Too many requests")
    await old.until(() => old.closed !== undefined)
    expect(old.closed?.code).toBe(1000)
  })

  test("counts as one of all sockets, hears that the server ends, and is taken on no other path", async () => {
    await start()
    const client = await open("/binance/fstream/stream")
    expect(server.stream.figures().connections).toBe(1)
    await expect(open("/binance/else")).rejects.toThrow("404")
    await server.stream.close()
    await client.until(() => client.closed !== undefined)
    expect(client.messages.at(-1)).toMatchObject({ e: "serverShutdown" })
    expect(market.listenerCount).toBe(0)
  })
})
