/** Newest tick of each index: its number, time and price. The highest number wins. */

import { isIndexRow } from "./wire-rows.ts"

export interface IndexTick {
  seq: number
  /** Server epoch ms. */
  time: number
  /** As on the wire. */
  price: string
}

export class IndexFeed {
  #ticks = new Map<string, IndexTick>()
  #whenChanged: (index: string) => void

  constructor(whenChanged: (index: string) => void) {
    this.#whenChanged = whenChanged
  }

  get(index: string): IndexTick | undefined {
    return this.#ticks.get(index)
  }

  /** Rows of a message, of one index; returns how many were none. */
  apply(index: string, rows: readonly unknown[]): number {
    let refused = 0
    let newest = this.#ticks.get(index)
    for (const row of rows) {
      if (!isIndexRow(row)) {
        refused += 1
        continue
      }
      const [seq, time, price] = row
      if (newest === undefined || seq > newest.seq) newest = { seq, time, price }
    }
    if (newest === undefined || newest === this.#ticks.get(index)) return refused
    this.#ticks.set(index, newest)
    this.#whenChanged(index)
    return refused
  }

  /** The server may have been another one meanwhile: what it numbers next is believed, whatever it is. */
  lost(): void {
    this.#ticks.clear()
  }
}
