/** Sockets of a soak: each follows the tickers, a book and its trades; every fortieth reads all of it and looks for gaps. */

import { once } from "node:events"
import { type RawData, WebSocket } from "ws"
import type { SocketSample } from "./sample.ts"

const SYMBOLS = ["BTC_USDT", "ETH_USDT", "SOL_USDT", "XRP_USDT"] as const
const READER_EACH = 40
const PING = '{"type":"ping","data":{}}'
/** A server that admits so many at once refuses none. */
const TOGETHER = 20
const PING_EVERY_MS = 2500

interface Said {
  type: string
  data: { snapshot?: boolean; prev?: number; seq?: number }
}

export class Sockets {
  readonly #all: WebSocket[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #frames = 0
  #faults = 0
  #isStopped = false
  #since = performance.now()

  static async open(port: number, count: number): Promise<Sockets> {
    const sockets = new Sockets()
    for (let place = 0; place < count; place += TOGETHER)
      await Promise.all(
        Array.from({ length: Math.min(TOGETHER, count - place) }, (_, at) => sockets.#add(port, place + at)),
      )
    return sockets
  }

  take(): SocketSample {
    const now = performance.now()
    const messagesPerSecond = Math.round((this.#frames * 1000) / (now - this.#since))
    this.#frames = 0
    this.#since = now
    const open = this.#all.filter(({ readyState }) => readyState === WebSocket.OPEN).length
    return { open, messagesPerSecond, faults: this.#faults }
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const socket of this.#all) socket.terminate()
  }

  async #add(port: number, place: number): Promise<void> {
    // Plain: what a thousand inflating clients cost is not the server's.
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { perMessageDeflate: false })
    this.#all.push(socket)
    let seq = 0
    socket.on("message", (raw: RawData) => {
      this.#frames += 1
      if (place % READER_EACH !== 0) return
      const said = JSON.parse(String(raw)) as Said | Said[]
      for (const { type, data } of Array.isArray(said) ? said : [said]) {
        if (type !== "depth") continue
        if (data.snapshot !== true && data.prev !== seq) this.#faults += 1
        seq = data.seq ?? 0
      }
    })
    socket.on("close", () => {
      if (!this.#isStopped) this.#faults += 1
    })
    socket.on("error", () => undefined)
    await once(socket, "open")
    const key = SYMBOLS[place % SYMBOLS.length]
    const targets = [
      { channel: "ticker", key: "*" },
      { channel: "depth", key },
      { channel: "trade", key },
    ]
    socket.send(JSON.stringify(targets.map((data) => ({ type: "subscribe", data }))))
    this.#timers.push(
      setInterval(() => socket.readyState === WebSocket.OPEN && socket.send(PING), PING_EVERY_MS),
    )
  }
}
