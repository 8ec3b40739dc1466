/** Index price, mark price and funding of each perpetual. The highest sequence wins. */

import { isMarkRow } from "./wire-rows.ts"

export interface Mark {
  index: string
  mark: string
  /** Per funding interval, a decimal rate: "0.0001" is 0.01 %. */
  fundingRate: string
  nextFunding: number
}

export class MarkFeed {
  #marks = new Map<string, Mark>()
  #sequences = new Map<string, number>()
  #whenChanged: (id: string) => void

  constructor(whenChanged: (id: string) => void) {
    this.#whenChanged = whenChanged
  }

  get(id: string): Mark | undefined {
    return this.#marks.get(id)
  }

  /** Rows of a message; returns how many were none. */
  apply(rows: readonly unknown[]): number {
    let refused = 0
    for (const row of rows) {
      if (!isMarkRow(row)) {
        refused += 1
        continue
      }
      const [id, index, mark, fundingRate, nextFunding, seq] = row
      if (seq < (this.#sequences.get(id) ?? -1)) continue
      this.#sequences.set(id, seq)
      this.#marks.set(id, { index, mark, fundingRate, nextFunding })
      this.#whenChanged(id)
    }
    return refused
  }

  /** What came with the list of markets; rows of this connection are newer. */
  seed(id: string, mark: Mark): void {
    if (this.#sequences.has(id)) return
    this.#marks.set(id, mark)
    this.#whenChanged(id)
  }

  lost(): void {
    this.#sequences.clear()
  }
}
