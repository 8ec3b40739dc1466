/** Sends messages to one client with backpressure, so that nothing piles up. */

import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import type { Telling } from "./deflated-frame.ts"
import { type Frame, frameBytes } from "./frame.ts"
import {
  Backlog,
  CONNECTION_BYTES_MAX,
  SLOW_BUFFER_BYTES,
  SLOW_STALL_MS,
  type WriteOut,
} from "./slow-reader.ts"
import { tellSent } from "./stream-signals.ts"

export class Outlet {
  /** What a slow client will get once its socket is empty. */
  readonly backlog = new Backlog()
  /** What the client gets in the flush under way. */
  frame: Frame | undefined
  readonly #webSocket: WebSocket
  readonly #isCompressing: boolean
  readonly #isCompact: boolean
  #telling: Telling = []
  readonly #socket: Duplex
  readonly #now: () => number
  readonly #onDrain: () => void
  #slowSince: number | undefined
  /** What the system had still to send when `hasTaken` was asked last of this slow client. */
  #queuedBefore = Number.POSITIVE_INFINITY

  /** `onDrain`: a slow client has taken all; the next flush may give it more. */
  constructor(webSocket: WebSocket, socket: Duplex, now: () => number, onDrain: () => void) {
    this.#webSocket = webSocket
    this.#isCompressing = webSocket.extensions !== ""
    this.#isCompact = webSocket.protocol === COMPACT_PROTOCOL
    this.#socket = socket
    this.#now = now
    this.#onDrain = onDrain
  }

  /** News must be kept in the backlog: the client is slow, or has not got all of an earlier flush. */
  get isBehind(): boolean {
    return this.#slowSince !== undefined || !this.backlog.isEmpty
  }

  get isSlow(): boolean {
    return this.#slowSince !== undefined
  }

  /** The client must be given up: it took nothing for too long, or what waits for it takes too much memory. */
  get isHopeless(): boolean {
    if (this.#slowSince === undefined) return false
    const isStalled = this.#now() - this.#slowSince >= SLOW_STALL_MS
    return isStalled || this.waitingBytes > CONNECTION_BYTES_MAX
  }

  /** Has it taken a byte since this was asked last? A client that isn't slow is taken to have. */
  hasTaken(): boolean {
    if (this.#slowSince === undefined) {
      this.#queuedBefore = Number.POSITIVE_INFINITY
      return true
    }
    const queued = queuedBytes(this.#socket)
    const has = queued < this.#queuedBefore
    this.#queuedBefore = queued
    return has
  }

  /** Memory that what the client hasn't taken costs, roughly. */
  get waitingBytes(): number {
    return this.#socket.writableLength + this.backlog.bytes
  }

  /** Writes the frame of this flush. */
  send(): void {
    const frame = this.frame
    this.frame = undefined
    if (!frame || !this.#isOpen) return
    if (this.#isCompact) this.#write(frame.compact())
    else if (this.#isCompressing) {
      const { bytes, telling } = frame.deflated(this.#telling)
      this.#telling = telling
      this.#write(bytes)
    } else this.#write(frame.bytes())
  }

  /** It has agreed to compressed frames. */
  get isCompressing(): boolean {
    return this.#isCompressing
  }

  /** Writes one message now, past the flush and uncompressed: heartbeats and farewells. */
  sendNow(text: string): void {
    this.#write(frameBytes(text))
  }

  /** Sends what is kept, frame by frame, as far as the client takes it. `start` is the flush's empty frame. */
  catchUp(start: Frame, writeOut: WriteOut): void {
    if (this.isSlow && this.#socket.writableLength === 0) this.#slowSince = undefined
    while (!this.isSlow && !this.backlog.isEmpty && this.#isOpen) {
      const frame = this.backlog.pour(this.frame ?? start, writeOut)
      this.frame = frame === start ? undefined : frame
      this.send()
    }
  }

  get #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  /**
   * Straight to the socket: `ws` writes each of its own frames whole and at once (it is never given one to compress), so
   * they can't mix; and after a close frame nothing is written.
   */
  #write(bytes: Buffer): void {
    if (!this.#isOpen) return
    this.#socket.write(bytes)
    tellSent(bytes.length)
    if (this.#slowSince !== undefined || this.#socket.writableLength <= SLOW_BUFFER_BYTES) return
    this.#slowSince = this.#now()
    this.#socket.once("drain", this.#onDrain)
  }
}

/**
 * What the system hasn't taken of a write under way. `writableLength` counts that write as a whole until its end; the
 * handle, which Node's own timeouts go by, knows better where there is one.
 */
function queuedBytes(socket: Duplex): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? socket.writableLength
}
