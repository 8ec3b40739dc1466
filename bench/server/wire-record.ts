/** Records what the server sent on its market sockets, by a plain implementation that is not the product's. */

import type { HeldMarket } from "../oracle/held-market.ts"

type Row = (string | number)[]
interface Message {
  type: string
  data: Record<string, unknown>
}
interface RecordedBook {
  seq: number
  bids: Map<string, string>
  asks: Map<string, string>
}

/** Levels compared: those that the checksum of the contract covers. */
const LEVELS_COMPARED = 25

export class WireRecord {
  readonly tickers = new Map<string, Row>()
  readonly books = new Map<string, RecordedBook>()
  readonly lastTrades = new Map<string, number>()
  readonly lastCandles = new Map<string, Row>()

  take(text: string): void {
    const parsed = JSON.parse(text) as Message | Message[]
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) this.#take(message)
  }

  #take({ type, data }: Message): void {
    const rows = data.rows as Row[]
    if (type === "ticker") for (const row of rows) this.tickers.set(String(row[0]), row)
    else if (type === "trade") {
      const last = rows.at(-1)
      if (last) this.lastTrades.set(String(data.instrument), Number(last[0]))
    } else if (type === "candle") {
      const last = rows.at(-1)
      if (last) this.lastCandles.set(`${data.instrument}:${data.interval}`, last)
    } else if (type === "depth") this.#depth(data)
  }

  #depth(data: Record<string, unknown>): void {
    const id = String(data.instrument)
    let book = this.books.get(id)
    if (!book || data.snapshot === true) {
      book = { seq: 0, bids: new Map(), asks: new Map() }
      this.books.set(id, book)
    }
    book.seq = Number(data.seq)
    for (const side of ["bids", "asks"] as const)
      for (const [price, total] of data[side] as [string, string][])
        if (total === "0") book[side].delete(price)
        else book[side].set(price, total)
  }

  /** Best bid and ask as wire text; undefined while nothing came. */
  best(id: string): { bid: string; ask: string } | undefined {
    const [bid] = this.#levels(id, "bids", 1)
    const [ask] = this.#levels(id, "asks", 1)
    return bid && ask ? { bid: bid[0], ask: ask[0] } : undefined
  }

  #levels(id: string, side: "bids" | "asks", count: number): [string, string][] {
    const sign = side === "bids" ? -1 : 1
    return [...(this.books.get(id)?.[side] ?? [])]
      .sort((a, b) => sign * (Number(a[0]) - Number(b[0])))
      .slice(0, count)
  }

  /** What the page holds otherwise than the server last said; none: nothing was lost. */
  differences(held: HeldMarket): string[] {
    const found: string[] = []
    const own = new Map(held.tickers.map((row) => [row[0], row.join(" ")]))
    for (const [id, row] of this.tickers)
      if (own.get(id) !== row.join(" ")) found.push(`ticker ${id}: ${own.get(id)}, said ${row.join(" ")}`)
    const { book, trades, candles } = held
    const right = book && this.books.get(book.instrument)
    if (!book || !right) found.push("no book to compare")
    else {
      if (book.seq !== right.seq) found.push(`book: sequence ${book.seq}, said ${right.seq}`)
      for (const side of ["bids", "asks"] as const) {
        const levels = (rows: readonly (readonly [string, string])[]) =>
          rows.slice(0, LEVELS_COMPARED).map(plainLevel).join(" ")
        const said = levels(this.#levels(book.instrument, side, LEVELS_COMPARED))
        if (levels(book[side]) !== said) found.push(`${side}: ${levels(book[side])}, said ${said}`)
      }
    }
    const lastTrade = trades && this.lastTrades.get(trades.instrument)
    if (lastTrade !== undefined && trades?.rows.at(-1)?.[0] !== lastTrade)
      found.push(`newest trade ${trades?.rows.at(-1)?.[0]}, said ${lastTrade}`)
    const lastCandle = candles && this.lastCandles.get(`${candles.instrument}:${candles.interval}`)
    const heldCandle = candles?.rows.at(-1)
    if (
      lastCandle &&
      heldCandle?.slice(0, 5).map(plain).join(" ") !== lastCandle.slice(0, 5).map(plain).join(" ")
    )
      found.push(`newest candle ${heldCandle?.join(" ")}, said ${lastCandle.join(" ")}`)
    return found.slice(0, 5)
  }
}

/** The same number with and without closing zeros. */
const plain = (value: string | number): number => Number(value)
const plainLevel = ([price, total]: readonly [string, string]): string => `${plain(price)}:${plain(total)}`
