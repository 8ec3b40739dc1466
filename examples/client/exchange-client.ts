/** The two doors of an exchange: calls by HTTP, messages by a socket that comes back when it is lost. */

import type { ClientMessage, Envelope, Market, ServerMessage } from "./messages.ts"

/** The server beats every 2.5 s unless its operator chose otherwise; two silent beats are death. */
const SILENCE_DEAD_MS = 5000
const COME_BACK_MS = 3000

/** Asks once; throws with the server's own words when it refuses. */
export async function call<Data>(exchange: string, path: string): Promise<Data> {
  const response = await fetch(new URL(path, exchange), { headers: { lang: "en" } })
  const { code, message, data } = (await response.json()) as Envelope<Data>
  if (code !== 200) throw new Error(`${path} was refused with ${code}: ${message}`)
  return data
}

export const spotMarkets = async (exchange: string): Promise<Market[]> =>
  (await call<{ rows: Market[] }>(exchange, "/market/exchange")).rows

export interface SocketEvents {
  /** A new connection: it knows nothing of the old one, so subscribe. */
  opened(): void
  lost(): void
  message(message: ServerMessage): void
}

export class ExchangeSocket {
  readonly #address: URL
  readonly #events: SocketEvents
  #socket: WebSocket | undefined
  #comeBackMs = COME_BACK_MS
  #silence: NodeJS.Timeout | undefined
  #return: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(exchange: string, events: SocketEvents) {
    this.#address = new URL("/socket", exchange)
    this.#address.protocol = this.#address.protocol === "https:" ? "wss:" : "ws:"
    this.#events = events
    this.#open()
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  end(): void {
    this.#isEnded = true
    clearTimeout(this.#return)
    clearTimeout(this.#silence)
    this.#socket?.close()
  }

  #open(): void {
    const socket = new WebSocket(this.#address)
    this.#socket = socket
    this.#comeBackMs = COME_BACK_MS
    this.#awaitBeat(socket)
    socket.onopen = () => this.#events.opened()
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(socket, String(data))
    }
    socket.onclose = () => this.#lose(socket)
  }

  #hear(socket: WebSocket, text: string): void {
    this.#awaitBeat(socket)
    // A frame is one message or an array of them.
    const frame = JSON.parse(text) as ServerMessage | ServerMessage[]
    for (const message of Array.isArray(frame) ? frame : [frame]) {
      if (message.type === "pong") this.send({ type: "ping", data: {} })
      else if (message.type === "closing") this.#comeBackMs = message.data.after
      this.#events.message(message)
    }
  }

  /** Not waiting for the other side to close: it may be gone for good. */
  #awaitBeat(socket: WebSocket): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      socket.close()
      this.#lose(socket)
    }, SILENCE_DEAD_MS)
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    clearTimeout(this.#silence)
    if (this.#isEnded) return
    this.#events.lost()
    // Some chance, so that not everybody comes back at once.
    this.#return = setTimeout(() => this.#open(), this.#comeBackMs * (1 + Math.random() / 10))
  }
}
