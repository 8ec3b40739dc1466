/** A stand-in exchange that serves only the workload: the contract of socket and calls, for one client. */

import { bucketEnd, shiftBucket } from "#core/candle/bucket.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { me } from "#core/wire/security-calls.ts"
import { CHANNELS, type Channel } from "#core/wire/socket.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import { lotText, priceText } from "./active-book.ts"
import { LAST_OLD_TRADE, type Lap, sequenceOf, tradeId } from "./encoded-lap.ts"
import { Journal, type Message } from "./journal.ts"
import { LiveCandle, oldRow } from "./live-candle.ts"
import { DRAWN_TOKEN, ownAccount } from "./own-account.ts"
import { ownDrawings } from "./own-drawings.ts"
import { type Stream, tradesIn } from "./stream.ts"
import { ACTIVE_ID, ACTIVE_TICKS, firstTicker, spotMarket } from "./workload.ts"

const FIRST_TRADES = 50
const SPARKLINE_POINTS = 48
const HALF_HOUR_MS = 1_800_000
/** What pages show at first, and change to (figures/input-actions.ts): known from the first trade on, whoever asks when. */
const PRESSED = ["15m", "5m"] as const

export class StandIn {
  readonly journal: Journal
  readonly #lap: Lap
  readonly #stream: Stream
  readonly #startedAt = Date.now()
  /** Those on screen, and those that were: who comes back to an interval finds what was traded meanwhile. */
  #candles = new Map<Interval, LiveCandle>()
  #asked = new Set<string>()

  constructor(lap: Lap, stream: Stream) {
    this.#lap = lap
    this.#stream = stream
    this.journal = new Journal(lap)
    for (const interval of PRESSED) this.#live(interval)
  }

  /** A socket opened: whatever was asked before was asked by somebody else. */
  opened(): void {
    this.#asked.clear()
    this.journal.clear()
  }

  /** Everything that the screen needs is subscribed: list, book, tape and chart. */
  get isReady(): boolean {
    const has = (channel: Channel) =>
      [...this.#asked].some((asked) => asked.startsWith(`${channel} ${ACTIVE_ID}`))
    return this.#asked.has("ticker *") && has("depth") && has("trade") && has("candle")
  }

  /** Candles of the trades just sent. */
  sent(range: Parameters<typeof tradesIn>[1]): void {
    for (const [id, ticks, lots] of tradesIn(this.#lap, range))
      for (const candle of this.#candles.values()) candle.trade(id, ticks, lots, range.time)
  }

  /** What a client's message is answered with. */
  answers(text: string): Message[] {
    const message = JSON.parse(text) as {
      type: string
      data?: { channel: Channel; key: string; token?: string }
    }
    const { channel, key, token } = message.data ?? {}
    if (message.type === "auth" && token) return ownAccount(Date.now(), token)
    if (!channel || key === undefined || !CHANNELS.includes(channel)) return []
    if (message.type === "unsubscribe") this.#asked.delete(`${channel} ${key}`)
    if (message.type === "resync") return this.#state(channel, key)
    if (message.type !== "subscribe") return []
    this.#asked.add(`${channel} ${key}`)
    return [{ type: "subscribed", data: { channel, key } }, ...this.#state(channel, key)]
  }

  /** The live candles on screen that changed. */
  candleMessages(): Message[] {
    return this.#shown.flatMap((interval) => {
      const candle = this.#live(interval)
      candle.turn(Date.now())
      const rows = candle.takeRows()
      return rows.length > 0 ? [{ type: "candle", data: { instrument: ACTIVE_ID, interval, rows } }] : []
    })
  }

  /** Of several charts that of the first. */
  truth(): Promise<HeldMarket> {
    return this.journal.truth(this.#shown[0] ?? "15m")
  }

  /** Intervals of the active market's charts, in the order in which they were asked for. */
  get #shown(): Interval[] {
    const prefix = `candle ${ACTIVE_ID}:`
    return [...this.#asked].flatMap((asked) =>
      asked.startsWith(prefix) ? [asked.slice(prefix.length) as Interval] : [],
    )
  }

  #state(channel: Channel, key: string): Message[] {
    if (channel === "ticker") {
      const rows = this.#tickers()
      return [{ type: "ticker", data: { rows: key === "*" ? rows : rows.filter(([id]) => id === key) } }]
    }
    if (channel === "instrument")
      return [
        { type: "instrument", data: { instrument: key, state: "open", openAt: 0, delistAt: 0, version: 1 } },
      ]
    if (key.split(":")[0] !== ACTIVE_ID) return []
    if (channel === "depth") return [{ type: "depth", data: this.#snapshot() }]
    if (channel === "trade")
      return [
        {
          type: "trade",
          data: { instrument: key, rows: this.tradesBelow(Number.POSITIVE_INFINITY, FIRST_TRADES).reverse() },
        },
      ]
    if (channel === "candle") {
      const interval = key.split(":")[1] as Interval
      if (!INTERVALS.includes(interval)) return []
      return [{ type: "candle", data: { instrument: ACTIVE_ID, interval, rows: [this.#live(interval).row] } }]
    }
    return []
  }

  #live(interval: Interval): LiveCandle {
    const candle = this.#candles.get(interval) ?? new LiveCandle(interval, Date.now())
    this.#candles.set(interval, candle)
    return candle
  }

  #tickers(): (string | number)[][] {
    const { lap, index } = this.#stream
    const rows = new Map<string, (string | number)[]>(
      this.#lap.markets.map((market) => [market.id, firstTicker(market) as (string | number)[]]),
    )
    const take = (from: number, to: number, lapNumber: number) => {
      for (let at = from; at < to; at += 1) {
        const text = this.#lap.texts[at] as string
        if (!text.startsWith('{"type":"ticker"')) continue
        const row = (JSON.parse(text) as { data: { rows: (string | number)[][] } }).data.rows[0] ?? []
        rows.set(String(row[0]), [...row.slice(0, 9), this.#startedAt, sequenceOf(lapNumber, at)])
      }
    }
    if (lap > 1) take(index, this.#lap.texts.length, lap - 1)
    take(0, index, lap)
    return [...rows.values()]
  }

  /** The book as it stands after what was sent: the first one, and every change of this lap. */
  #snapshot(): Record<string, unknown> {
    const { lap, index } = this.#stream
    const bids = new Map(this.#lap.book.bids)
    const asks = new Map(this.#lap.book.asks)
    let { checksum } = this.#lap.book
    let seq = sequenceOf(lap - 1, this.#lap.depths.at(-1) ?? 0)
    for (const at of this.#lap.depths) {
      if (at >= index) break
      const { data } = JSON.parse(this.#lap.texts[at] as string) as {
        data: { bids: [string, string][]; asks: [string, string][]; checksum: number }
      }
      for (const [side, rows] of [
        [bids, data.bids],
        [asks, data.asks],
      ] as const)
        for (const [price, total] of rows)
          if (total === "0") side.delete(price)
          else side.set(price, total)
      checksum = data.checksum
      seq = sequenceOf(lap, at)
    }
    const inOrder = (side: Map<string, string>, sign: 1 | -1) =>
      [...side].sort(([a], [b]) => (Number(a) - Number(b)) * sign)
    const time = Date.now()
    return {
      snapshot: true,
      instrument: ACTIVE_ID,
      seq,
      time,
      bids: inOrder(bids, -1),
      asks: inOrder(asks, 1),
      checksum,
    }
  }

  /** Newest first: those of the stream, then made-up ones from before it. */
  tradesBelow(before: number, limit: number): (string | number)[][] {
    const { lap, index } = this.#stream
    const { trades } = this.#lap
    const place = trades.findIndex((at) => at >= index)
    const sentOfLap = place < 0 ? trades.length : place
    const newest = tradeId(this.#lap, lap, 0) + sentOfLap - 1
    const rows: (string | number)[][] = []
    for (let id = Math.min(newest, before - 1); rows.length < limit; id -= 1) rows.push(this.#tradeRow(id))
    return rows
  }

  #tradeRow(id: number): (string | number)[] {
    if (id <= LAST_OLD_TRADE) {
      const age = LAST_OLD_TRADE - id
      return [
        id,
        priceText(ACTIVE_TICKS + (age % 3)),
        lotText(1000 + age),
        age % 2 ? 1 : -1,
        this.#startedAt - 1000 * age,
      ]
    }
    const places = this.#lap.trades.length
    const place = (id - LAST_OLD_TRADE - 1) % places
    const at = this.#lap.trades[place] as number
    const { data } = JSON.parse(this.#lap.texts[at] as string) as { data: { rows: (string | number)[][] } }
    const [row = []] = data.rows
    return [id, row[1] ?? "", row[2] ?? "", row[3] ?? 1, Date.now()]
  }

  /** `data` of a call's answer; undefined: no such call. `token`: of whoever asks, empty of a visitor. */
  call(path: string, query: URLSearchParams, token: string): unknown {
    if (token && path === "/security/index") return me.example.response
    if (token && path === "/drawing/index")
      return { version: 1, drawings: token === DRAWN_TOKEN ? ownDrawings(Date.now()) : [] }
    const time = Date.now()
    const feed = { kind: "simulated", source: "bench", practice: true, since: this.#startedAt }
    const symbol = query.get("symbol") ?? ACTIVE_ID
    const limit = Number(query.get("limit") ?? 50)
    if (path === "/market/exchange") return { time, feed, rows: this.#lap.markets.map(spotMarket) }
    if (path === "/market/contract" || path === "/market/second") return { time, feed, rows: [] }
    if (path === "/index/logo") return { head_logo: "", name: "Saker", time, feed }
    if (path === "/market/sparklines")
      return { time, rows: query.get("kind") === "spot" ? this.#sparklines() : [] }
    if (path === "/market/trades") {
      const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY)
      return { symbol, rows: symbol === ACTIVE_ID ? this.tradesBelow(before, limit) : [], next: 0 }
    }
    if (path === "/market/depth") {
      const { seq, bids, asks, checksum } = this.#snapshot() as Record<string, unknown[]>
      return { symbol, seq, time, bids: bids?.slice(0, limit), asks: asks?.slice(0, limit), checksum }
    }
    if (path === "/market/kline") return this.#kline(symbol, query, limit)
    return undefined
  }

  #kline(symbol: string, query: URLSearchParams, limit: number): unknown {
    const interval = (query.get("interval") ?? "15m") as Interval
    const now = Date.now()
    const before = Number(query.get("before") ?? now + 1)
    const rows =
      symbol === ACTIVE_ID
        ? this.#live(interval).history(limit, before)
        : oldRows(interval, limit, Math.min(before, now))
    return { symbol, interval, rows, more: true, holes: [] }
  }

  #sparklines(): unknown[] {
    return this.#lap.markets.map(({ id }, rank) => [
      id,
      Array.from({ length: SPARKLINE_POINTS }, (_, at) =>
        priceText(
          ACTIVE_TICKS +
            Math.round(Math.sin((at + rank) / 5) * 300) +
            Math.floor(this.#startedAt / HALF_HOUR_MS / 1e9),
        ),
      ),
    ])
  }
}

function oldRows(interval: Interval, count: number, before: number): unknown[] {
  const rows: unknown[] = []
  let time = shiftBucket(bucketEnd(before, interval), interval, -1)
  for (let at = 0; at < count; at += 1) {
    rows.push(oldRow(time, interval))
    time = shiftBucket(time, interval, -1)
  }
  return rows.reverse()
}
