/** A proxy before the real server that adds ticker rows to what it sends: its own rows again, each with another price. */

import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import type { TickerRow } from "#core/wire/market.ts"
import { frameBytes } from "#server/stream/frame.ts"
import { FrameReader, wholeFrames } from "./frame-reader.ts"

/** Messages that are due are written so often. */
const WRITE_EVERY_MS = 4
/** What the socket doesn't take stays behind: the page is at its end, and the rate isn't reached. */
const BACKLOG_MAX = 1024 * 1024

export interface TickerFlood {
  origin: string
  /** From now on so many messages a second, one row and one frame each; 0 ends it. */
  start(rate: number): void
  close(): Promise<void>
}

export async function openTickerFlood(serverPort: number): Promise<TickerFlood> {
  const sockets = new Set<Socket>()
  const rows = new Map<string, TickerRow>()
  let market: Socket | undefined
  let rate = 0
  let from = 0
  let written = 0
  const write = () => {
    if (!market || market.destroyed || rows.size === 0 || rate === 0) return
    const due = Math.floor(((performance.now() - from) / 1000) * rate) - written
    if (market.writableLength > BACKLOG_MAX) return
    const known = [...rows.values()]
    const frames: Buffer[] = []
    for (let count = 0; count < due; count += 1)
      frames.push(
        frameBytes(changedTicker(known[(written + count) % known.length] as TickerRow, written + count)),
      )
    written += Math.max(0, due)
    if (frames.length > 0) market.write(Buffer.concat(frames))
  }
  const timer = setInterval(write, WRITE_EVERY_MS)
  const door = createServer((page) => {
    const server = connect(serverPort, "127.0.0.1")
    for (const socket of [page, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        page.destroy()
        server.destroy()
      })
    }
    const pass = passFrames(page, (row) => rows.set(row[0], row))
    let isUpgrade: boolean | undefined
    page.on("data", (data) => {
      isUpgrade ??= /^upgrade: websocket/im.test(data.toString("latin1"))
      server.write(data)
    })
    server.on("data", (data) => {
      if (!isUpgrade) page.write(data)
      else {
        pass(data as Buffer)
        market = page
      }
    })
  })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  return {
    origin: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    start(wanted) {
      rate = wanted
      from = performance.now()
      written = 0
    },
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      door.close()
      await once(door, "close")
    },
  }
}

/** Passes on whole frames only, so that others fit between them; notes the ticker rows. */
function passFrames(page: Socket, note: (row: TickerRow) => void): (data: Buffer) => void {
  const reader = new FrameReader()
  let rest = Buffer.alloc(0)
  let isOpen = false
  return (data) => {
    rest = rest.length > 0 ? Buffer.concat([rest, data]) : Buffer.from(data)
    if (!isOpen) {
      const end = rest.indexOf("\r\n\r\n")
      if (end < 0) return
      isOpen = true
      page.write(rest.subarray(0, end + 4))
      rest = rest.subarray(end + 4)
    }
    const length = wholeFrames(rest)
    if (length === 0) return
    const whole = rest.subarray(0, length)
    page.write(whole)
    for (const text of reader.read(whole)) for (const row of tickersIn(text)) note(row)
    rest = Buffer.from(rest.subarray(length))
  }
}

function tickersIn(text: string): TickerRow[] {
  if (!text.includes('"ticker"')) return []
  const told = JSON.parse(text) as Told | Told[]
  return (Array.isArray(told) ? told : [told]).flatMap(({ type, data }) =>
    type === "ticker" ? (data.rows ?? []) : [],
  )
}

interface Told {
  type: string
  data: { rows?: TickerRow[] }
}

/** The same row with another last digit of its last price; its sequence stays, so that the server's next one is newer. */
function changedTicker(row: TickerRow, count: number): string {
  const [id, last, ...rest] = row
  return JSON.stringify({
    type: "ticker",
    data: { rows: [[id, `${last.slice(0, -1)}${count % 10}`, ...rest]] },
  })
}
