/** Does a reader who doesn't read cost the server nothing but a bounded memory, and get the truth when he reads again? */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { AccountModel } from "#server/read-model/account-model.ts"
import { MarketTexts } from "#server/read-model/step-texts.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

const ADA = "u7"
const NOW = Date.UTC(2026, 10, 20, 12)
const texts = new MarketTexts({ tick: 1_000_000n, lot: 1_000n })
const market = new FakeMarket([fakeSpot("BTC_USDT")])
let model: AccountModel
let server: StreamServer
const clients: SocketClient[] = []

beforeAll(async () => {
  model = new AccountModel({
    textsOf: () => texts,
    ticksBefore: () => 0,
    now: Date.now,
    loadFills: async () => [],
    loadNotices: async () => [],
  })
  // Time stands still: on a busy machine what follows takes longer than a slow reader, or a silent one, is put up with.
  server = await startStream(market, { heartbeatMs: 3_600_000 }, () => NOW, {
    accounts: model,
    watchLogin: async () => {
      await model.prepare(ADA)
      return { ok: true, value: { userId: 7, stop: () => undefined } }
    },
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(() => server.close())

async function connect(): Promise<SocketClient> {
  const client = await SocketClient.open(server.url)
  clients.push(client)
  client.send({ type: "auth", data: { token: "ada" } })
  await client.until(() => client.account !== undefined)
  return client
}

let nextId = 1
const order = (status: "new" | "cancelled", id: number): EngineEvent => ({
  type: "order",
  order: {
    id,
    account: ADA,
    instrument: "BTC_USDT",
    kind: "spot",
    side: "buy",
    orderType: "limit",
    timeInForce: "gtc",
    price: 100 as Ticks,
    quantity: 5 as Lots,
    postOnly: false,
    executed: 0 as Lots,
    executedQuote: 0n as Amount,
    status,
    charged: 0n as Amount,
    feeCurrency: "BTC",
    hold: 0n as Amount,
    created: 1,
    updated: 1,
    sequence: id,
    clientOrderId: "x".repeat(36),
  },
})
const balance = (available: number): EngineEvent => ({
  type: "balance",
  account: ADA,
  wallet: "funding",
  currency: "USDT",
  available: BigInt(available) as Amount,
  held: 0n as Amount,
})

/** So many orders come and go, each in a batch of its own. */
async function trade(count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const id = nextId
    nextId += 1
    model.take({ time: 1, events: [order("new", id), balance(id)] })
    if (place % 100 !== 0) model.take({ time: 1, events: [order("cancelled", id)] })
    // Flushes happen in between, as they do.
    if (place % 200 === 199) await new Promise((resolve) => setTimeout(resolve, 12))
  }
}

test("what waits for him is merged, then becomes the whole; memory stays below its bound, and the end is the truth", async () => {
  const [slow, quick] = [await connect(), await connect()]
  slow.socket.pause()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, server.stream.figures().waitingBytes)
  }, 5)
  await trade(30_000)
  clearInterval(watch)
  expect(server.stream.figures().slow).toBe(1)
  // Two connections; W2 gives each 2 MB.
  expect(most).toBeLessThan(2 * 2 * 1024 * 1024)
  await quick.until(() => quick.account?.n === model.n(ADA))
  expect([quick.snapshots, quick.faults]).toEqual([1, []])
  slow.socket.resume()
  await slow.until(() => slow.account?.n === model.n(ADA), "the newest", 20_000)
  expect(slow.faults).toEqual([])
  expect(slow.snapshots).toBe(2)
  expect(slow.account?.orders.map(({ id }) => id)).toEqual(model.snapshot(ADA).rows.order.map(({ id }) => id))
})

test("one who is a little behind gets what he missed, merged, without the whole", async () => {
  const client = await connect()
  client.socket.pause()
  await trade(900)
  client.socket.resume()
  await client.until(() => client.account?.n === model.n(ADA))
  expect([client.snapshots, client.faults]).toEqual([1, []])
  expect(client.privately.length).toBeLessThan(60)
})
