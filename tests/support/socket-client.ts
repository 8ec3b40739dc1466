/**
 * A strict client of the socket: checks every message against its schema, keeps books by sequence and checksum,
 * trades by id, and notes each breach of the contract in `faults`. An honest server leaves that list empty.
 */

import { once } from "node:events"
import { type ClientOptions, WebSocket } from "ws"
import { bookChecksum } from "#core/book/checksum.ts"
import { LevelBook } from "#core/book/level-book.ts"
import { judgeDelta } from "#core/book/sequence.ts"
import { formatLots, formatTicks, parseLots, parseTicks } from "#core/money/steps.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import {
  type AccountSnapshot,
  type CandleRow,
  type Channel,
  type DepthDelta,
  type DepthSnapshot,
  type LevelRow,
  type MarkRow,
  type OpenInterestRow,
  type ServerMessage,
  type ServerMessageOf,
  serverMessage,
  type TickerRow,
  type TradeRow,
} from "#core/wire/index.ts"
import type { PrivateKind } from "#core/wire/private-rows.ts"
import { Waiting } from "./waiting.ts"

/** Tick and lot of an instrument in 1e-8. */
export interface Steps {
  tick: bigint
  lot: bigint
}
export interface SocketClientSetup {
  /** Needed where books are kept. */
  steps?: (instrument: string) => Steps | undefined
  /** Answers heartbeats, as an honest client does. */
  answers?: boolean
  socket?: ClientOptions
}
export interface ClientBook {
  book: LevelBook
  seq: number
  time: number
  snapshots: number
  deltas: number
  /** It can't be trusted until the next snapshot. */
  isStale: boolean
}

const WAIT_MS = 60_000

export class SocketClient {
  readonly socket: WebSocket
  readonly faults: string[] = []
  readonly books = new Map<string, ClientBook>()
  /** Oldest first, each id once. */
  readonly trades = new Map<string, TradeRow[]>()
  /** Ids that never came; they would be read by HTTP. */
  missingTrades = 0
  readonly tickers = new Map<string, TickerRow>()
  readonly marks = new Map<string, MarkRow>()
  readonly openInterests = new Map<string, OpenInterestRow>()
  /** By `instrument:interval`, then by open time. */
  readonly candles = new Map<string, Map<number, CandleRow>>()
  readonly indexes = new Map<string, (readonly [number, number, string])[]>()
  readonly states = new Map<string, { state: string; version: number }>()
  readonly subscribed = new Set<string>()
  readonly problems: ServerMessageOf<"problem">["data"][] = []
  readonly pongs: ServerMessageOf<"pong">["data"][] = []
  /** `authenticated` and `sessionEnded`, in the order in which they came. */
  readonly logins: ("authenticated" | "sessionEnded")[] = []
  /** The account as the snapshot and all that followed make it; undefined: nothing private came. */
  account: AccountSnapshot | undefined
  snapshots = 0
  /** `n` of `authenticated`. */
  newest = -1
  /** What followed, in order. */
  readonly privately: { type: PrivateKind; rows: readonly unknown[] }[] = []
  closing: ServerMessageOf<"closing">["data"] | undefined
  closed: { code: number; reason: string } | undefined
  frames = 0
  messages = 0
  bytes = 0
  /** Called after each depth message has been applied. */
  onBook: ((instrument: string, own: ClientBook) => void) | undefined
  /** Called after all messages of a frame have been applied. */
  onFrame: (() => void) | undefined
  /** Of the last private message. */
  #n = -1
  readonly #setup: SocketClientSetup
  readonly #waiting = new Waiting()

  private constructor(socket: WebSocket, setup: SocketClientSetup) {
    this.socket = socket
    this.#setup = setup
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.faults.push("binary frame")
      this.#frame(String(data))
      this.onFrame?.()
      this.#waiting.wake()
    })
    socket.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#waiting.wake()
    })
    socket.on("error", () => this.#waiting.wake())
  }

  /** Opens a socket; throws when the upgrade is refused. */
  static async open(url: string, setup: SocketClientSetup = {}): Promise<SocketClient> {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { perMessageDeflate: false, ...setup.socket })
    const client = new SocketClient(socket, setup)
    await once(socket, "open")
    return client
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message))
  }

  /** Subscribes and waits until the server has confirmed it. */
  async subscribe(channel: Channel, ...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.subscribed.delete(`${channel}:${key}`)
      this.send({ type: "subscribe", data: { channel, key } })
    }
    await this.until(
      () => keys.every((key) => this.subscribed.has(`${channel}:${key}`)),
      `${channel} ${keys}`,
    )
  }

  unsubscribe(channel: Channel, key: string): void {
    this.send({ type: "unsubscribe", data: { channel, key } })
  }

  /** Waits until something that messages change is so; throws after a while with what it waited for. */
  async until(isSo: () => boolean, what = isSo.toString(), withinMs = WAIT_MS): Promise<void> {
    await this.#waiting.until(isSo, what, withinMs, () => `closed: ${JSON.stringify(this.closed)}`)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.socket.resume()
    this.socket.close()
    await this.until(() => this.closed !== undefined, "close")
  }

  book(instrument: string): ClientBook {
    let own = this.books.get(instrument)
    if (!own) {
      own = { book: new LevelBook(), seq: -1, time: 0, snapshots: 0, deltas: 0, isStale: true }
      this.books.set(instrument, own)
    }
    return own
  }

  /** Best levels of a side as they would stand on the wire. */
  levels(instrument: string, side: "bid" | "ask", count: number): LevelRow[] {
    const steps = this.#setup.steps?.(instrument)
    if (!steps) return []
    return this.book(instrument)
      .book.levels(side, count)
      .map(({ price, total }) => [
        formatTicks(price as Ticks, steps.tick),
        formatLots(total as Lots, steps.lot),
      ])
  }

  #frame(text: string): void {
    this.frames += 1
    this.bytes += text.length
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      this.faults.push(`no JSON: ${text.slice(0, 200)}`)
      return
    }
    if (Array.isArray(value) && value.length < 2) this.faults.push("an array of fewer than two messages")
    for (const part of Array.isArray(value) ? value : [value]) this.#check(part)
  }

  #check(value: unknown): void {
    this.messages += 1
    const read = serverMessage.safeParse(value)
    if (read.success) this.#take(read.data)
    else
      this.faults.push(`schema: ${JSON.stringify(value).slice(0, 300)}: ${read.error.message.slice(0, 300)}`)
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "pong":
        this.pongs.push(message.data)
        if (this.#setup.answers !== false) this.send({ type: "ping", data: {} })
        break
      case "subscribed":
        this.subscribed.add(`${message.data.channel}:${message.data.key}`)
        break
      case "authenticated":
        this.newest = message.data.n
        this.logins.push(message.type)
        break
      case "sessionEnded":
        this.logins.push(message.type)
        break
      case "account":
        this.snapshots += 1
        this.account = message.data
        this.#n = message.data.n
        break
      case "order":
      case "fill":
      case "position":
      case "second":
      case "ai":
      case "balance":
      case "notice":
      case "alert":
      case "twap":
      case "paused":
        this.#chained(message)
        break
      case "problem":
        this.problems.push(message.data)
        break
      case "closing":
        this.closing = message.data
        break
      case "ticker":
        for (const row of message.data.rows) this.#newest(this.tickers, row, row[10])
        break
      case "mark":
        for (const row of message.data.rows) this.#newest(this.marks, row, row[5])
        break
      case "openInterest":
        for (const row of message.data.rows) this.#newest(this.openInterests, row, row[2])
        break
      case "depth":
        this.#depth(message.data)
        break
      case "trade":
        this.#trades(message.data.instrument, message.data.rows)
        break
      case "candle":
        this.#candles(message.data)
        break
      case "index":
        this.#index(message.data.index, message.data.rows)
        break
      case "instrument":
        this.states.set(message.data.instrument, message.data)
        break
    }
  }

  #chained({ type, data }: ServerMessageOf<PrivateKind>): void {
    // The first after a replay follows what the client had before.
    if (this.#n >= 0 && data.prev !== this.#n)
      this.faults.push(`${type}: ${data.prev}→${data.n} at ${this.#n}`)
    if (data.n <= data.prev) this.faults.push(`${type}: ${data.n} after ${data.prev}`)
    this.#n = data.n
    const none = {
      orders: [],
      fills: [],
      positions: [],
      balances: [],
      notices: [],
      seconds: [],
      holdings: [],
      alerts: [],
      deposits: [],
      withdrawals: [],
      twaps: [],
      paused: [],
    }
    const held = this.account ?? { n: data.n, time: 0, ...none }
    this.account = { ...held, n: data.n }
    this.privately.push({ type, rows: data.rows })
  }

  #newest<Row extends readonly [string, ...unknown[]]>(rows: Map<string, Row>, row: Row, seq: number): void {
    const held = rows.get(row[0])?.at(-1)
    if (typeof held === "number" && held > seq) this.faults.push(`${row[0]}: row ${seq} after ${held}`)
    else rows.set(row[0], row)
  }

  #depth(data: DepthSnapshot | DepthDelta): void {
    const steps = this.#setup.steps?.(data.instrument)
    if (!steps) return
    const own = this.book(data.instrument)
    if ("snapshot" in data) {
      if (data.seq < own.seq) this.faults.push(`${data.instrument}: snapshot ${data.seq} after ${own.seq}`)
      own.book.clear()
      own.snapshots += 1
      own.isStale = false
    } else {
      const verdict = own.seq < 0 ? "gap" : judgeDelta(own.seq, data)
      if (verdict !== "next") {
        this.faults.push(`${data.instrument}: delta ${data.prev}→${data.seq} at ${own.seq} is ${verdict}`)
        if (verdict === "gap") own.isStale = true
        return
      }
      own.deltas += 1
    }
    own.seq = data.seq
    own.time = data.time
    setLevels(own.book, "bid", data.bids, steps)
    setLevels(own.book, "ask", data.asks, steps)
    this.#verify(data.instrument, { own, steps, checksum: data.checksum })
    this.onBook?.(data.instrument, own)
  }

  #verify(
    instrument: string,
    { own, steps, checksum }: { own: ClientBook; steps: Steps; checksum: number },
  ): void {
    const mine = bookChecksum(
      own.book,
      (ticks) => formatTicks(ticks as Ticks, steps.tick),
      (lots) => formatLots(lots as Lots, steps.lot),
    )
    if (mine !== checksum)
      this.faults.push(`${instrument}: checksum ${mine} is not ${checksum} at ${own.seq}`)
    if (own.book.isCrossed()) this.faults.push(`${instrument}: crossed at ${own.seq}`)
  }

  #trades(instrument: string, rows: readonly TradeRow[]): void {
    const held = this.trades.get(instrument) ?? []
    this.trades.set(instrument, held)
    for (const row of rows) {
      const last = held.at(-1)?.[0]
      if (last !== undefined && row[0] <= last) continue
      if (last !== undefined) this.missingTrades += row[0] - last - 1
      held.push(row)
    }
    rows.reduce((last, [id]) => {
      if (last > 0 && id !== last + 1)
        this.faults.push(`${instrument}: trade ${id} after ${last} in one message`)
      return id
    }, 0)
  }

  #candles({ instrument, interval, rows }: ServerMessageOf<"candle">["data"]): void {
    const key = `${instrument}:${interval}`
    const held = this.candles.get(key) ?? new Map<number, CandleRow>()
    this.candles.set(key, held)
    for (const row of rows) {
      const before = held.get(row[0])
      const isOlder = before && (before[6] > row[6] || (before[6] === row[6] && before[7] > row[7]))
      if (isOlder) this.faults.push(`${key}: candle ${row} after ${before}`)
      else held.set(row[0], row)
    }
    rows.forEach((row, place) => {
      const isLast = place === rows.length - 1
      if ((row[7] === 0) !== isLast) this.faults.push(`${key}: only the last candle may be live: ${rows}`)
    })
  }

  #index(index: string, rows: readonly (readonly [number, number, string])[]): void {
    const held = this.indexes.get(index) ?? []
    this.indexes.set(index, held)
    for (const row of rows) if (row[0] > (held.at(-1)?.[0] ?? 0)) held.push(row)
  }
}

function setLevels(book: LevelBook, side: "bid" | "ask", rows: readonly LevelRow[], steps: Steps): void {
  for (const [price, total] of rows) {
    const ticks = parseTicks(price, steps.tick)
    const lots = parseLots(total, steps.lot)
    if (!ticks.ok || !lots.ok) throw new Error(`no whole steps: ${price} ${total}`)
    book.set(side, ticks.value, lots.value)
  }
}
