/**
 * Reads the compact form (compact-writer.ts) without making an object for a row: whoever is handed a row finds it in the
 * reader's own fields, which the next one overwrites. A frame that isn't what it says ends at the message that is wrong;
 * what stood before it has been handed on.
 */

import { COMPACT_KIND, COMPACT_TEXT_MAX, EMPTY_SCALE, TICKER_TEXTS } from "./compact-writer.ts"

/** One ticker row. */
export interface CompactTicker {
  id: string
  time: number
  seq: number
  /** Of the eight texts, in the row's order: their digits as whole numbers, and how many of them are decimals. */
  digits: Float64Array
  scales: Uint8Array
}

/** A book or what changed of one. */
export interface CompactDepth {
  isSnapshot: boolean
  instrument: string
  /** Of a delta. */
  prev: number
  seq: number
  time: number
  checksum: number
  priceScale: number
  totalScale: number
  bids: number
  asks: number
  /** Digits of price and total by turns, bids first. */
  levels: Float64Array
}

/** Trades of one market, oldest first. */
export interface CompactTrades {
  instrument: string
  priceScale: number
  quantityScale: number
  count: number
  /** Id, time, side (1 or -1), digits of price and of quantity: five numbers a trade. */
  rows: Float64Array
}

/** Who takes what is read. Each message of JSON's counts once, so rows of tickers come together. */
export interface CompactSink {
  tickers(reader: CompactReader): void
  depth(depth: CompactDepth): void
  trades(trades: CompactTrades): void
  /** Bytes of a message in JSON, UTF-8. */
  json(text: Uint8Array): void
}

/** As many as JSON may bring (book-feed.ts), and rows that no market list has. */
const ROWS_MAX = 8000
const NUMBERS_A_TRADE = 5
/** Names remembered as texts; of more each is made anew. */
const NAMES_MAX = 4096

const OUT_OF_FRAME = "compact frame ends within a message"

export class CompactReader {
  readonly ticker: CompactTicker = {
    id: "",
    time: 0,
    seq: 0,
    digits: new Float64Array(TICKER_TEXTS),
    scales: new Uint8Array(TICKER_TEXTS),
  }
  readonly #depth: CompactDepth = {
    isSnapshot: false,
    instrument: "",
    prev: 0,
    seq: 0,
    time: 0,
    checksum: 0,
    priceScale: 0,
    totalScale: 0,
    bids: 0,
    asks: 0,
    levels: new Float64Array(64),
  }
  readonly #trades: CompactTrades = {
    instrument: "",
    priceScale: 0,
    quantityScale: 0,
    count: 0,
    rows: new Float64Array(64),
  }
  readonly #names = new Map<number, { text: string; bytes: Uint8Array }>()
  #bytes = new Uint8Array()
  #view = new DataView(this.#bytes.buffer)
  #at = 0
  #rowsLeft = 0

  /** Hands each message of a frame to `sink`. @throws RangeError at the first one that isn't whole or of no known kind. */
  read(frame: ArrayBuffer, sink: CompactSink): void {
    this.#bytes = new Uint8Array(frame)
    this.#view = new DataView(frame)
    this.#at = 0
    while (this.#at < this.#bytes.length) this.#message(sink)
  }

  #message(sink: CompactSink): void {
    const kind = this.#byte()
    if (kind === COMPACT_KIND.ticker) {
      this.#rowsLeft = this.#rowCount()
      sink.tickers(this)
      while (this.nextTicker());
    } else if (kind === COMPACT_KIND.delta || kind === COMPACT_KIND.snapshot) {
      this.#readDepth(kind === COMPACT_KIND.snapshot)
      sink.depth(this.#depth)
    } else if (kind === COMPACT_KIND.trade) {
      this.#readTrades()
      sink.trades(this.#trades)
    } else if (kind === COMPACT_KIND.json) sink.json(this.#slice(this.#count()))
    else throw new RangeError(`compact kind ${kind}`)
  }

  /** The next row of the message is in {@link ticker}; false: there was none. */
  nextTicker(): boolean {
    if (this.#rowsLeft === 0) return false
    this.#rowsLeft -= 1
    const { ticker } = this
    const { digits, scales } = ticker
    ticker.id = this.#name()
    ticker.time = this.#whole()
    ticker.seq = this.#whole()
    for (let at = 0; at < TICKER_TEXTS; at += 2) {
      const two = this.#byte()
      scales[at] = two & 15
      scales[at + 1] = two >> 4
    }
    for (let at = 0; at < TICKER_TEXTS; at += 1) digits[at] = this.#count()
    return true
  }

  #readDepth(isSnapshot: boolean): void {
    const depth = this.#depth
    depth.isSnapshot = isSnapshot
    depth.instrument = this.#name()
    depth.prev = isSnapshot ? 0 : this.#whole()
    depth.seq = this.#whole()
    depth.time = this.#whole()
    this.#need(4)
    depth.checksum = this.#view.getUint32(this.#at, true)
    this.#at += 4
    depth.priceScale = this.#scale()
    depth.totalScale = this.#scale()
    depth.bids = this.#rowCount()
    depth.asks = this.#rowCount()
    const numbers = 2 * (depth.bids + depth.asks)
    if (depth.levels.length < numbers) depth.levels = new Float64Array(2 * numbers)
    const { levels } = depth
    for (let at = 0; at < numbers; at += 1) levels[at] = this.#count()
  }

  #readTrades(): void {
    const trades = this.#trades
    trades.instrument = this.#name()
    trades.priceScale = this.#scale()
    trades.quantityScale = this.#scale()
    trades.count = this.#rowCount()
    const numbers = NUMBERS_A_TRADE * trades.count
    if (trades.rows.length < numbers) trades.rows = new Float64Array(2 * numbers)
    const { rows } = trades
    for (let at = 0; at < numbers; at += NUMBERS_A_TRADE) {
      rows[at] = this.#whole()
      rows[at + 1] = this.#whole()
      rows[at + 2] = this.#byte() === 1 ? 1 : -1
      rows[at + 3] = this.#count()
      rows[at + 4] = this.#count()
    }
  }

  #need(count: number): void {
    if (this.#at + count > this.#bytes.length) throw new RangeError(OUT_OF_FRAME)
  }

  #byte(): number {
    this.#need(1)
    return this.#bytes[this.#at++] as number
  }

  #whole(): number {
    this.#need(8)
    const value = this.#view.getFloat64(this.#at, true)
    this.#at += 8
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("compact number")
    return value
  }

  #count(): number {
    const bytes = this.#bytes
    let byte = this.#byte()
    if (byte < 128) return byte
    let value = byte & 127
    // The first four bytes in whole registers, what lies beyond by multiplication: bits end at 31.
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.#at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) {
        this.#need(0)
        return value
      }
    }
    for (let weight = 2 ** 28; weight <= 2 ** 49; weight *= 128) {
      byte = this.#byte()
      value += (byte & 127) * weight
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    throw new RangeError("compact number")
  }

  #rowCount(): number {
    const count = this.#count()
    if (count > ROWS_MAX) throw new RangeError(`${count} rows`)
    return count
  }

  #scale(): number {
    const scale = this.#byte()
    if (scale >= EMPTY_SCALE) throw new RangeError("compact scale")
    return scale
  }

  #slice(length: number): Uint8Array {
    this.#need(length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** A text that is the same object each time: making one for each row would cost more than the rest of it. */
  #name(): string {
    const length = this.#byte()
    if (length === 0 || length > COMPACT_TEXT_MAX) throw new RangeError("compact name")
    this.#need(length)
    const [bytes, from] = [this.#bytes, this.#at]
    this.#at += length
    let hash = length
    for (let at = from; at < this.#at; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0
    const known = this.#names.get(hash)
    if (known && isSame(known.bytes, bytes, from, length)) return known.text
    const own = bytes.slice(from, this.#at)
    const text = String.fromCharCode(...own)
    if (!known && this.#names.size < NAMES_MAX) this.#names.set(hash, { text, bytes: own })
    return text
  }
}

function isSame(name: Uint8Array, bytes: Uint8Array, from: number, length: number): boolean {
  if (name.length !== length) return false
  for (let at = 0; at < length; at += 1) if (name[at] !== bytes[from + at]) return false
  return true
}

/** The decimal text of digits and scale, as the JSON form has it. */
export function compactText(digits: number, scale: number): string {
  if (scale === EMPTY_SCALE) return ""
  if (scale === 0) return String(digits)
  const text = String(digits).padStart(scale + 1, "0")
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
