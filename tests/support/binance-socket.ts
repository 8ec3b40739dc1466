/** A client of the Binance-shaped sockets, in tests: keeps every message in order, and waits for what is to come. */

import { once } from "node:events"
import { WebSocket } from "ws"
import { Waiting } from "./waiting.ts"

const WAIT_MS = 30_000

export type BinanceMessage = Record<string, unknown>

export class BinanceSocket {
  readonly socket: WebSocket
  readonly messages: (BinanceMessage | BinanceMessage[])[] = []
  pings = 0
  closed: { code: number; reason: string } | undefined
  readonly #waiting = new Waiting()
  #id = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data) => {
      this.messages.push(JSON.parse(String(data)))
      this.#waiting.wake()
    })
    socket.on("ping", () => {
      this.pings += 1
      this.#waiting.wake()
    })
    socket.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#waiting.wake()
    })
    socket.on("error", () => this.#waiting.wake())
  }

  /** Throws when the upgrade is refused. */
  static async open(address: string, path: string): Promise<BinanceSocket> {
    const socket = new WebSocket(`${address.replace(/^http/, "ws")}${path}`)
    const client = new BinanceSocket(socket)
    await once(socket, "open")
    return client
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message))
  }

  /** Asks with the next id, and waits for the answer to it. */
  async ask(method: string, params?: unknown): Promise<BinanceMessage> {
    this.#id += 1
    const id = this.#id
    this.send({ method, ...(params === undefined ? {} : { params }), id })
    return await this.answerTo(id)
  }

  async answerTo(id: unknown): Promise<BinanceMessage> {
    const isIt = (message: BinanceMessage) => "id" in message && message.id === id
    await this.until(() => this.objects().some(isIt), `an answer to ${String(id)}`)
    return this.objects().find(isIt) ?? {}
  }

  /** What came as objects. */
  objects(): BinanceMessage[] {
    return this.messages.filter((message): message is BinanceMessage => !Array.isArray(message))
  }

  /** Events of one kind. */
  events(kind: string): BinanceMessage[] {
    return this.objects().filter(({ e }) => e === kind)
  }

  async until(isSo: () => boolean, what = isSo.toString()): Promise<void> {
    await this.#waiting.until(isSo, what, WAIT_MS, () => `closed: ${JSON.stringify(this.closed)}`)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.socket.resume()
    this.socket.close()
    await this.until(() => this.closed !== undefined, "close")
  }
}
