/** Does a client that knows nothing but the documents get along: with the real server, and with one that loses messages? */

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { readSources } from "#tests/tidy/source-files.ts"

const START_WITHIN_MS = 180_000
const root = join(import.meta.dirname, "../..")

let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "3" })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL")
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  }
})

/** Runs the client as its README says; `line` waits for a line that fits. */
function runClient(...args: string[]) {
  const child = spawn(
    join(root, "node_modules/node/bin/node"),
    [join(root, "examples/client/main.ts"), ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  )
  children.push(child)
  let text = ""
  const waiting = new Set<() => void>()
  const keep = (chunk: Buffer) => {
    text += chunk.toString()
    for (const look of waiting) look()
  }
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  const line = (shape: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!shape.test(text)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { child, line, lines: () => text.trim().split("\n"), ended: once(child, "exit") }
}

test("the client imports nothing of ours", () => {
  const files = readSources().filter(({ path }) => path.startsWith("examples/client/"))
  expect(files.length).toBeGreaterThan(3)
  const foreign = files.flatMap(({ imports }) => imports.map(({ from }) => from))
  expect(foreign.filter((from) => !from.startsWith("./") && !from.startsWith("node:"))).toEqual([])
})

test("it keeps the real server's book, proven by every checksum, and ends by itself", async () => {
  const client = runClient(server.address, "BTC_USDT", "15")
  expect((await client.ended)[0]).toBe(0)
  const [first, ...tops] = client.lines()
  expect(first).toMatch(/^\d+ spot markets; BTC_USDT moves by [\d.]+ and trades by [\d.]+$/)
  expect(tops).toHaveLength(15)
  let before = 0
  for (const top of tops) {
    const match = /^BTC_USDT bid ([\d.]+) × [\d.]+ \| ask ([\d.]+) × [\d.]+ \| seq (\d+)$/.exec(top)
    const [, bid, ask, seq] = (match ?? []).map(Number)
    expect(bid, top).toBeLessThan(Number(ask))
    expect(seq, top).toBeGreaterThan(before)
    before = Number(seq)
  }
})

test("it says which markets there are when asked for one that isn't", async () => {
  const client = runClient(server.address, "NO_SUCH")
  expect((await client.ended)[0]).toBe(1)
  expect(client.lines()[0]).toContain("BTC_USDT")
})

/** A server with one small book, that sends what the test wants. */
class FaultyExchange {
  readonly #http: Server
  readonly #sockets: WebSocketServer
  #socket: WebSocket | undefined
  readonly heard: { type: string }[] = []
  readonly #waiting = new Set<() => void>()

  constructor() {
    this.#http = createServer((_request, response) => {
      const rows = [{ id: "A_B", tick: "1", lot: "1" }]
      response.end(JSON.stringify({ code: 200, message: "", data: { rows } }))
    })
    this.#sockets = new WebSocketServer({ server: this.#http })
    this.#sockets.on("connection", (socket) => {
      this.#socket = socket
      socket.on("message", (data) => {
        this.heard.push(JSON.parse(String(data)))
        for (const look of this.#waiting) look()
      })
    })
  }

  async start(): Promise<string> {
    this.#http.listen(0, "127.0.0.1")
    await once(this.#http, "listening")
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** So many messages of the type have come by now. */
  hears(type: string, count = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.heard.filter((message) => message.type === type).length < count) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  send(...messages: unknown[]): void {
    this.#socket?.send(JSON.stringify(messages.length === 1 ? messages[0] : messages))
  }

  cut(): void {
    this.#socket?.terminate()
  }

  async close(): Promise<void> {
    this.#socket?.terminate()
    this.#sockets.close()
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, "close")
  }
}

const depth = (data: object) => ({ type: "depth", data: { instrument: "A_B", time: 1, ...data } })
const snapshot = (seq: number, bid: string) =>
  depth({ snapshot: true, seq, bids: [[bid, "2"]], asks: [["9", "1"]], checksum: crc32(`${bid}:2:9:1`) })

test("it heals: asks anew at a gap and at a wrong checksum, drops what is old, answers the heart, comes back", async () => {
  const exchange = new FaultyExchange()
  const client = runClient(await exchange.start(), "A_B")
  await exchange.hears("subscribe")
  exchange.send({ type: "pong", data: { time: 1, roundTrip: -1 } })
  await exchange.hears("ping")
  exchange.send({ type: "no such type", data: 1 }, snapshot(5, "3"))
  await client.line(/bid 3 × 2 .*seq 5/)

  // Old, then a gap; what follows the gap must not be applied before the snapshot.
  exchange.send(depth({ prev: 3, seq: 4, bids: [["3", "0"]], asks: [], checksum: 1 }))
  exchange.send(depth({ prev: 6, seq: 7, bids: [["3", "0"]], asks: [], checksum: 1 }))
  await client.line(/book stale at 5/)
  await exchange.hears("resync")
  exchange.send(depth({ prev: 7, seq: 8, bids: [["4", "1"]], asks: [], checksum: 1 }), snapshot(9, "5"))
  await client.line(/bid 5 × 2 .*seq 9/)

  // It follows, but the sum is another.
  exchange.send(depth({ prev: 9, seq: 10, bids: [["6", "1"]], asks: [], checksum: 1 }))
  await exchange.hears("resync", 2)
  exchange.send(snapshot(11, "7"))
  await client.line(/bid 7 × 2 .*seq 11/)
  expect(client.lines().filter((text) => / bid [46] /.test(text))).toEqual([])

  exchange.send({ type: "closing", data: { reason: "shutdown", after: 50 } })
  exchange.cut()
  await exchange.hears("subscribe", 2)
  exchange.send(snapshot(1, "8"))
  await client.line(/bid 8 × 2 .*seq 1/)
  expect(exchange.heard.filter(({ type }) => type === "resync")).toHaveLength(2)
  await exchange.close()
})
