/**
 * The clients' process of the fan-out figure. Plain TCP with the WebSocket handshake: most count bytes, so that the
 * clients don't become the limit; one of each group reads every frame, proves its book and its trades, and (with the
 * real server) keeps the texts for the bare broadcast.
 */

import { writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { crc32 } from "node:zlib"
import { GROUPS, symbolOf } from "./fanout-market.ts"
import type { FanoutBook, FanoutVariant, FromClients, ToClients } from "./fanout-messages.ts"
import { FrameReader } from "./frame-reader.ts"

interface Client {
  group: number
  socket: Socket
  bytes: number
}

const clients: Client[] = []
const provers: Prover[] = []
let recordingFile = ""
let variant: FanoutVariant = "saker"
let dropsDelta = false
let expected: { bytes: number; books: Record<string, FanoutBook> } | undefined
let isTold = false

const tell = (message: FromClients) => process.send?.(message)

process.on("message", (message: ToClients) => {
  if (message.type === "open") void open(message)
  else if (message.type === "measure") measure()
  else if (message.type === "expect") {
    expected = message
    finishWhenAll()
  } else process.exit(0)
})

async function open(setup: ToClients & { type: "open" }): Promise<void> {
  recordingFile = setup.recording
  variant = setup.variant
  dropsDelta = setup.dropDelta
  for (let number = 0; number < setup.clients; number += 1) {
    const group = number % GROUPS
    const client: Client = { group, socket: connect(setup.port, "127.0.0.1"), bytes: 0 }
    clients.push(client)
    await shakeHands(client)
    const prover = number < GROUPS ? new Prover(symbolOf(group)) : undefined
    if (prover) provers.push(prover)
    client.socket.on("data", (data) => {
      client.bytes += data.length
      prover?.take(data as Buffer)
      if (expected) finishWhenAll()
    })
  }
  if (setup.variant === "saker") for (const { socket, group } of clients) subscribe(socket, symbolOf(group))
  await quiet()
  tell({ type: "open" })
}

function shakeHands({ socket, group }: Client): Promise<void> {
  socket.write(
    `GET /socket?group=${group} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: c2FrZXItYmVuY2gtMDAwMA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const read = (data: Buffer | string) => {
      head = Buffer.concat([head, data as Buffer])
      const end = head.indexOf("\r\n\r\n")
      if (end < 0) return
      if (!head.toString("latin1").startsWith("HTTP/1.1 101")) reject(new Error(head.toString("latin1")))
      socket.off("data", read)
      // Whatever came with the answer belongs to the first frames.
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      resolve()
    }
    socket.on("data", read)
    socket.on("error", reject)
  })
}

function subscribe(socket: Socket, symbol: string): void {
  const targets = [
    { channel: "ticker", key: "*" },
    { channel: "depth", key: symbol },
    { channel: "trade", key: symbol },
  ]
  const text = Buffer.from(JSON.stringify(targets.map((data) => ({ type: "subscribe", data }))))
  // A client's frame is masked; with a mask of zeros its bytes stay as they are.
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, text]))
}

/** Until nothing has come for a while: all snapshots are here. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== total(); ) {
    before = total()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

const total = () => clients.reduce((sum, { bytes }) => sum + bytes, 0)

function measure(): void {
  for (const client of clients) client.bytes = 0
  for (const prover of provers) prover.begin()
  expected = undefined
  isTold = false
  tell({ type: "measuring" })
}

function finishWhenAll(): void {
  if (!expected || isTold || total() < expected.bytes) return
  isTold = true
  // The clock stops here; what is proved and written down afterwards costs neither variant.
  tell({ type: "arrived" })
  const faults = provers.flatMap((prover, group) => [
    ...(variant === "saker" ? prover.judge(expected?.books[symbolOf(group)]) : []),
    ...clients
      .filter((client) => client.group === group && client.bytes !== clients[group]?.bytes)
      .map(({ bytes }) => `a client of group ${group} got ${bytes} bytes, another ${clients[group]?.bytes}`),
  ])
  const members = (group: number) => clients.filter((client) => client.group === group).length
  const sum = (of: (prover: Prover) => number) =>
    provers.reduce((all, prover, group) => all + of(prover) * members(group), 0)
  if (variant === "saker") record()
  tell({
    type: "judged",
    messages: sum((prover) => prover.messages),
    frames: sum((prover) => prover.texts.length),
    bytes: total(),
    faults: faults.slice(0, 5),
  })
}

/** Round by round: each round's ticker message goes to all, so every group has one frame a round. */
function record(): void {
  const rounds = Array.from({ length: provers[0]?.texts.length ?? 0 }, (_, round) =>
    provers.map((prover) => prover.texts[round] ?? ""),
  )
  writeFileSync(recordingFile, JSON.stringify(rounds))
}

type Message = { type: string; data: Record<string, unknown> }

/** Reads one client's frames and keeps its book in the plainest way, by other code than the product's. */
class Prover {
  texts: string[] = []
  messages = 0
  readonly #symbol: string
  readonly #frames = new FrameReader()
  readonly #faults: string[] = []
  readonly #levels = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  #seq = 0
  #lastTrade = 0

  constructor(symbol: string) {
    this.#symbol = symbol
  }

  begin(): void {
    this.texts = []
    this.messages = 0
  }

  take(data: Buffer): void {
    for (const text of this.#frames.read(data)) {
      this.texts.push(text)
      const parsed = JSON.parse(text) as Message | Message[]
      for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
        this.messages += 1
        if (message.type === "depth") this.#depth(message.data)
        else if (message.type === "trade") this.#trades(message.data.rows as [number][])
      }
    }
  }

  judge(book: FanoutBook | undefined): string[] {
    const { bids, asks } = this.#levels
    const faults = [...this.#faults]
    const own = {
      seq: this.#seq,
      checksum: this.#checksum(),
      lastTrade: this.#lastTrade,
      levels: bids.size + asks.size,
    }
    if (JSON.stringify(own) !== JSON.stringify(book))
      faults.push(`${this.#symbol} ends as ${JSON.stringify(own)}, not ${JSON.stringify(book)}`)
    return faults
  }

  #depth(data: Record<string, unknown>): void {
    if (dropsDelta && data.snapshot !== true) {
      dropsDelta = false
      return
    }
    if (data.snapshot === true) {
      this.#levels.bids.clear()
      this.#levels.asks.clear()
    } else if (data.prev !== this.#seq) this.#faults.push(`${this.#symbol}: a gap after ${this.#seq}`)
    this.#seq = data.seq as number
    for (const side of ["bids", "asks"] as const)
      for (const [price, size] of data[side] as [string, string][])
        if (size === "0") this.#levels[side].delete(price)
        else this.#levels[side].set(price, size)
  }

  #trades(rows: [number][]): void {
    for (const [id] of rows) {
      if (this.#lastTrade > 0 && id !== this.#lastTrade + 1)
        this.#faults.push(`${this.#symbol}: trade ${id} after ${this.#lastTrade}`)
      this.#lastTrade = id
    }
  }

  /** W1: the best 25 of both sides in turn, `price:size` joined by colons. */
  #checksum(): number {
    const bids = [...this.#levels.bids].sort((a, b) => Number(b[0]) - Number(a[0]))
    const asks = [...this.#levels.asks].sort((a, b) => Number(a[0]) - Number(b[0]))
    const parts: string[] = []
    for (let rank = 0; rank < 25; rank += 1)
      for (const level of [bids[rank], asks[rank]]) if (level) parts.push(level.join(":"))
    return crc32(parts.join(":"))
  }
}
