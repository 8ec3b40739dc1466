/** A bare DevTools protocol client over one WebSocket; a Playwright session would slow the receive path. */

import { WebSocket } from "ws"

/** A call that isn't answered within this is a browser that hangs. */
const CALL_TIMEOUT_MS = 120_000

interface Waiting {
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

type Listener = (params: Record<string, unknown>, sessionId: string | undefined) => void

export class CdpConnection {
  #socket: WebSocket
  #id = 0
  #waiting = new Map<number, Waiting>()
  #listeners = new Map<string, Set<Listener>>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on("message", (data) => this.#take(String(data)))
    socket.on("close", () => this.#fail("the browser closed the connection"))
    socket.on("error", () => this.#fail("the connection to the browser broke"))
  }

  static async open(url: string): Promise<CdpConnection> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 })
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => resolve())
      socket.once("error", reject)
    })
    return new CdpConnection(socket)
  }

  /** @throws Error when the browser refuses, hangs or goes away. */
  call(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<Record<string, unknown>> {
    this.#id += 1
    const id = this.#id
    const message = { id, method, params, ...(sessionId ? { sessionId } : {}) }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new Error(`${method}: no answer for ${CALL_TIMEOUT_MS / 1000} s`))
      }, CALL_TIMEOUT_MS)
      this.#waiting.set(id, { resolve, reject, timer })
      this.#socket.send(JSON.stringify(message))
    })
  }

  /** Calls `listener` with each event; returns the way to stop. */
  on(method: string, listener: Listener): () => void {
    const all = this.#listeners.get(method) ?? new Set()
    this.#listeners.set(method, all.add(listener))
    return () => all.delete(listener)
  }

  close(): void {
    this.#socket.close()
  }

  #take(text: string): void {
    const message = JSON.parse(text) as {
      id?: number
      result?: Record<string, unknown>
      error?: { message: string }
      method?: string
      params?: Record<string, unknown>
      sessionId?: string
    }
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(message.method ?? "") ?? [])
        listener(message.params ?? {}, message.sessionId)
      return
    }
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    clearTimeout(waiting.timer)
    if (message.error) waiting.reject(new Error(message.error.message))
    else waiting.resolve(message.result ?? {})
  }

  #fail(reason: string): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new Error(reason))
    }
    this.#waiting.clear()
  }
}
