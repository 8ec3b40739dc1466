/** Open interest of contracts: what all long positions hold together. The highest sequence wins. */

import { isOpenInterestRow } from "./wire-rows.ts"

export class OpenInterestFeed {
  #quantities = new Map<string, string>()
  #sequences = new Map<string, number>()
  #whenChanged: (id: string) => void

  constructor(whenChanged: (id: string) => void) {
    this.#whenChanged = whenChanged
  }

  /** In the base currency, as on the wire. */
  get(id: string): string | undefined {
    return this.#quantities.get(id)
  }

  /** Rows of a message; returns how many were none. */
  apply(rows: readonly unknown[]): number {
    let refused = 0
    for (const row of rows) {
      if (!isOpenInterestRow(row)) {
        refused += 1
        continue
      }
      const [id, quantity, seq] = row
      if (seq < (this.#sequences.get(id) ?? -1)) continue
      this.#sequences.set(id, seq)
      this.#quantities.set(id, quantity)
      this.#whenChanged(id)
    }
    return refused
  }

  lost(): void {
    this.#sequences.clear()
  }
}
