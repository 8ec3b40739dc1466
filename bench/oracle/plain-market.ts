/**
 * The oracle: the state that a correct page must hold.
 * An oracle as plain as can be: maps of texts, whole numbers as bigint, nothing shared with
 * the worker or the server. It reads the same messages, every one, and keeps what they say.
 */

import { crc32 } from "node:zlib"
import type { HeldBook, HeldMarket } from "./held-market.ts"

type Row = readonly (string | number)[]
type Side = Map<string, string>

/** Trades kept to compare one by one; of older ones the count remains. */
const TRADES_KEPT = 200
const CHECKSUM_LEVELS = 25

interface Message {
  type: string
  data: Record<string, unknown>
}

interface Bar {
  openTime: number
  open: string
  high: string
  low: string
  close: string
  /** In the last decimal of the lot. */
  volume: bigint
}

/** "12.345" → 12345n; all texts of one market have the same number of decimals, "0" stands for none. */
const whole = (text: string): bigint => BigInt(text.replace(".", ""))

export class PlainMarket {
  readonly #tickers = new Map<string, Row>()
  #bids: Side = new Map()
  #asks: Side = new Map()
  #bookOf = ""
  #seq = 0
  /** As the last message said it; compared with what the levels give. */
  #said = 0
  #trades: Row[] = []
  #tradeCount = 0
  #tradesOf = ""
  #bars: Bar[] = []
  #candlesOf = { instrument: "", interval: "" }
  readonly #interval: string
  readonly #bucketOf: (time: number) => number
  messages = 0

  /** `interval`: of the candles; `bucketOf`: opening time of the one that holds a moment. */
  constructor(interval: string, bucketOf: (time: number) => number) {
    this.#interval = interval
    this.#bucketOf = bucketOf
  }

  take({ type, data }: Message): void {
    this.messages += 1
    if (type === "ticker") for (const row of data.rows as Row[]) this.#ticker(row)
    else if (type === "depth") this.#depth(data)
    else if (type === "trade") this.#tradeRows(String(data.instrument), data.rows as Row[])
    else if (type === "candle" && this.#bars.length === 0 && data.interval === this.#interval)
      this.#beginCandles(data)
  }

  #ticker(row: Row): void {
    const known = this.#tickers.get(String(row[0]))
    if (known && Number(known[10]) > Number(row[10])) return
    this.#tickers.set(String(row[0]), row)
  }

  #depth(data: Record<string, unknown>): void {
    if (data.snapshot === true) {
      this.#bids = new Map()
      this.#asks = new Map()
    } else if (data.prev !== this.#seq)
      throw new Error(`oracle: the stream itself has a gap at ${String(data.prev)}, not ${this.#seq}`)
    for (const [side, rows] of [
      [this.#bids, data.bids],
      [this.#asks, data.asks],
    ] as const)
      for (const [price, total] of rows as [string, string][])
        if (total === "0") side.delete(price)
        else side.set(price, total)
    this.#bookOf = String(data.instrument)
    this.#seq = Number(data.seq)
    this.#said = Number(data.checksum)
  }

  #tradeRows(instrument: string, rows: readonly Row[]): void {
    this.#tradesOf = instrument
    for (const row of rows) {
      this.#tradeCount += 1
      this.#trades.push(row)
      this.#fold(row)
    }
    if (this.#trades.length > 2 * TRADES_KEPT) this.#trades = this.#trades.slice(-TRADES_KEPT)
  }

  /** The candle as it was before the first trade; from there on it is folded here. */
  #beginCandles({ instrument, interval, rows }: Record<string, unknown>): void {
    this.#candlesOf = { instrument: String(instrument), interval: String(interval) }
    for (const [openTime, open, high, low, close, volume] of rows as [number, ...string[]][])
      this.#bars.push({
        openTime,
        open: String(open),
        high: String(high),
        low: String(low),
        close: String(close),
        volume: whole(String(volume)),
      })
  }

  #fold([, price, quantity, , time]: Row): void {
    const live = this.#bars.at(-1)
    if (!live) return
    const openTime = this.#bucketOf(Number(time))
    const text = String(price)
    if (openTime !== live.openTime) {
      this.#bars.push({ ...flat(openTime, live.close) })
      this.#fold([0, text, quantity ?? "0", 1, Number(time)])
      return
    }
    if (whole(text) > whole(live.high)) live.high = text
    if (whole(text) < whole(live.low)) live.low = text
    live.close = text
    live.volume += whole(String(quantity))
  }

  /** @throws Error when the stream contradicts itself: then there is no truth to compare with. */
  truth(lotDecimals: number): HeldMarket {
    const book: HeldBook = {
      instrument: this.#bookOf,
      seq: this.#seq,
      bids: inOrder(this.#bids, -1),
      asks: inOrder(this.#asks, 1),
      checksum: this.#checksum(),
    }
    if (book.checksum !== this.#said)
      throw new Error(`oracle: checksum ${book.checksum}, the stream said ${this.#said}`)
    return {
      messages: this.messages,
      gaps: 0,
      malformed: 0,
      tickers: [...this.#tickers.values()],
      book,
      trades: {
        instrument: this.#tradesOf,
        count: this.#tradeCount,
        rows: this.#trades.slice(-TRADES_KEPT),
      },
      candles: {
        ...this.#candlesOf,
        rows: this.#bars.map(({ openTime, open, high, low, close, volume }) => [
          openTime,
          open,
          high,
          low,
          close,
          decimals(volume, lotDecimals),
        ]),
      },
    }
  }

  #checksum(): number {
    const bids = inOrder(this.#bids, -1)
    const asks = inOrder(this.#asks, 1)
    const parts: string[] = []
    for (let rank = 0; rank < CHECKSUM_LEVELS; rank += 1)
      for (const level of [bids[rank], asks[rank]]) if (level) parts.push(`${level[0]}:${level[1]}`)
    return crc32(parts.join(":"))
  }
}

const flat = (openTime: number, price: string): Bar => ({
  openTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0n,
})

function inOrder(side: Side, direction: 1 | -1): [string, string][] {
  return [...side].sort(([a], [b]) => {
    const [one, other] = [whole(a), whole(b)]
    return (one < other ? -1 : one > other ? 1 : 0) * direction
  })
}

function decimals(value: bigint, places: number): string {
  if (value === 0n) return "0"
  const text = String(value).padStart(places + 1, "0")
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}
