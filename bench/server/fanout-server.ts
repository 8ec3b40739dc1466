/** The server process of the fan-out figure: the real socket door over a real read model, or a bare `ws` broadcast. */

import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type WebSocket, WebSocketServer } from "ws"
import { attachStream } from "#server/stream/attach-stream.ts"
import type { StreamSettings } from "#server/stream/stream-settings.ts"
import { FanoutMarket, GROUPS, symbolOf } from "./fanout-market.ts"
import type { FanoutBook, FanoutVariant, FromServer, ToServer } from "./fanout-messages.ts"

/** Both wait until every client has taken what lies above this: well below where the real door begins to merge. */
const WAITING_BYTES_MAX = 64 * 1024

/** Each change leaves at once: the figure is how fast, not how often. No heartbeat falls into a cell. */
const SETTINGS: StreamSettings = {
  heartbeatMs: 600_000,
  coalesceMs: 0,
  connectionsMax: 5000,
  connectionsPerAddress: 5000,
  subscriptionsMax: 300,
  socketMegabytesMax: 1024,
  isCompressing: false,
  messagesPerSecond: 1000,
  origins: [],
}

interface Sender {
  isReady(): boolean
  round(number: number): void
  books(): Record<string, FanoutBook>
}

const http = createServer()
const sockets = new Set<Socket>()
http.on("connection", (socket) => {
  sockets.add(socket)
  socket.setNoDelay(true)
  socket.on("close", () => sockets.delete(socket))
})

let sender: Sender | undefined
let finished: (() => void) | undefined

process.on("message", (message: ToServer) => {
  if (message.type === "listen") void listen(message.variant, message.clients, message.recording)
  else if (message.type === "run") void run(message.rounds)
  else if (message.type === "arrived") finished?.()
  else process.exit(0)
})

const tell = (message: FromServer) => process.send?.(message)

async function listen(variant: FanoutVariant, clients: number, recording: string): Promise<void> {
  sender = variant === "saker" ? sakerSender(clients) : bareSender(clients, recording)
  http.listen(0, "127.0.0.1")
  await once(http, "listening")
  tell({ type: "listening", port: (http.address() as AddressInfo).port })
  while (!sender.isReady()) await nextTurn()
  tell({ type: "ready" })
}

async function run(rounds: number): Promise<void> {
  if (!sender) throw new Error("run before listen")
  await drained(0)
  const arrived = new Promise<void>((resolve) => {
    finished = resolve
  })
  const before = bytesWritten()
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let number = 0; number < rounds; number += 1) {
    sender.round(number)
    await drained(WAITING_BYTES_MAX)
  }
  await drained(0)
  tell({ type: "written", bytes: bytesWritten() - before, books: sender.books() })
  await arrived
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  tell({ type: "ran", seconds, cpuSeconds: (user + system) / 1e6 })
}

/** Lets the event loop turn until no client has more than so much waiting: the back-pressure of both variants. */
async function drained(most: number): Promise<void> {
  do await nextTurn()
  while ([...sockets].some((socket) => socket.writableLength > most))
}

const bytesWritten = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0)

function sakerSender(clients: number): Sender {
  const market = new FanoutMarket()
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet }
  const stream = attachStream(http, { reader: market.model, settings: SETTINGS, log, now: Date.now })
  return {
    isReady: () => stream.figures().connections === clients,
    round: () => market.round(),
    books() {
      const books: Record<string, FanoutBook> = {}
      for (let group = 0; group < GROUPS; group += 1) {
        const id = symbolOf(group)
        const depth = market.model.depth(id, 1000)
        const [trade] = market.model.trades(id, Number.MAX_SAFE_INTEGER, 1)
        books[id] = {
          seq: depth?.seq ?? 0,
          checksum: depth?.checksum ?? 0,
          lastTrade: trade?.[0] ?? 0,
          levels: (depth?.bids.length ?? 0) + (depth?.asks.length ?? 0),
        }
      }
      return books
    },
  }
}

/** The texts are encoded beforehand, as kindly as it can be done: `ws` only frames and writes them. */
function bareSender(clients: number, recording: string): Sender {
  const rounds: Buffer[][] = (JSON.parse(readFileSync(recording, "utf8")) as string[][]).map((texts) =>
    texts.map((text) => Buffer.from(text)),
  )
  const groups: WebSocket[][] = Array.from({ length: GROUPS }, () => [])
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  server.on("connection", (client, request) => {
    groups[Number(request.url?.split("group=")[1])]?.push(client)
  })
  return {
    isReady: () => server.clients.size === clients,
    round(number) {
      const texts = rounds[number]
      if (!texts) throw new Error(`no recorded round ${number}`)
      groups.forEach((members, group) => {
        const data = texts[group]
        if (!data) return
        for (const client of members)
          if (client.readyState === client.OPEN) client.send(data, { binary: false })
      })
    },
    books: () => ({}),
  }
}
