/** What is the newest ticker of each market? Newest wins by sequence; kept as it came, read when it is shown. */

import type { TickerRow } from "#core/wire/market.ts"
import { isTickerRow } from "./wire-rows.ts"

export interface Ticker {
  row: TickerRow
  /** Rises with each change, over connections too. */
  version: number
}

export class TickerFeed {
  #tickers = new Map<string, Ticker>()
  /** Sequences of the present connection: a server that started anew may count from below. */
  #sequences = new Map<string, number>()
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
      const [id, seq] = [row[0], row[10]]
      if (seq < (this.#sequences.get(id) ?? -1)) continue
      this.#sequences.set(id, seq)
      newest = Math.max(newest, row[9])
      this.#keep(id, row)
    }
    return { newest, refused }
  }

  /** The ticker that came with the list of markets: only where nothing newer is known. */
  seed(row: unknown): void {
    if (!isTickerRow(row)) return
    const known = this.#tickers.get(row[0])
    if (!known || known.row[9] < row[9]) this.#keep(row[0], row)
  }

  /** The connection is gone; what the next one says is newer, whatever its numbers. */
  lost(): void {
    this.#sequences.clear()
  }

  #keep(id: string, row: TickerRow): void {
    this.version += 1
    const known = this.#tickers.get(id)
    if (known) {
      known.row = row
      known.version = this.version
    } else this.#tickers.set(id, { row, version: this.version })
    this.#whenChanged(id)
  }
}
