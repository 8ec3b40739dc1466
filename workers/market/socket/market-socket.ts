/** The connection to the server: opens it, answers heartbeats, notices when it is dead, reconnects. */

import type { CompactSink } from "#core/wire/compact-reader.ts"
import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { HEARTBEAT_MS } from "#core/wire/heartbeat.ts"
import type { ClientMessage } from "#core/wire/socket.ts"
import { NETWORK_TIMEOUT_MS, type SocketLike, type Surroundings } from "../surroundings.ts"
import { CompactFrames } from "./compact-frames.ts"
import { Heartbeat } from "./heartbeat.ts"
import { Outbox } from "./outbox.ts"
import { type Incoming, readMessages } from "./read-messages.ts"

/** How often the socket's state is looked at. */
const WATCH_MS = 1000
/** When somebody wakes us, an attempt older than this is given up for a new one. */
const STUCK_CONNECTING_MS = 5000
/** When somebody wakes us, a socket silent for a heartbeat and this much is not trusted any more. */
const WAKE_SLACK_MS = 500
/** From the loss of a connection to the next attempt. */
const RECONNECT_MS = 3000
/** Only when the server sent everybody away at once: spreads the fleet. */
const FLEET_JITTER_MS = 1000
/** A server may ask for more patience, but not for ever. */
const AFTER_MAX_MS = 60_000
const PING = '{"type":"ping","data":{}}'
const OPEN = 1

/** Why the server said goodbye, from its `closing` message. */
interface Goodbye {
  reason: string
  afterMs: number
}

export interface SocketListener {
  /** Open: what was wanted before is wanted again. */
  opened(): void
  lost(): void
  /** Any message but those that concern the connection itself. Returns nothing; what it throws is reported. */
  message(message: Incoming, receivedAt: number): void
  /** A frame in compact form begins: who takes its rows. */
  compact(receivedAt: number): Pick<CompactSink, "tickers" | "depth" | "trades">
  /** A text has been read to its end, the heartbeat included: ages begin anew. */
  heard(): void
  /** Bad text, or a message on which a feed broke. */
  malformed(detail: string): void
  /** The state was looked at: once a second, come what may. */
  watched(now: number): void
}

export class MarketSocket {
  readonly heartbeat = new Heartbeat()
  /** Counted for the debug panel. */
  readonly traffic = { frames: 0, messages: 0, characters: 0, parseErrors: 0 }
  /** `connecting` only before the first success or failure; later attempts stay `offline` until they succeed. */
  state: "connecting" | "open" | "offline" = "connecting"
  /** Local epoch ms: while offline the moment last heard, else when this state began. */
  since = 0
  reconnects = 0
  #surroundings: Surroundings
  #listener: SocketListener | null = null
  #outbox = new Outbox()
  #compact: CompactFrames | null = null
  #url = ""
  #socket: SocketLike | null = null
  #attemptAt = 0
  #goodbye: Goodbye | null = null
  #reconnectTimer: number | null = null
  #watchTimer: number | null = null

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** From now on `listener` is told; there is one. */
  start(url: string, listener: SocketListener): void {
    this.#listener = listener
    this.stop()
    this.#url = url
    this.state = "connecting"
    this.since = this.#surroundings.now()
    this.#connect()
    this.#watch()
  }

  stop(): void {
    if (this.#watchTimer !== null) this.#surroundings.clearTimer(this.#watchTimer)
    this.#cancelReconnect()
    this.#letGo()
  }

  /** Sends now, or as soon as the socket is open. */
  send(message: ClientMessage): void {
    const text = JSON.stringify(message)
    if (this.state === "open" && this.#socket?.readyState === OPEN) this.#socket.send(text)
    else this.#outbox.put(text)
  }

  /** The network or the page is back: reconnect now, and trust no socket that has been silent. */
  wake(): void {
    const now = this.#surroundings.now()
    if (this.state === "open") {
      if (now - this.heartbeat.heardAt > HEARTBEAT_MS + WAKE_SLACK_MS) this.#lose(0)
      else this.check()
    } else if (!this.#socket || now - this.#attemptAt > STUCK_CONNECTING_MS) {
      this.#letGo()
      this.#connect()
    }
  }

  /** Looks at the socket: closing or closed without an event, dead, or connecting for ever. */
  check(): void {
    const socket = this.#socket
    if (!socket) return
    const now = this.#surroundings.now()
    if (socket.readyState > OPEN) this.#lose(this.#delay())
    else if (this.state === "open") {
      if (this.heartbeat.isDead(now)) this.#lose(this.#goodbye ? this.#delay() : 0)
    } else if (now - this.#attemptAt > NETWORK_TIMEOUT_MS) this.#lose(this.#delay())
  }

  #watch(): void {
    this.#watchTimer = this.#surroundings.setTimer(() => {
      this.check()
      this.#listener?.watched(this.#surroundings.now())
      this.#watch()
    }, WATCH_MS)
  }

  #connect(): void {
    this.#cancelReconnect()
    this.#attemptAt = this.#surroundings.now()
    let socket: SocketLike
    try {
      socket = this.#surroundings.openSocket(this.#url)
    } catch (reason) {
      this.#listener?.malformed(String(reason))
      this.#lose(this.#delay())
      return
    }
    this.#socket = socket
    socket.onopen = () => this.#opened(socket)
    socket.onclose = () => this.#lose(this.#delay())
    // Nothing can be read from it; a close follows, or the next look at the state finds it.
    socket.onerror = () => {}
    socket.onmessage = (event) => this.#received(event.data)
  }

  #opened(socket: SocketLike): void {
    const now = this.#surroundings.now()
    if (this.state === "offline") this.reconnects += 1
    this.state = "open"
    this.since = now
    this.#goodbye = null
    this.heartbeat.restart(now)
    this.#listener?.opened()
    for (const text of this.#outbox.takeAll()) socket.send(text)
  }

  #received(text: unknown): void {
    const now = this.#surroundings.now()
    this.heartbeat.hear(now)
    this.traffic.frames += 1
    if (text instanceof ArrayBuffer && this.#socket?.protocol === COMPACT_PROTOCOL)
      this.#readCompact(text, now)
    else {
      if (typeof text === "string") this.traffic.characters += text.length
      this.#readText(text, now)
    }
    this.#listener?.heard()
  }

  #readText(text: unknown, now: number): void {
    readMessages(
      text,
      (message) => this.#take(message, now),
      (detail) => this.#reject(detail),
    )
  }

  #readCompact(frame: ArrayBuffer, now: number): void {
    this.traffic.characters += frame.byteLength
    const taker = this.#listener?.compact(now)
    if (!taker) return
    this.#compact ??= new CompactFrames()
    const { messages, fault } = this.#compact.read(frame, taker, (text) => this.#readText(text, now))
    this.traffic.messages += messages
    if (fault) this.#reject(fault)
  }

  #take(message: Incoming, now: number): void {
    this.traffic.messages += 1
    try {
      if (message.type === "pong") this.#beat(message, now)
      else if (message.type === "closing") this.#sayGoodbye(message)
      else this.#listener?.message(message, now)
    } catch (reason) {
      // A fault of ours must not end the worker, nor go unseen.
      this.#reject(`${message.type}: ${String(reason)}`)
    }
  }

  #beat({ data }: Incoming, now: number): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(PING)
    if (isFiniteNumber(data.time) && isFiniteNumber(data.roundTrip)) {
      this.heartbeat.beat(now, data.time, data.roundTrip)
      this.heartbeat.feedSilentSince = isFiniteNumber(data.silentSince) ? data.silentSince : 0
    } else this.#reject("pong")
  }

  #sayGoodbye({ data }: Incoming): void {
    const reason = typeof data.reason === "string" ? data.reason : ""
    this.#goodbye = { reason, afterMs: isFiniteNumber(data.after) ? data.after : 0 }
  }

  #reject(detail: string): void {
    this.traffic.parseErrors += 1
    this.#listener?.malformed(detail)
  }

  /** Ends this connection and arranges the next. 0: at once. */
  #lose(delayMs: number): void {
    this.#letGo()
    const wasOffline = this.state === "offline"
    if (this.state === "open") this.since = this.heartbeat.heardAt
    this.state = "offline"
    if (!wasOffline) this.#listener?.lost()
    this.#cancelReconnect()
    if (delayMs === 0) this.#connect()
    else this.#reconnectTimer = this.#surroundings.setTimer(() => this.#connect(), delayMs)
  }

  #delay(): number {
    return reconnectDelay(this.#goodbye, this.#surroundings.random())
  }

  /** Forgets the socket before closing it: whatever it still says comes from a world that is over. */
  #letGo(): void {
    const socket = this.#socket
    if (!socket) return
    this.#socket = null
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.onerror = null
    try {
      socket.close()
    } catch {
      // Some engines refuse to close what is still connecting; nobody listens to it any more.
    }
  }

  #cancelReconnect(): void {
    if (this.#reconnectTimer !== null) this.#surroundings.clearTimer(this.#reconnectTimer)
    this.#reconnectTimer = null
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value)
}

/** ms to wait after a close. `random` is 0 … 1. */
function reconnectDelay(goodbye: Goodbye | null, random: number): number {
  if (!goodbye) return RECONNECT_MS
  const asked = Math.min(Math.max(goodbye.afterMs, RECONNECT_MS), AFTER_MAX_MS)
  return goodbye.reason === "shutdown" ? asked + Math.round(random * FLEET_JITTER_MS) : asked
}
