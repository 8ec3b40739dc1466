/** The load generator: workload, socket and pages together. Also usable inside a test, without a process. */

import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { HEARTBEAT_MS } from "#core/wire/heartbeat.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import { lapOf } from "./encoded-lap.ts"
import type { Message } from "./journal.ts"
import type { LoadOptions, LoadReport } from "./load-server.ts"
import { StandIn } from "./stand-in.ts"
import { Stream } from "./stream.ts"
import { openWebDoor } from "./web-door.ts"
import { WORKLOAD_VERSION } from "./workload.ts"

/** The live candle goes out so often while trades come. */
const CANDLE_EVERY_MS = 50
/** Messages sent after the stream has ended and was read, so that the last flush has something to say. */
const LAST_WORDS = 200
const PAUSE_BEFORE_LAST_WORDS_MS = 200
const DRAIN_TIMEOUT_MS = 30_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class Generator {
  /** Answers what a page posts; the phone's steps. */
  posted: (value: unknown) => Promise<unknown> = async () => ({})
  /** Put at the top of the terminal's page. */
  head = ""
  readonly workload: string
  readonly #stream: Stream
  readonly #standIn: StandIn
  readonly #options: LoadOptions
  #raw: Socket | null = null
  #timers: NodeJS.Timeout[] = []
  #close: () => void = () => {}
  #isEnding = false
  origin = ""

  constructor(options: LoadOptions) {
    const lap = lapOf(options.seed, options.probes)
    this.#options = options
    this.workload = `${WORKLOAD_VERSION}-${lap.hash}-${options.policy}${options.probes === "head" ? "-head" : ""}`
    this.#stream = new Stream(
      lap,
      options.policy,
      options.fault,
      (range) => {
        this.#standIn.journal.range(range)
        this.#standIn.sent(range)
      },
      (message) => this.#standIn.journal.message(message),
      options.probes,
    )
    this.#standIn = new StandIn(lap, this.#stream)
  }

  async open(): Promise<void> {
    const { host, port } = this.#options
    const door = await openWebDoor(
      { host, port },
      {
        call: (path, query, token) => this.#standIn.call(path, query, token),
        opened: (socket, raw) => this.#opened(socket, raw),
        posted: (value) => this.posted(value),
        head: this.head,
      },
    )
    this.origin = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${door.port}`
    this.#close = () => {
      door.server.closeAllConnections()
      door.server.close()
    }
    this.#timers.push(setInterval(() => this.#beat(), HEARTBEAT_MS))
    this.#timers.push(setInterval(() => this.#isEnding || this.#candle(), CANDLE_EVERY_MS))
  }

  get isReady(): boolean {
    return this.#raw !== null && this.#standIn.isReady
  }

  get probes(): readonly number[] {
    return this.#stream.probes
  }

  start(rate: number): void {
    this.#stream.start(rate)
  }

  report(): LoadReport {
    return this.#stream.report()
  }

  /** Messages of any kind that the present client was sent. */
  get counted(): number {
    return this.#standIn.journal.count
  }

  /** Ends the stream and says what must be held now. */
  async finish(): Promise<HeldMarket> {
    this.#stream.stop()
    // From here on only the heart beats.
    this.#isEnding = true
    const until = Date.now() + DRAIN_TIMEOUT_MS
    while ((this.#raw?.writableLength ?? 0) > 0 && Date.now() < until) await wait(10)
    await wait(PAUSE_BEFORE_LAST_WORDS_MS)
    this.#stream.lastWords(LAST_WORDS)
    this.#candle()
    return this.#standIn.truth()
  }

  close(): void {
    this.#stream.stop()
    for (const timer of this.#timers) clearInterval(timer)
    this.#close()
  }

  #opened(socket: WebSocket, raw: Socket): void {
    this.#raw = raw
    this.#isEnding = false
    this.#stream.attach(raw, socket.protocol === COMPACT_PROTOCOL)
    this.#standIn.opened()
    this.#beat()
    socket.on("message", (data) => {
      if (raw !== this.#raw) return
      for (const message of this.#standIn.answers(String(data))) this.#stream.side(message)
    })
    const gone = () => {
      if (raw !== this.#raw) return
      this.#raw = null
      this.#stream.attach(null)
    }
    socket.on("close", gone)
    socket.on("error", gone)
  }

  #beat(): void {
    this.#say({ type: "pong", data: { time: Date.now(), roundTrip: -1 } })
  }

  #candle(): void {
    for (const message of this.#standIn.candleMessages()) this.#say(message)
  }

  #say(message: Message): void {
    if (this.#raw) this.#stream.side(message)
  }
}
