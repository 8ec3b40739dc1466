/**
 * Clients of a soak that follow much and never read: every other one goes on talking, the rest fall silent. Whoever is cut comes back
 * at once. Looks each second at what waits for them in the server.
 */

import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { WebSocket } from "ws"
import type { StalledSample } from "./sample.ts"

const PING = '{"type":"ping","data":{}}'
const PING_EVERY_MS = 1000
/** A silent one hears nothing of its end: it comes back after so long, when it was cut long ago. */
const SILENT_MS = 20_000
/** Who wasn't let in asks again after so long. */
const REFUSED_MS = 1000
const LOOK_EVERY_MS = 1000
const WAITING = /^saker_socket_waiting_bytes (\S+)$/m
const SOCKETS = /^saker_sockets (\S+)$/m
const SYMBOLS = ["BTC_USDT", "ETH_USDT", "SOL_USDT", "XRP_USDT"]
const WANTED = JSON.stringify(
  [
    { channel: "ticker", key: "*" },
    ...SYMBOLS.flatMap((key) => [
      { channel: "depth", key },
      { channel: "trade", key },
    ]),
  ].map((data) => ({ type: "subscribe", data })),
)

export class StalledSockets {
  readonly #port: number
  readonly #metrics: string
  readonly #all = new Set<WebSocket>()
  readonly #look: NodeJS.Timeout
  #cuts = 0
  #mostBytes = 0
  #mostOpen = 0
  #isStopped = false

  /** `metricsPort`: where the server tells its figures. */
  constructor(port: number, metricsPort: number, count: number) {
    this.#port = port
    this.#metrics = `http://127.0.0.1:${metricsPort}/metrics`
    for (let place = 0; place < count; place += 1) void this.#stayAt(place)
    this.#look = setInterval(() => void this.#lookAtServer(), LOOK_EVERY_MS)
  }

  /** Most of the time since the look before. */
  take(): StalledSample {
    const sample = {
      cuts: this.#cuts,
      mostWaitingKb: Math.round(this.#mostBytes / 1e3),
      mostOpen: this.#mostOpen,
    }
    this.#mostBytes = 0
    this.#mostOpen = 0
    return sample
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#look)
    for (const socket of this.#all) socket.terminate()
  }

  async #stayAt(place: number): Promise<void> {
    while (!this.#isStopped) {
      const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/socket`, {
        perMessageDeflate: place % 4 < 2,
      })
      this.#all.add(socket)
      socket.on("error", () => undefined)
      const closed = once(socket, "close").catch(() => undefined)
      await Promise.race([once(socket, "open").catch(() => undefined), closed])
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(WANTED)
        socket.pause()
        await Promise.race([closed, place % 2 === 0 ? hasEnded(socket) : setTimeout(SILENT_MS)])
      } else await setTimeout(REFUSED_MS)
      socket.terminate()
      this.#all.delete(socket)
      this.#cuts += 1
    }
  }

  async #lookAtServer(): Promise<void> {
    try {
      const text = await (await fetch(this.#metrics)).text()
      this.#mostBytes = Math.max(this.#mostBytes, Number(WAITING.exec(text)?.[1]))
      this.#mostOpen = Math.max(this.#mostOpen, Number(SOCKETS.exec(text)?.[1]))
    } catch {
      // The next look comes in a second; a server that is gone shows in every other figure.
    }
  }
}

/** Talks until the line is gone. Who doesn't read is told of no end: only what is sent finds it. */
async function hasEnded(socket: WebSocket): Promise<void> {
  while (socket.readyState === WebSocket.OPEN) {
    socket.send(PING)
    await setTimeout(PING_EVERY_MS)
  }
}
