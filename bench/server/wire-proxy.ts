/**
 * The network between page and server.
 * A TCP proxy that adds the distance of a network, cuts market sockets, and keeps a
 * plain record of what the server said on them: the independent oracle of the figures with the real server.
 */

import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { FrameReader } from "./frame-reader.ts"
import { WireRecord } from "./wire-record.ts"

export interface WireProxy {
  origin: string
  record: WireRecord
  /** Cuts every market socket without a word, as a lost network does for the page. */
  cut(): void
  /** How often a market socket was let through, and when the last one was (epoch ms with fractions). */
  opened(): { count: number; at: number }
  /** Nothing more of the server reaches the page on its sockets: page and record may be compared. */
  freeze(): void
  close(): Promise<void>
}

/** `delayMs`: how long each direction takes. */
export async function openWireProxy(serverPort: number, delayMs: number): Promise<WireProxy> {
  const all = new Set<Socket>()
  const market = new Set<Socket>()
  const record = new WireRecord()
  let isFrozen = false
  let openedCount = 0
  let openedAt = 0
  const later = (run: () => void) => (delayMs > 0 ? void setTimeout(run, delayMs) : run())
  const now = () => performance.timeOrigin + performance.now()

  const door = createServer((page) => {
    const server = connect(serverPort, "127.0.0.1")
    let reader: FrameReader | undefined
    let isUpgrade = false
    let isFirst = true
    for (const socket of [page, server]) {
      all.add(socket)
      socket.setNoDelay(true)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        all.delete(socket)
        market.delete(socket)
        page.destroy()
        server.destroy()
      })
    }
    page.on("data", (data) => {
      if (isFirst) isUpgrade = /^upgrade: websocket/im.test(data.toString("latin1"))
      isFirst = false
      later(() => server.write(data))
    })
    server.on("data", (piece) => {
      const data = piece as Buffer
      if (isFrozen && isUpgrade) return
      const frames = reader ? data : isUpgrade ? afterHead(data) : undefined
      later(() => {
        // What is frozen or cut meanwhile never arrives, and so isn't recorded either.
        if (page.destroyed || (isFrozen && isUpgrade)) return
        page.write(data)
        if (isUpgrade && !reader) {
          reader = new FrameReader()
          market.add(page).add(server)
          openedCount += 1
          openedAt = now()
        }
        if (reader && frames) for (const text of reader.read(frames)) record.take(text)
      })
    })
  })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  return {
    origin: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    record,
    cut() {
      for (const socket of market) socket.destroy()
    },
    opened: () => ({ count: openedCount, at: openedAt }),
    freeze() {
      isFrozen = true
    },
    async close() {
      for (const socket of all) socket.destroy()
      door.close()
      await once(door, "close")
    },
  }
}

/** Frames that came in one piece with the answer to the upgrade. */
function afterHead(data: Buffer): Buffer {
  const end = data.indexOf("\r\n\r\n")
  return end < 0 ? Buffer.alloc(0) : data.subarray(end + 4)
}
