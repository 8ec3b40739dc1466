/**
 * Parses messages of Bybit's socket: books without a checksum, and trades. Of version 5 each update of a book has the
 * next number; before it they had none.
 */

import type { RecordedEvent, RecordedLevel, RecordedSymbol } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

interface BybitMessage {
  topic?: string
  type?: string
  data?: BybitBook | OldBook | OldLevel[] | BybitTrade[]
}
interface BybitBook {
  s: string
  b?: string[][]
  a?: string[][]
  /** Of the update; the next delta has the next one. */
  u: number
}
/** Before version 5: a whole book, or what has changed of it. */
interface OldBook {
  order_book?: OldLevel[]
  insert?: OldLevel[]
  update?: OldLevel[]
  delete?: OldLevel[]
}
interface OldLevel {
  price: string
  side: string
  size?: number | string
}
interface BybitTrade {
  s: string
  p?: string
  v?: string
  /** The taker's. */
  S?: string
}

/** What a message is about. */
interface Of {
  symbol: string
  time: number
  isSnapshot: boolean
}

const levels = (rows: readonly string[][] | undefined): RecordedLevel[] =>
  (rows ?? []).map(([price = "", quantity = ""]) => [price, quantity])

export class BybitMessages {
  readonly #arePerpetual: boolean
  /** Number of the last update, by topic: the same market may be recorded in several depths. */
  readonly #at = new Map<string, number | undefined>()

  /** @param address what was recorded: spot, or contracts */
  constructor(address: string) {
    this.#arePerpetual = !/\/spot(?:$|\W)/.test(address)
  }

  readonly read = (
    message: unknown,
    time: number,
    note: (symbol: RecordedSymbol) => string,
  ): Iterable<RecordedEvent> => {
    const { topic = "", type, data } = message as BybitMessage
    const [channel = "", name = ""] = topic.split(/\.(?=[^.]*$)/)
    if (!data || name === "") return []
    const of = () => ({
      symbol: note(symbolOf(name, this.#arePerpetual)),
      time,
      isSnapshot: type === "snapshot",
    })
    if (channel === "publicTrade") return trades(data as BybitTrade[], of())
    if (channel.startsWith("orderBook")) return [oldBook(data as OldBook | OldLevel[], of())]
    // A market that is recorded in several depths would be several books: nobody does.
    return channel.startsWith("orderbook.") ? this.#book(topic, data as BybitBook, of()) : []
  }

  #book(topic: string, data: BybitBook, { symbol, time, isSnapshot }: Of): RecordedEvent[] {
    const before = this.#at.get(topic)
    const follows = isSnapshot || (before !== undefined && data.u === before + 1)
    if (!follows) {
      const isFirst = this.#at.has(topic) && before !== undefined
      this.#at.set(topic, undefined)
      return [{ kind: isFirst ? "gap" : "lost", symbol, time }]
    }
    this.#at.set(topic, data.u)
    const [bids, asks] = [levels(data.b), levels(data.a)]
    return [{ kind: isSnapshot ? "snapshot" : "delta", symbol, time, bids, asks }]
  }
}

function oldBook(data: OldBook | OldLevel[], { symbol, time, isSnapshot }: Of): RecordedEvent {
  const {
    order_book: whole = [],
    insert = [],
    update = [],
    delete: gone = [],
  } = Array.isArray(data) ? { order_book: data } : data
  const changes = [...whole, ...insert, ...update, ...gone.map((level) => ({ ...level, size: "0" }))]
  const of = (name: string) =>
    changes.flatMap(({ price, side, size }): RecordedLevel[] =>
      side === name && size !== undefined ? [[price, String(size)]] : [],
    )
  return { kind: isSnapshot ? "snapshot" : "delta", symbol, time, bids: of("Buy"), asks: of("Sell") }
}

const trades = (rows: readonly BybitTrade[], { symbol, time }: Of): RecordedEvent[] =>
  rows.flatMap(({ p: price, v: quantity, S }) =>
    price && quantity
      ? [{ kind: "trade", symbol, time, price, quantity, side: S === "Buy" ? "buy" : "sell" }]
      : [],
  )
