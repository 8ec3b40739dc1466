/**
 * The compact form of market messages: tickers, books and trades as bytes, everything else as the JSON that it is
 * anyway. A form of the same messages, not another contract: each text comes back exactly as it was, or the message
 * stays JSON. Layout in docs/rules/wire.md, W9; the other way round in compact-reader.ts.
 */

/** Offered by a client as WebSocket subprotocol; the server's binary frames are in this form then. */
export const COMPACT_PROTOCOL = "saker.compact.1"

/** First byte of a message. */
export const COMPACT_KIND = { json: 0, ticker: 1, delta: 2, snapshot: 3, trade: 4 } as const

/** Decimal text is a whole number and how many of its digits are decimals; this many: the text is empty. */
export const EMPTY_SCALE = 15
/** Texts of a ticker row between id and time. */
export const TICKER_TEXTS = 8
/** Longest decimal or name on the wire, as JSON (workers/market/feeds/wire-rows.ts). */
export const COMPACT_TEXT_MAX = 48

type Row = readonly (string | number)[]
type Data = Readonly<Record<string, unknown>>

/** Thrown within this file where a message doesn't fit: it is JSON then. */
const MISFIT = new Error("no compact form")

/**
 * One message in compact form.
 * @param text the message as JSON, one object
 */
export function compactOf(text: string): Uint8Array {
  const writer = new Writer(text.length + 16)
  try {
    const { type, data } = JSON.parse(text) as { type: string; data: Data }
    if (type === "ticker") writer.tickers(data)
    else if (type === "depth") writer.depth(data)
    else if (type === "trade") writer.trades(data)
    else throw MISFIT
    return writer.taken()
  } catch (reason) {
    if (reason !== MISFIT) throw reason
    const json = new Writer(4 * text.length + 16)
    json.json(text)
    return json.taken()
  }
}

class Writer {
  #bytes: Uint8Array
  #view: DataView
  #at = 0

  /** @param room bytes; more than a message ever needs */
  constructor(room: number) {
    this.#bytes = new Uint8Array(room)
    this.#view = new DataView(this.#bytes.buffer)
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#at)
  }

  json(text: string): void {
    this.#byte(COMPACT_KIND.json)
    const bytes = utf8(text)
    this.#count(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  tickers({ rows }: Data): void {
    const all = rows as Row[]
    this.#byte(COMPACT_KIND.ticker)
    this.#count(all.length)
    for (const row of all) {
      if (row.length !== TICKER_TEXTS + 3) throw MISFIT
      this.#name(row[0])
      this.#whole(row[9])
      this.#whole(row[10])
      const texts = row.slice(1, 1 + TICKER_TEXTS).map(String)
      const scales = texts.map(scaleOf)
      for (let at = 0; at < TICKER_TEXTS; at += 2)
        this.#byte((scales[at] as number) | ((scales[at + 1] as number) << 4))
      for (const one of texts) this.#count(digitsOf(one))
    }
  }

  depth(data: Data): void {
    const isSnapshot = data.snapshot === true
    this.#byte(isSnapshot ? COMPACT_KIND.snapshot : COMPACT_KIND.delta)
    this.#name(data.instrument)
    if (!isSnapshot) this.#whole(data.prev)
    this.#whole(data.seq)
    this.#whole(data.time)
    this.#view.setUint32(this.#at, data.checksum as number, true)
    this.#at += 4
    const [bids, asks] = [data.bids, data.asks] as [Row[], Row[]]
    const levels = [...bids, ...asks]
    this.#byte(commonScale(levels, 0, false))
    this.#byte(commonScale(levels, 1, true))
    this.#count(bids.length)
    this.#count(asks.length)
    for (const [price, total] of levels) {
      this.#count(digitsOf(String(price)))
      this.#count(digitsOf(String(total)))
    }
  }

  trades({ instrument, rows }: Data): void {
    const all = rows as Row[]
    this.#byte(COMPACT_KIND.trade)
    this.#name(instrument)
    this.#byte(commonScale(all, 1, false))
    this.#byte(commonScale(all, 2, false))
    this.#count(all.length)
    for (const [id, price, quantity, side, time] of all) {
      this.#whole(id)
      this.#whole(time)
      this.#byte(side === 1 ? 1 : 0)
      this.#count(digitsOf(String(price)))
      this.#count(digitsOf(String(quantity)))
    }
  }

  #byte(value: number): void {
    this.#bytes[this.#at++] = value
  }

  /** A whole number below 2⁵³ of fixed length, as a double: what a sender overwrites, and what is mostly long. */
  #whole(value: unknown): void {
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw MISFIT
    this.#view.setFloat64(this.#at, value as number, true)
    this.#at += 8
  }

  /** A whole number below 2⁵³, seven bits a byte, the lowest first (LEB128). */
  #count(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#byte((rest % 128) | 128)
      rest = Math.floor(rest / 128)
    }
    this.#byte(rest)
  }

  #name(value: unknown): void {
    const name = String(value)
    if (name.length > COMPACT_TEXT_MAX || !/^[\x20-\x7e]+$/.test(name)) throw MISFIT
    this.#byte(name.length)
    for (let at = 0; at < name.length; at += 1) this.#byte(name.charCodeAt(at))
  }
}

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d{1,14})?$/

/** Decimals of a text; {@link EMPTY_SCALE} of an empty one. */
function scaleOf(text: string): number {
  if (text === "") return EMPTY_SCALE
  if (!DECIMAL.test(text)) throw MISFIT
  const point = text.indexOf(".")
  return point < 0 ? 0 : text.length - point - 1
}

/** The text without its point. */
function digitsOf(text: string): number {
  const value = Number(text.replace(".", ""))
  if (!Number.isSafeInteger(value)) throw MISFIT
  return value
}

/** The scale that a column has in all rows. `hasBareZeros`: "0" stands in it for nothing, whatever the scale. */
function commonScale(rows: readonly Row[], column: number, hasBareZeros: boolean): number {
  let common: number | undefined
  for (const row of rows) {
    const text = String(row[column])
    if (hasBareZeros && text === "0") continue
    const scale = scaleOf(text)
    if (scale === EMPTY_SCALE || (common ?? scale) !== scale) throw MISFIT
    // 0.00 would come back as the bare zero.
    if (hasBareZeros && digitsOf(text) === 0) throw MISFIT
    common = scale
  }
  return common ?? 0
}

function utf8(text: string): Uint8Array {
  const escaped = unescape(encodeURIComponent(text))
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0))
}
