/** What all sockets of the door do: they are pinged, counted, held to a rate, and closed when they break a rule or don't read. */

import type { Outlet } from "../../stream/outlet.ts"
import { SLOW_BUFFER_BYTES } from "../../stream/slow-reader.ts"
import type { DoorClient, Taken } from "../../stream/socket-door.ts"
import { CLOSING_GRACE_MS } from "../../stream/stream-settings.ts"
import { type BucketSize, TokenBucket } from "../../stream/token-bucket.ts"
import type { Subscriber, Topic } from "../../stream/topic.ts"

/** When a socket is pinged, given up and ended, ms. */
export interface SocketTimes {
  pingEveryMs: number
  /** Longest without a pong. */
  pongWithinMs: number
  /** Longest life of a connection. */
  lifeMs: number
}

export type CloseReason = "slow" | "silent" | "limit" | "shutdown" | "age"
/** RFC 6455 section 7.4.1: going away; against the rules. */
const CLOSE_CODES: Readonly<Record<CloseReason, number>> = {
  ...{ shutdown: 1001, age: 1000 },
  ...{ slow: 1008, silent: 1008, limit: 1008 },
}
const CLOSE_TEXTS: Readonly<Record<CloseReason, string>> = {
  shutdown: "Server shutdown",
  age: "Connection has reached its age",
  slow: "Slow reader",
  silent: "Pong timeout",
  limit: "Too many requests",
}

/** What the door's sockets need of a logger. */
interface SocketLog {
  debug(values: object, text: string): void
  info(values: object, text: string): void
  warn(values: object, text: string): void
}

export interface DoorSocketParts {
  taken: Taken
  outlet: Outlet
  times: SocketTimes
  /** Messages, pings and pongs of the client together. */
  rate: BucketSize
  now(): number
  log: SocketLog
}

export abstract class DoorSocket implements DoorClient, Subscriber {
  readonly topics = new Set<Topic>()
  readonly outlet: Outlet
  protected readonly address: string
  protected readonly now: () => number
  readonly #taken: Taken
  readonly #times: SocketTimes
  readonly #log: SocketLog
  readonly #messages: TokenBucket
  readonly #timers: NodeJS.Timeout[]
  #heardAt: number
  #isClosing = false

  constructor({ taken, outlet, times, rate, now, log }: DoorSocketParts) {
    const { webSocket, address } = taken
    this.outlet = outlet
    this.address = address
    this.now = now
    this.#taken = taken
    this.#times = times
    this.#log = log
    this.#heardAt = now()
    this.#messages = new TokenBucket(rate, now())
    this.#timers = [
      setInterval(() => this.#beat(), times.pingEveryMs),
      setTimeout(() => this.drop("age"), times.lifeMs),
    ]
    for (const timer of this.#timers) timer.unref()
    webSocket.on("message", (data, isBinary) => {
      if (this.#mayHear()) this.hear(isBinary ? "" : String(data))
    })
    webSocket.on("ping", () => void this.#mayHear())
    webSocket.on("pong", () => {
      this.#heardAt = this.now()
    })
    webSocket.onFault = () => this.#end()
    webSocket.on("error", () => this.#end())
    webSocket.on("close", () => this.#end())
  }

  /** One message of the client; empty where it was binary. */
  protected abstract hear(text: string): void
  /** The connection is over: nothing is sent or heard any more. Called once. */
  protected abstract leave(): void
  /** The last messages before the server closes it. */
  protected lastWords(_reason: CloseReason): readonly string[] {
    return []
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  get waitingBytes(): number {
    return this.outlet.waitingBytes
  }

  drop(reason: CloseReason): void {
    if (this.#isClosing) return
    const { webSocket } = this.#taken
    this.#log.info({ address: this.address, reason }, "socket of the Binance door closed by the server")
    for (const text of this.lastWords(reason)) this.outlet.sendNow(text)
    this.#end()
    webSocket.close(CLOSE_CODES[reason], CLOSE_TEXTS[reason])
    setTimeout(() => webSocket.terminate(), CLOSING_GRACE_MS).unref()
  }

  giveUp(): void {
    if (this.#isClosing) return
    const isMuch = this.waitingBytes > SLOW_BUFFER_BYTES
    this.drop("slow")
    if (isMuch) this.#taken.webSocket.terminate()
  }

  /** Sends past what waits: an answer. Whoever asks without reading is closed. */
  protected sendNow(text: string): void {
    if (this.#isClosing) return
    this.outlet.sendNow(text)
    if (this.outlet.isHopeless) this.giveUp()
  }

  #mayHear(): boolean {
    if (this.#isClosing) return false
    this.#heardAt = this.now()
    if (this.#messages.take(this.now()) >= 0) return true
    this.drop("limit")
    return false
  }

  #beat(): void {
    if (this.#isClosing) return
    const isSilent = this.now() - this.#heardAt > this.#times.pongWithinMs
    if (this.outlet.isHopeless) this.giveUp()
    else if (isSilent) this.drop("silent")
    // Its text is the time, as there.
    else this.#taken.webSocket.ping(String(this.now()))
  }

  #end(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.leave()
    this.outlet.backlog.clear()
  }
}
