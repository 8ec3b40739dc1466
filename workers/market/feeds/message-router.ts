/** Hands each message to its feed. Unknown types are ignored, refusals are reported, the newest time is noted. */

import type { CompactSink } from "#core/wire/compact-reader.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import type { Channel } from "#core/wire/socket.ts"
import type { WorkerProblem } from "../frame.ts"
import type { Incoming } from "../socket/read-messages.ts"
import type { Subscriptions } from "../socket/subscriptions.ts"
import type { AccountFeed } from "./account-feed.ts"
import type { Catalogue } from "./catalogue.ts"
import type { IndexFeed } from "./index-feed.ts"
import type { MarkFeed } from "./mark-feed.ts"
import type { OpenInterestFeed } from "./open-interest-feed.ts"
import type { ShownFeeds } from "./shown-feeds.ts"
import { ALL } from "./targets.ts"
import type { TickerFeed } from "./ticker-feed.ts"

/** What the router writes to. */
export interface RoutedFeeds {
  catalogue: Catalogue
  tickers: TickerFeed
  marks: MarkFeed
  openInterests: OpenInterestFeed
  indexes: IndexFeed
  shown: ShownFeeds
  subscriptions: Subscriptions
  account: AccountFeed
}

/** The newest datum applied: server's time, and local times of its hops. */
export interface NewestDatum {
  time: number
  receivedAt: number
  appliedAt: number
}

export interface RouterEvents {
  report(problem: WorkerProblem): void
  now(): number
}

const DETAIL_CHARACTERS = 120

type Data = Incoming["data"]

export class MessageRouter {
  newest: NewestDatum = { time: 0, receivedAt: 0, appliedAt: 0 }
  #feeds: RoutedFeeds
  #receivedAt = 0
  #events: RouterEvents
  /** A map, not a record: `constructor` is a type that a hostile peer may send. */
  #readers = new Map<string, (data: Data, receivedAt: number) => void>([
    ["ticker", (data, receivedAt) => this.#tickers(data, receivedAt)],
    ["depth", (data, receivedAt) => this.#depth(data, receivedAt)],
    ["trade", (data, receivedAt) => this.#trades(data, receivedAt)],
    ["candle", (data) => this.#candles(data)],
    ["mark", (data) => this.#marks(data)],
    ["openInterest", (data) => this.#openInterests(data)],
    ["index", (data) => this.#indexes(data)],
    ["instrument", (data) => this.#instrument(data)],
    ["subscribed", (data) => this.#subscribed(data)],
    ["problem", (data) => this.#problem(data)],
    ["sessionEnded", () => this.#sessionEnded()],
  ])

  constructor(feeds: RoutedFeeds, events: RouterEvents) {
    this.#feeds = feeds
    this.#events = events
  }

  /** Types nobody reads are ignored: a newer server may send more than we know. */
  route(message: Incoming, receivedAt: number): void {
    if (!this.#feeds.account.take(message)) this.#readers.get(message.type)?.(message.data, receivedAt)
  }

  /** Rows of tickers, a book or trades in compact form, as the readers above do with the same in JSON. */
  readonly compact: Pick<CompactSink, "tickers" | "depth" | "trades"> = {
    tickers: (reader) => {
      const { tickers, subscriptions } = this.#feeds
      const isAll = subscriptions.isAsked("ticker", ALL)
      if (isAll) subscriptions.answered("ticker", ALL)
      let newest = 0
      while (reader.nextTicker()) {
        newest = Math.max(newest, tickers.applyCompact(reader.ticker))
        if (!isAll) subscriptions.answered("ticker", reader.ticker.id)
      }
      this.#note(newest, this.#receivedAt)
    },
    depth: (depth) => {
      const { shown, subscriptions } = this.#feeds
      const id = shown.book?.listed.market.id
      if (!shown.book || !id || depth.instrument !== id || !subscriptions.isAsked("depth", id)) return
      this.#note(shown.book.applyCompact(depth, this.#receivedAt), this.#receivedAt)
      if (depth.isSnapshot) subscriptions.answered("depth", id)
    },
    trades: (trades) => {
      const { shown, subscriptions } = this.#feeds
      const id = shown.trades?.listed.market.id
      if (!shown.trades || !id || trades.instrument !== id || !subscriptions.isAsked("trade", id)) return
      const { newest, refused } = shown.trades.applyCompact(trades, this.#receivedAt)
      this.#refuse("trade", refused)
      subscriptions.answered("trade", id)
      this.#note(newest, this.#receivedAt)
    },
  }

  /** What is read from here on came at this local time. */
  received(receivedAt: number): void {
    this.#receivedAt = receivedAt
  }

  #sessionEnded(): void {
    this.#feeds.account.ended()
    this.#events.report({ kind: "socket", name: "SESSION", detail: "sessionEnded" })
  }

  #tickers({ rows }: Data, receivedAt: number): void {
    const read = this.#rowsOf("ticker", rows)
    const { newest, refused } = this.#feeds.tickers.apply(read)
    this.#refuse("ticker", refused)
    this.#answered("ticker", read)
    this.#note(newest, receivedAt)
  }

  #marks({ rows }: Data): void {
    const read = this.#rowsOf("mark", rows)
    this.#refuse("mark", this.#feeds.marks.apply(read))
    this.#answered("mark", read)
  }

  #openInterests({ rows }: Data): void {
    const read = this.#rowsOf("openInterest", rows)
    this.#refuse("openInterest", this.#feeds.openInterests.apply(read))
    this.#answered("openInterest", read)
  }

  #indexes({ index, rows }: Data): void {
    const { indexes, subscriptions } = this.#feeds
    if (typeof index !== "string" || !subscriptions.isAsked("index", index)) return
    this.#refuse("index", indexes.apply(index, this.#rowsOf("index", rows)))
    subscriptions.answered("index", index)
  }

  #depth(data: Data, receivedAt: number): void {
    const { shown, subscriptions } = this.#feeds
    const id = shown.book?.listed.market.id
    if (!shown.book || !id || data.instrument !== id || !subscriptions.isAsked("depth", id)) return
    this.#note(shown.book.apply(data, receivedAt), receivedAt)
    if (data.snapshot === true) subscriptions.answered("depth", id)
  }

  #trades({ instrument, rows }: Data, receivedAt: number): void {
    const { shown, subscriptions } = this.#feeds
    const id = shown.trades?.listed.market.id
    if (!shown.trades || !id || instrument !== id || !subscriptions.isAsked("trade", id)) return
    const { newest, refused } = shown.trades.apply(this.#rowsOf("trade", rows), receivedAt)
    this.#refuse("trade", refused)
    subscriptions.answered("trade", id)
    this.#note(newest, receivedAt)
  }

  #candles({ instrument, interval, rows }: Data): void {
    const { shown, subscriptions } = this.#feeds
    const feed = shown.chart(instrument, interval)
    if (!feed) return
    this.#refuse("candle", feed.apply(this.#rowsOf("candle", rows)))
    subscriptions.answered("candle", feed.key)
  }

  #instrument({ instrument, state, openAt, delistAt }: Data): void {
    const isState = state === "open" || state === "cancel-only" || state === "halted"
    const hasTimes = typeof openAt === "number" && typeof delistAt === "number"
    if (typeof instrument === "string" && isState && hasTimes)
      this.#feeds.catalogue.setListing(instrument, { state, openAt, delistAt })
    else this.#refuse("instrument", 1)
  }

  /** A channel that answers but has nothing to say is ready too; a tape with a past waits for its rows. */
  #subscribed({ channel, key }: Data): void {
    if (typeof channel !== "string" || typeof key !== "string") {
      this.#refuse("subscribed", 1)
      return
    }
    const { trades } = this.#feeds.shown
    if (channel === "trade" && trades?.newest && trades.listed.market.id === key) return
    this.#feeds.subscriptions.answered(channel as Channel, key)
  }

  #problem({ name, of, channel, key }: Data): void {
    const known =
      typeof name === "string" && Object.hasOwn(PROBLEMS, name) ? (name as ProblemName) : "INTERNAL"
    const detail = [name, of, channel, key].filter((word) => typeof word === "string").join(" ")
    this.#events.report({ kind: "socket", name: known, detail: detail.slice(0, DETAIL_CHARACTERS) })
  }

  #rowsOf(type: string, rows: unknown): readonly unknown[] {
    if (Array.isArray(rows)) return rows
    this.#refuse(type, 1)
    return []
  }

  #answered(channel: "ticker" | "mark" | "openInterest", rows: readonly unknown[]): void {
    const { subscriptions } = this.#feeds
    if (subscriptions.isAsked(channel, ALL)) {
      subscriptions.answered(channel, ALL)
      return
    }
    for (const row of rows) {
      if (Array.isArray(row) && typeof row[0] === "string") subscriptions.answered(channel, row[0])
    }
  }

  #refuse(type: string, rows: number): void {
    if (rows > 0) this.#events.report({ kind: "parse", name: "FORMAT", detail: `${type}: ${rows} rows` })
  }

  /** A text has been read to its end: what it brought is applied. */
  applied(): void {
    if (this.newest.appliedAt === 0) this.newest.appliedAt = this.#events.now()
  }

  #note(time: number, receivedAt: number): void {
    const { newest } = this
    if (time < newest.time || time === 0) return
    newest.time = time
    newest.receivedAt = receivedAt
    newest.appliedAt = 0
  }
}
