/** Does every client hold the very book that the market has, whenever it came and however changes were merged? */

import { describe, expect, test } from "vitest"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { randomBatches, seededChance } from "#tests/support/random-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { startStream } from "#tests/support/stream-server.ts"

const IDS = ["BTC_USDT", "ETH_USDT"]
const BATCHES = 10_000
/** Every message is checked against its schema and every book summed: seconds of work, more on a busy machine. */
const WITHIN_MS = 180_000
/** Batches between two breaths, so that sockets get their turn. */
const BREATH = 20

/** Runs the whole market with clients that come, go, resync and subscribe anew at random moments. */
async function run({ coalesceMs, joinCount, seed }: { coalesceMs: number; joinCount: number; seed: number }) {
  const market = new FakeMarket(IDS.map(fakeSpot))
  const server = await startStream(market, { coalesceMs, messagesPerSecond: 1000 })
  const batch = randomBatches(IDS, seed)
  const chance = seededChance(seed + 1)
  const clients: SocketClient[] = []
  const joins: Promise<void>[] = []
  const join = async () => {
    const client = await SocketClient.open(server.url, { steps: () => FAKE_STEPS })
    clients.push(client)
    for (const id of IDS)
      if (chance() < 0.7) client.send({ type: "subscribe", data: { channel: "depth", key: id } })
    await client.subscribe("trade", "BTC_USDT")
    await client.subscribe("depth", "BTC_USDT")
  }
  for (let count = 0; count < BATCHES; count++) {
    market.commit(batch())
    if (count % (BATCHES / joinCount) === 0) joins.push(join())
    const client = clients[Math.floor(chance() * clients.length)]
    if (chance() < 0.01) client?.send({ type: "resync", data: { channel: "depth", key: "BTC_USDT" } })
    if (chance() < 0.002) client?.unsubscribe("depth", "ETH_USDT")
    if (chance() < 0.002) client?.send({ type: "subscribe", data: { channel: "depth", key: "ETH_USDT" } })
    if (count % BREATH === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(joins)
  return { market, server, clients }
}

describe.each([
  { how: "one by one", coalesceMs: 0, joinCount: 5, deltasLeast: 10_000 },
  { how: "merged over 10 ms", coalesceMs: 10, joinCount: 25, deltasLeast: 50 },
])("10,000 random batches, sent $how", ({ coalesceMs, joinCount, deltasLeast }) => {
  test(
    "leave every client with the market's own book, every delta following and every checksum equal",
    async () => {
      const { market, server, clients } = await run({ coalesceMs, joinCount, seed: 20 + coalesceMs })
      for (const client of clients) await client.subscribe("depth", ...IDS)
      const last = new Map(IDS.map((id) => [id, market.depth(id, 1)?.seq ?? 0]))
      for (const client of clients) {
        await client.until(
          () => IDS.every((id) => client.book(id).seq === last.get(id)),
          "the newest sequence",
        )
        for (const id of IDS) {
          for (const side of ["bid", "ask"] as const) {
            const held = client
              .book(id)
              .book.levels(side, 1000)
              .map(({ price, total }) => [price, total])
            expect(held).toEqual(market.levels(id, side))
          }
        }
        expect(client.faults).toEqual([])
        expect(client.missingTrades).toBe(0)
        const ids = client.trades.get("BTC_USDT")?.map(([id]) => id) ?? []
        expect(ids.at(-1)).toBe(market.trades("BTC_USDT", Number.MAX_SAFE_INTEGER, 1)[0]?.[0])
      }
      expect(clients.length).toBe(joinCount)
      const deltas = clients.reduce((sum, client) => sum + client.book("BTC_USDT").deltas, 0)
      expect(deltas).toBeGreaterThan(deltasLeast)
      await server.close()
    },
    WITHIN_MS,
  )
})
