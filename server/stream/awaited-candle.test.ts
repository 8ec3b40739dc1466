/** A candle that is asked for before its market has one comes with the first trade. */

import { afterEach, beforeEach, expect, test } from "vitest"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

let market: FakeMarket
let server: StreamServer

beforeEach(async () => {
  market = new FakeMarket([fakeSpot("BTC_USDT")])
  server = await startStream(market, {})
})
afterEach(() => server.close())

test("whoever subscribed before the first price gets the candle once there is one, and those that follow", async () => {
  const client = await SocketClient.open(server.url, { steps: () => FAKE_STEPS })
  await client.subscribe("candle", "BTC_USDT:1m")
  market.commit({ trades: [{ id: "BTC_USDT", price: 10_000, quantity: 5, side: 1 }] })
  await client.until(() => client.candles.get("BTC_USDT:1m")?.size === 1)
  market.commit({ after: 60_000 })
  await client.until(() => client.candles.get("BTC_USDT:1m")?.size === 2)
  expect(client.faults).toEqual([])
})
