/** The chain of hashes over one index's ticks, and the lines of them that aren't kept yet (O6). */

import { createHash } from "node:crypto"
import { tickLine } from "#core/second/hour-file.ts"
import { chainText, FIRST_HASH, hourOf, type PublishedTick } from "#core/second/tick-line.ts"
import type { StoredHour } from "#server/storage/hour-archive.ts"

/** Lines of an hour that aren't kept yet. */
export interface UnsavedLines {
  head: StoredHour
  /** Number of the first of them. */
  from: number
  lines: readonly string[]
}

interface Lines {
  head: StoredHour
  from: number
  lines: string[]
}

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex")

export class IndexChain {
  readonly #index: string
  #newest: StoredHour | undefined
  /** By hour, the oldest first: two of them only around the end of one. */
  #unsaved: Lines[] = []

  /** @param newest the last hour that is kept; undefined: the chain begins with the next tick */
  constructor(index: string, newest: StoredHour | undefined) {
    this.#index = index
    this.#newest = newest
  }

  /** The hour of the last tick, as far as it is. */
  get newest(): StoredHour | undefined {
    return this.#newest
  }

  /** Ticks that a replay brings again change nothing. */
  take(tick: PublishedTick): void {
    const { seq, time } = tick
    if (seq <= (this.#newest?.last ?? 0)) return
    const hour = hourOf(time)
    const before = this.#newest?.hash ?? FIRST_HASH
    const hash = sha256(chainText(before, this.#index, tick))
    const isSame = this.#newest?.hour === hour
    const head: StoredHour =
      isSame && this.#newest
        ? { ...this.#newest, last: seq, hash }
        : { index: this.#index, hour, first: seq, before, last: seq, hash }
    this.#newest = head
    const part = this.#unsaved.at(-1)
    const line = tickLine(tick, hash)
    if (part?.head.hour !== hour) this.#unsaved.push({ head, from: seq, lines: [line] })
    else {
      part.head = head
      part.lines.push(line)
    }
  }

  /** As they are now: what comes later doesn't change them. */
  unsaved(): UnsavedLines[] {
    return this.#unsaved.map(({ head, from, lines }) => ({ head, from, lines: [...lines] }))
  }

  /** These are kept. */
  saved(parts: readonly UnsavedLines[]): void {
    for (const { head, lines } of parts) {
      const known = this.#unsaved.find((part) => part.head.hour === head.hour)
      if (!known) continue
      known.lines.splice(0, lines.length)
      known.from = head.last + 1
    }
    this.#unsaved = this.#unsaved.filter(({ lines }) => lines.length > 0)
  }
}
