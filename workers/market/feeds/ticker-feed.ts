/** The newest ticker of each market. The highest sequence wins; kept as received, parsed when shown. */

import type { TickerRow } from "#core/wire/market.ts"
import { isTickerRow } from "./wire-rows.ts"

export interface Ticker {
  row: TickerRow
  /** Rises with each change, over connections too. */
  version: number
  /** Connection on which it came: a server that started anew may count from below. */
  connection: number
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
      if (known && known.connection === this.#connection && row[10] < known.row[10]) continue
      if (row[9] > newest) newest = row[9]
      this.#keep(known, row, this.#connection)
    }
    return { newest, refused }
  }

  /** The ticker that came with the list of markets: only where nothing newer is known. */
  seed(row: unknown): void {
    if (!isTickerRow(row)) return
    const known = this.#tickers.get(row[0])
    if (!known || known.row[9] < row[9]) this.#keep(known, row, known?.connection ?? 0)
  }

  /** The connection is gone; what the next one says is newer, whatever its numbers. */
  lost(): void {
    this.#connection += 1
  }

  #keep(known: Ticker | undefined, row: TickerRow, connection: number): void {
    const { version } = this
    this.version = version + 1
    if (known) {
      known.row = row
      known.version = version + 1
      known.connection = connection
    } else this.#tickers.set(row[0], { row, version: version + 1, connection })
    this.#whenChanged(row[0])
  }
}
