/** A thousand lines that die at once are each found, and a thousand clients come back spread when the server goes (W6). */

import { afterEach, expect, test, vi } from "vitest"
import { FAKE_STEPS, FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { type StreamServer, startStream } from "#tests/support/stream-server.ts"

const LINES = 1000
const LIVELY = 20
/** Long enough that a busy machine answers each; by as many is what is awaited counted. */
const HEARTBEAT_MS = 1000

const WITHIN = { timeout: 120_000, interval: 20 }

let server: StreamServer
const opened: SocketClient[] = []

async function open(count: number): Promise<SocketClient[]> {
  const clients: SocketClient[] = []
  while (clients.length < count) {
    const some = Array.from({ length: Math.min(50, count - clients.length) }, () =>
      SocketClient.open(server.url, { steps: () => FAKE_STEPS }),
    )
    clients.push(...(await Promise.all(some)))
  }
  opened.push(...clients)
  return clients
}

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  await server.close()
})

test("of a thousand dead lines a thousand are cut, and none of those that answer", async () => {
  server = await startStream(new FakeMarket([fakeSpot("BTC_USDT")]), { heartbeatMs: HEARTBEAT_MS })
  const lively = await open(LIVELY)
  const dead = await open(LINES)
  expect(server.stream.figures().connections).toBe(LINES + LIVELY)
  // Neither read nor answered from here on, as where a network is gone.
  for (const { socket } of dead) socket.pause()
  const before = lively.map(({ pongs }) => pongs.length)
  await vi.waitFor(() => expect(server.stream.figures().connections).toBe(LIVELY), WITHIN)
  expect(lively.map(({ closed }) => closed)).toEqual(lively.map(() => undefined))
  // Two heartbeats without an answer, the one that was under way, and three for a machine that is late.
  const beats = lively.map(({ pongs }, place) => pongs.length - (before[place] ?? 0))
  expect(Math.max(...beats)).toBeLessThanOrEqual(6)
})

test("a thousand clients are told to come back over twenty seconds, fifty in each", async () => {
  server = await startStream(new FakeMarket([fakeSpot("BTC_USDT")]))
  const clients = await open(LINES)
  await server.stream.close()
  await vi.waitFor(() => expect(clients.filter(({ closed }) => closed === undefined)).toHaveLength(0), WITHIN)
  const returns = clients.map(({ closing }) => closing?.after ?? 0).toSorted((one, other) => one - other)
  for (const after of returns) {
    const within = returns.filter((other) => other >= after && other < after + 1000).length
    expect(within, `from ${after} ms`).toBeLessThanOrEqual(51)
  }
})
