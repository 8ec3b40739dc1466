/** The socket server keeps its contract. Real clients against a real HTTP server. */

import { once } from "node:events"
import { connect } from "node:net"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import { FAKE_STEPS, FakeMarket, fakePerpetual, fakeSecond, fakeSpot } from "#tests/support/fake-market.ts"
import { SocketClient, type SocketClientSetup } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"
import type { StreamSettings } from "./stream-settings.ts"

const instruments = [
  fakeSpot("BTC_USDT"),
  fakeSpot("ETH_USDT"),
  fakePerpetual("BTC_USDT_PERP", "BTC_USDT"),
  fakeSecond("BTC_USDT_SEC", "BTC_USDT"),
]

let market: FakeMarket
let server: StreamServer
const clients: SocketClient[] = []

async function start(settings: Partial<StreamSettings> = {}) {
  server = await startStream(market, settings)
}
async function open(setup: SocketClientSetup = {}) {
  const client = await SocketClient.open(server.url, { steps: () => FAKE_STEPS, ...setup })
  clients.push(client)
  return client
}

beforeEach(() => {
  market = new FakeMarket(instruments)
  market.commit({
    levels: [
      { id: "BTC_USDT", side: "bid", price: 9_999, total: 10 },
      { id: "BTC_USDT", side: "ask", price: 10_001, total: 20 },
    ],
  })
})
afterEach(async () => {
  const faults = clients.flatMap((client) => client.faults)
  clients.length = 0
  await server.close()
  expect(faults).toEqual([])
})

const trade = (id: string, price: number) => ({ id, price, quantity: 5, side: 1 as const })

describe("a subscription", () => {
  beforeEach(() => start())

  test("to depth brings the whole book at once, then deltas that follow it", async () => {
    const client = await open()
    await client.subscribe("depth", "BTC_USDT")
    await client.until(() => client.book("BTC_USDT").snapshots === 1)
    market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9_998, total: 7 }] })
    market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9_999, total: 0 }] })
    await client.until(() => client.book("BTC_USDT").seq === 3)
    const { book, deltas } = client.book("BTC_USDT")
    expect(deltas).toBe(1)
    expect(book.levels("bid", 9)).toEqual([{ price: 9_998, total: 7 }])
    expect(book.levels("ask", 9)).toEqual([{ price: 10_001, total: 20 }])
  })

  test("to trades brings the last fifty, oldest first, then each new one", async () => {
    for (let count = 0; count < 60; count++) market.commit({ trades: [trade("BTC_USDT", 10_000)] })
    const client = await open()
    await client.subscribe("trade", "BTC_USDT")
    await client.until(() => client.trades.get("BTC_USDT")?.length === 50)
    market.commit({ trades: [trade("BTC_USDT", 10_000), trade("BTC_USDT", 10_001)] })
    await client.until(() => client.trades.get("BTC_USDT")?.length === 52)
    expect(client.trades.get("BTC_USDT")?.map(([id]) => id)).toEqual(
      Array.from({ length: 52 }, (_, place) => place + 11),
    )
  })

  test("to trades of a market that never traded says that there are none", async () => {
    const client = await open()
    await client.subscribe("trade", "ETH_USDT")
    await client.until(() => client.trades.get("ETH_USDT")?.length === 0)
  })

  test("to one ticker brings its row and its changes, to all tickers every row and every change", async () => {
    const [one, all] = [await open(), await open()]
    await one.subscribe("ticker", "BTC_USDT")
    await all.subscribe("ticker", "*")
    await one.until(() => one.tickers.size === 1)
    await all.until(() => all.tickers.size === instruments.length)
    market.commit({ trades: [trade("BTC_USDT", 10_000), trade("ETH_USDT", 500)] })
    await one.until(() => one.tickers.get("BTC_USDT")?.[1] === "100.00")
    await all.until(() => all.tickers.get("ETH_USDT")?.[1] === "5.00")
    expect([...one.tickers.keys()]).toEqual(["BTC_USDT"])
  })

  test("to mark, open interest, index and instrument brings what is known, then what changes", async () => {
    market.commit({ indexes: [{ index: "BTC_USDT", price: "100.1" }] })
    const client = await open()
    await client.subscribe("mark", "*")
    await client.subscribe("openInterest", "BTC_USDT_PERP")
    await client.subscribe("index", "BTC_USDT")
    await client.subscribe("instrument", "BTC_USDT")
    await client.until(() => client.marks.size === 1 && client.indexes.get("BTC_USDT")?.length === 1)
    expect(client.openInterests.size).toBe(1)
    expect(client.states.get("BTC_USDT")).toMatchObject({ state: "open", version: 0 })
    market.commit({
      marks: ["BTC_USDT_PERP"],
      openInterests: ["BTC_USDT_PERP"],
      indexes: [{ index: "BTC_USDT", price: "100.2" }],
      states: [{ id: "BTC_USDT", state: "halted" }],
    })
    await client.until(() => client.states.get("BTC_USDT")?.version === 1)
    expect(client.indexes.get("BTC_USDT")?.at(-1)?.[2]).toBe("100.2")
    expect(client.marks.get("BTC_USDT_PERP")?.[5]).toBe(3)
    expect(client.openInterests.get("BTC_USDT_PERP")?.[2]).toBe(3)
  })

  test("made twice sends the whole state anew and counts once", async () => {
    const client = await open()
    await client.subscribe("depth", "BTC_USDT")
    await client.subscribe("depth", "BTC_USDT")
    await client.until(() => client.book("BTC_USDT").snapshots === 2)
    market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9_998, total: 7 }] })
    await client.until(() => client.book("BTC_USDT").deltas === 1)
    client.unsubscribe("depth", "BTC_USDT")
    await client.subscribe("ticker", "ETH_USDT")
    market.commit({
      levels: [{ id: "BTC_USDT", side: "bid", price: 9_997, total: 7 }],
      trades: [trade("ETH_USDT", 9)],
    })
    await client.until(() => client.tickers.get("ETH_USDT")?.[1] === "0.09")
    expect(client.book("BTC_USDT").deltas).toBe(1)
  })

  test("can be resynced: a fresh snapshot comes, without a new confirmation", async () => {
    const client = await open()
    await client.subscribe("depth", "BTC_USDT")
    client.subscribed.clear()
    client.send({ type: "resync", data: { channel: "depth", key: "BTC_USDT" } })
    await client.until(() => client.book("BTC_USDT").snapshots === 2)
    expect(client.subscribed.size).toBe(0)
  })

  test("sends what changed together as one array", async () => {
    const client = await open()
    await client.subscribe("ticker", "BTC_USDT")
    await client.subscribe("depth", "BTC_USDT")
    await client.subscribe("trade", "BTC_USDT")
    await client.until(() => client.book("BTC_USDT").snapshots === 1 && client.trades.has("BTC_USDT"))
    const { frames, messages } = client
    market.commit({
      levels: [{ id: "BTC_USDT", side: "bid", price: 9_998, total: 7 }],
      trades: [trade("BTC_USDT", 10_000)],
    })
    await client.until(() => client.messages === messages + 3)
    expect(client.frames).toBe(frames + 1)
  })

  test("gives all members a snapshot when the read model skipped a change", async () => {
    const client = await open()
    await client.subscribe("depth", "BTC_USDT")
    await client.until(() => client.book("BTC_USDT").snapshots === 1)
    market.skipSequence = true
    market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9_998, total: 7 }] })
    await client.until(() => client.book("BTC_USDT").snapshots === 2)
    market.commit({ levels: [{ id: "BTC_USDT", side: "bid", price: 9_997, total: 7 }] })
    await client.until(() => client.book("BTC_USDT").deltas === 1)
  })
})

describe("candles", () => {
  beforeEach(() => start())

  test("come live, and at a turn with those that closed, exactly as all trades make them", async () => {
    market.commit({ trades: [trade("BTC_USDT", 10_000)] })
    const client = await open()
    await client.subscribe("candle", "BTC_USDT:1m")
    await client.until(() => client.candles.get("BTC_USDT:1m")?.size === 1)
    // Within one flush: a last trade of the old bucket, one of a later bucket, and an empty bucket between.
    market.commit({ after: 1, trades: [{ ...trade("BTC_USDT", 10_050), after: 1 }] })
    market.commit({ after: 150_000, trades: [{ ...trade("BTC_USDT", 9_000), after: 150_000 }] })
    await client.until(() => (client.candles.get("BTC_USDT:1m")?.size ?? 0) >= 3)
    const candles = [...(client.candles.get("BTC_USDT:1m")?.values() ?? [])]
    expect(candles).toEqual(candles.map(([openTime]) => market.candleAt("BTC_USDT", "1m", openTime)))
    expect(candles.map((row) => row[7])).toEqual([...candles.slice(1).map(() => 1), 0])
  })

  test("turn without a trade, as soon as the engine's time is past their end", async () => {
    market.commit({ trades: [trade("BTC_USDT", 10_000)] })
    const client = await open()
    await client.subscribe("candle", "BTC_USDT:1m")
    await client.until(() => client.candles.get("BTC_USDT:1m")?.size === 1)
    market.commit({ after: 60_000 })
    await client.until(() => client.candles.get("BTC_USDT:1m")?.size === 2)
    expect(client.candles.get("BTC_USDT:1m")?.values().next().value?.[7]).toBe(1)
  })
})

describe("a refusal", () => {
  beforeEach(() => start({ subscriptionsMax: 2 }))

  test.each([
    ["an unknown channel", { channel: "gossip", key: "BTC_USDT" }, "UNKNOWN_CHANNEL"],
    ["an unknown instrument", { channel: "depth", key: "XXX_USDT" }, "UNKNOWN_INSTRUMENT"],
    ["an instrument without a book", { channel: "depth", key: "BTC_USDT_SEC" }, "UNKNOWN_INSTRUMENT"],
    ["a mark that isn't there", { channel: "mark", key: "BTC_USDT" }, "UNKNOWN_INSTRUMENT"],
    ["an index that isn't there", { channel: "index", key: "ETH_USDT" }, "UNKNOWN_INSTRUMENT"],
    ["an interval that isn't there", { channel: "candle", key: "BTC_USDT:7m" }, "UNKNOWN_INSTRUMENT"],
    [
      "an interval that is kept of second contracts only",
      { channel: "candle", key: "BTC_USDT:1s" },
      "UNKNOWN_INSTRUMENT",
    ],
    ["all depths at once", { channel: "depth", key: "*" }, "UNKNOWN_INSTRUMENT"],
    ["a name every object has", { channel: "depth", key: "__proto__" }, "UNKNOWN_INSTRUMENT"],
    ["a key that is no text", { channel: "depth", key: 7 }, "FORMAT"],
    ["fields too many", { channel: "depth", key: "BTC_USDT", more: 1 }, "FORMAT"],
  ] as const)("of %s names the problem, the message, the channel and the key", async (_what, data, name) => {
    const client = await open()
    client.send({ type: "subscribe", data })
    await client.until(() => client.problems.length === 1)
    const key = typeof data.key === "string" ? { key: data.key } : {}
    const { channel } = data
    expect(client.problems).toEqual([{ code: PROBLEMS[name], name, of: "subscribe", channel, ...key }])
  })

  test("of the third of two allowed subscriptions leaves the two alone", async () => {
    const client = await open()
    await client.subscribe("ticker", "BTC_USDT", "ETH_USDT")
    client.send({ type: "subscribe", data: { channel: "trade", key: "BTC_USDT" } })
    await client.until(() => client.problems.length === 1)
    expect(client.problems[0]?.name).toBe("SUBSCRIPTION_LIMIT")
    client.unsubscribe("ticker", "ETH_USDT")
    await client.subscribe("trade", "BTC_USDT")
  })

  test("answers auth, for there are no accounts yet", async () => {
    const client = await open()
    client.send({ type: "auth", data: { token: "any" } })
    await client.until(() => client.problems.length === 1)
    expect(client.problems[0]).toEqual({ code: 999, name: "SESSION", of: "auth" })
  })

  test("isn't given to unknown types, and malformed text doesn't end the connection", async () => {
    const client = await open()
    client.send({ type: "dance", data: { channel: 7 } })
    client.send("{")
    await client.until(() => client.problems.length === 1)
    expect(client.problems[0]).toEqual({ code: PROBLEMS.FORMAT, name: "FORMAT" })
    await client.subscribe("ticker", "BTC_USDT")
    expect(server.warnings).toHaveLength(1)
  })
})

describe("the heartbeat", () => {
  test("carries the server's time and the measured round trip", async () => {
    await start({ heartbeatMs: 20 })
    const client = await open()
    await client.until(() => client.pongs.length >= 3)
    expect(client.pongs[0]?.roundTrip).toBe(-1)
    expect(client.pongs[2]?.roundTrip).toBeGreaterThanOrEqual(0)
    expect(Math.abs(Date.now() - (client.pongs[2]?.time ?? 0))).toBeLessThan(5000)
  })

  test("drops a client that is silent for two of them, and says why", async () => {
    await start({ heartbeatMs: 20 })
    const silent = await open({ answers: false })
    const lively = await open()
    await silent.until(() => silent.closed !== undefined)
    expect(silent.closing?.reason).toBe("silent")
    expect(silent.pongs).toHaveLength(2)
    expect(lively.closed).toBeUndefined()
  })

  test("finds a client whose network is gone, though it never closes", async () => {
    await start({ heartbeatMs: 20 })
    const gone = await open()
    gone.socket.pause()
    const isGone = async () => {
      while (server.stream.figures().connections > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await isGone()
    gone.socket.terminate()
  })
})

describe("who may come in", () => {
  const refusedWith = async (setup: SocketClientSetup["socket"], url = server.url) => {
    const error = await SocketClient.open(url, { socket: setup ?? {} }).then(
      () => undefined,
      (reason: Error) => reason.message,
    )
    return Number(/\d{3}/.exec(error ?? "")?.[0])
  }

  test("is decided by Origin: pages of this host and of named ones, and programs without", async () => {
    await start({ origins: ["https://trade.example"] })
    const { host } = new URL(server.url)
    await open({ socket: { origin: `http://${host}` } })
    await open({ socket: { origin: "https://trade.example" } })
    await open()
    for (const origin of [
      "https://evil.example",
      "null",
      "http://127.0.0.1:1",
      "https://trade.example.evil.net",
      "junk",
    ]) {
      expect(await refusedWith({ origin })).toBe(403)
    }
  })

  test("is limited in all and for each address, and a place that gets free is given again", async () => {
    await start({ connectionsMax: 3, connectionsPerAddress: 2 })
    const first = await open()
    await open()
    expect(await refusedWith({})).toBe(429)
    await open({ socket: { localAddress: "127.0.0.2" } })
    expect(await refusedWith({ localAddress: "127.0.0.3" })).toBe(503)
    await first.close()
    await open()
  })

  test("is nobody on another path, and the page is still served", async () => {
    await start()
    expect(await refusedWith({}, server.url.replace("/socket", "/sockets"))).toBe(404)
    expect(await (await fetch(server.url.replace("/socket", "/"))).text()).toBe("page")
  })

  test("isn't a client that speaks no WebSocket", async () => {
    await start()
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
    socket.write("GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    const [answer] = (await once(socket, "data")) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400.*nosniff.*frame-ancestors 'none'/s)
    await once(socket, "close")
  })
})

describe("the rate of messages", () => {
  test("is told first, then ends the connection with a reason", async () => {
    await start({ messagesPerSecond: 10, subscriptionsMax: 10 })
    const client = await open()
    for (let count = 0; count < 25; count++) client.send({ type: "ping", data: {} })
    await client.until(() => client.problems.some(({ name }) => name === "RATE_LIMIT"))
    for (let count = 0; count < 60; count++) client.send({ type: "ping", data: {} })
    await client.until(() => client.closed !== undefined)
    expect(client.closing?.reason).toBe("limit")
    expect(client.problems.length).toBeLessThanOrEqual(20)
  })

  test("counts each message of an array, and control frames too", async () => {
    await start({ messagesPerSecond: 10, subscriptionsMax: 10 })
    const many = await open()
    many.send(Array.from({ length: 60 }, () => ({ type: "ping" })))
    await many.until(() => many.closed !== undefined)
    expect(many.closing?.reason).toBe("limit")
    const pinging = await open()
    for (let count = 0; count < 60; count++) pinging.socket.ping()
    await pinging.until(() => pinging.closed !== undefined)
    expect(pinging.closing?.reason).toBe("limit")
  })

  test("limits snapshots on their own", async () => {
    await start({ messagesPerSecond: 1000, subscriptionsMax: 5 })
    const client = await open()
    await client.subscribe("depth", "BTC_USDT")
    for (let count = 0; count < 50; count++) {
      client.send({ type: "resync", data: { channel: "depth", key: "BTC_USDT" } })
    }
    await client.until(() => client.problems.some(({ name, of }) => name === "RATE_LIMIT" && of === "resync"))
    expect(client.book("BTC_USDT").snapshots).toBeLessThanOrEqual(27)
    expect(client.closed).toBeUndefined()
  })
})

describe("the end", () => {
  test("tells every client when to come back, not all at once, and leaves nothing behind", async () => {
    await start()
    const some = await Promise.all(Array.from({ length: 100 }, () => open()))
    await server.stream.close()
    await Promise.all(some.map((client) => client.until(() => client.closed !== undefined)))
    expect(new Set(some.map((client) => client.closing?.reason))).toEqual(new Set(["shutdown"]))
    const returns = some.map((client) => client.closing?.after ?? 0).toSorted((one, other) => one - other)
    returns.forEach((after, place) => {
      const within = returns.filter((other) => other >= after && other < after + 1000).length
      expect(within, `from place ${place}`).toBeLessThanOrEqual(51)
    })
    expect(market.listenerCount).toBe(0)
    expect(server.stream.figures().connections).toBe(0)
    await expect(SocketClient.open(server.url)).rejects.toThrow()
  })
})
