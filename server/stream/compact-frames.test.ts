/** Who agreed to the compact form is told what everybody is told, in binary frames (W9). */

import { once } from "node:events"
import { afterEach, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { type CompactMessage, compactMessages } from "#tests/support/compact-messages.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

let market: FakeMarket
let server: StreamServer
const open: WebSocket[] = []

beforeEach(async () => {
  market = new FakeMarket([fakeSpot("BTC_USDT"), fakeSpot("ETH_USDT")])
  market.commit({
    levels: [
      { id: "BTC_USDT", side: "bid", price: 9_999, total: 10 },
      { id: "BTC_USDT", side: "ask", price: 10_001, total: 20 },
    ],
  })
  server = await startStream(market, {})
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await server.close()
})

/** A client that keeps what it is told, by form: in binary frames, and in all. */
async function client(protocols: string[]) {
  const socket = new WebSocket(server.url.replace(/^http/, "ws"), protocols, { perMessageDeflate: true })
  open.push(socket)
  const told: CompactMessage[] = []
  const binary: CompactMessage[] = []
  socket.on("message", (data: Buffer, isBinary) => {
    const read = isBinary ? compactMessages(data) : [JSON.parse(String(data))].flat()
    told.push(...read)
    if (isBinary) binary.push(...read)
  })
  await once(socket, "open")
  for (const [channel, key] of [
    ["depth", "BTC_USDT"],
    ["trade", "BTC_USDT"],
    ["ticker", "*"],
    ["candle", "BTC_USDT:1m"],
  ])
    socket.send(JSON.stringify({ type: "subscribe", data: { channel, key } }))
  const of = (type: string, from = told) => from.filter((one) => one.type === type)
  return { socket, told, binary, of }
}

test("the same messages in the same order, snapshots and changes alike", async () => {
  const compact = await client([COMPACT_PROTOCOL])
  const json = await client([])
  const both = [compact, json]
  expect(compact.socket.protocol).toBe(COMPACT_PROTOCOL)
  expect(compact.socket.extensions).toBe("")
  await expect
    .poll(() => both.every(({ of }) => of("depth").length > 0 && of("ticker").length > 0))
    .toBe(true)
  market.commit({
    levels: [
      { id: "BTC_USDT", side: "bid", price: 9_999, total: 0 },
      { id: "BTC_USDT", side: "bid", price: 9_998, total: 7 },
    ],
    trades: [
      { id: "BTC_USDT", price: 10_001, quantity: 5, side: 1 },
      { id: "ETH_USDT", price: 500, quantity: 9, side: -1 },
    ],
  })
  await expect
    .poll(() => both.every(({ of }) => of("trade").length > 1 && of("depth").length > 1), { timeout: 5000 })
    .toBe(true)
  for (const type of ["depth", "trade", "ticker"]) {
    expect(compact.of(type)).toEqual(json.of(type))
    expect(compact.of(type, compact.binary)).toEqual(compact.of(type))
  }
})

test("who offers something else beside it gets it, who doesn't offer it gets text", async () => {
  const offering = await client(["something", COMPACT_PROTOCOL])
  const other = await client(["something"])
  expect([offering.socket.protocol, other.socket.protocol]).toEqual([COMPACT_PROTOCOL, "something"])
  await expect.poll(() => other.of("ticker").length > 0 && offering.of("ticker").length > 0).toBe(true)
  expect(other.binary).toEqual([])
})
