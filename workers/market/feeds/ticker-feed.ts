/** The newest ticker of each market. The highest sequence wins; kept as received, parsed when shown. */

import { type CompactTicker, compactText } from "#core/wire/compact-reader.ts"
import type { TickerRow } from "#core/wire/market.ts"
import { isTickerRow } from "./wire-rows.ts"

export class Ticker {
  /** Rises with each change, over connections too. */
  version = 0
  /** Connection on which it came: a server that started anew may count from below. */
  connection = 0
  time = 0
  seq = 0
  #row: TickerRow | null = null
  readonly #id: string
  #digits: Float64Array | null = null
  #scales: Uint8Array | null = null

  constructor(id: string) {
    this.#id = id
  }

  /** As on the wire. Of one that came in compact form the texts are made when somebody asks. */
  get row(): TickerRow {
    this.#row ??= [this.#id, ...this.#texts(), this.time, this.seq] as unknown as TickerRow
    return this.#row
  }

  setRow(row: TickerRow): void {
    this.#row = row
    this.time = row[9]
    this.seq = row[10]
  }

  setCompact({ digits, scales, time, seq }: CompactTicker): void {
    this.#digits ??= new Float64Array(digits.length)
    this.#scales ??= new Uint8Array(scales.length)
    for (let at = 0; at < digits.length; at += 1) {
      this.#digits[at] = digits[at] as number
      this.#scales[at] = scales[at] as number
    }
    this.time = time
    this.seq = seq
    this.#row = null
  }

  #texts(): string[] {
    return Array.from(this.#digits ?? [], (one, at) => compactText(one, this.#scales?.[at] ?? 0))
  }
}

export class TickerFeed {
  #tickers = new Map<string, Ticker>()
  /** Counts connections; what came with the list of markets belongs to none, 0. */
  #connection = 1
  #whenChanged: (id: string) => void
  /** Rises with each change of any ticker. */
  version = 0

  constructor(whenChanged: (id: string) => void) {
    this.#whenChanged = whenChanged
  }

  get(id: string): Ticker | undefined {
    return this.#tickers.get(id)
  }

  /** Rows of a message. Returns the newest time among them (0: none), and how many were no ticker rows. */
  apply(rows: readonly unknown[]): { newest: number; refused: number } {
    let newest = 0
    let refused = 0
    for (const row of rows) {
      if (!isTickerRow(row)) {
        refused += 1
        continue
      }
      const known = this.#tickers.get(row[0])
      if (known && known.connection === this.#connection && row[10] < known.seq) continue
      if (row[9] > newest) newest = row[9]
      this.#keep(known, row[0], this.#connection).setRow(row)
      this.#whenChanged(row[0])
    }
    return { newest, refused }
  }

  /** A row in compact form. Returns its time; 0: it is older than what is known. */
  applyCompact(row: CompactTicker): number {
    const known = this.#tickers.get(row.id)
    if (known && known.connection === this.#connection && row.seq < known.seq) return 0
    this.#keep(known, row.id, this.#connection).setCompact(row)
    this.#whenChanged(row.id)
    return row.time
  }

  /** The ticker that came with the list of markets: only where nothing newer is known. */
  seed(row: unknown): void {
    if (!isTickerRow(row)) return
    const known = this.#tickers.get(row[0])
    if (known && known.time >= row[9]) return
    this.#keep(known, row[0], known?.connection ?? 0).setRow(row)
    this.#whenChanged(row[0])
  }

  /** The connection is gone; what the next one says is newer, whatever its numbers. */
  lost(): void {
    this.#connection += 1
  }

  #keep(known: Ticker | undefined, id: string, connection: number): Ticker {
    const ticker = known ?? new Ticker(id)
    if (!known) this.#tickers.set(id, ticker)
    this.version += 1
    ticker.version = this.version
    ticker.connection = connection
    return ticker
  }
}
