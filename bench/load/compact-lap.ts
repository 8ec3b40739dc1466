/** A lap in compact form: encoded once by the product's writer, its numbers overwritten in each later lap. */

import { compactOf } from "#core/wire/compact-writer.ts"
import { type Lap, SEQUENCE_MARK, type StampedLap, sequenceOf, TIME_MARK, tradeId } from "./encoded-lap.ts"

const NONE = -1
/** Behind kind and length of its name. */
const NAME_AT = 2

export class CompactLap implements StampedLap {
  readonly bytes: Buffer
  readonly starts: Int32Array
  readonly #lap: Lap
  readonly #times: Int32Array
  /** Sequence, or id of a trade. */
  readonly #sequences: Int32Array
  readonly #previous: Int32Array
  /** Index of the delta before each delta; of the first one that of the lap before. */
  readonly #deltaBefore: Int32Array
  readonly #tradesBefore: Int32Array

  constructor(lap: Lap) {
    const count = lap.texts.length
    this.#lap = lap
    this.starts = new Int32Array(count + 1)
    this.#times = new Int32Array(count)
    this.#sequences = new Int32Array(count)
    this.#previous = new Int32Array(count).fill(NONE)
    this.#deltaBefore = new Int32Array(count).fill(NONE)
    this.#tradesBefore = new Int32Array(count).fill(NONE)
    const parts = lap.texts.map((text) => Buffer.from(compactOf(text)))
    let at = 0
    for (const [index, part] of parts.entries()) {
      this.starts[index] = at
      const first = part.indexOf(bytesOf(SEQUENCE_MARK))
      this.#times[index] = at + part.indexOf(bytesOf(TIME_MARK))
      this.#sequences[index] = at + first
      at += part.length
    }
    this.starts[count] = at
    this.bytes = Buffer.concat(parts)
    for (const [place, index] of lap.trades.entries()) this.#tradesBefore[index] = place
    for (const [place, index] of lap.depths.entries()) {
      // A delta says the one before it first, its own right behind.
      this.#previous[index] = this.#sequences[index] as number
      this.#sequences[index] = (this.#sequences[index] as number) + 8
      this.#deltaBefore[index] = lap.depths.at(place - 1) as number
    }
  }

  stamp(lap: number, from: number, to: number, time: number): void {
    const { bytes } = this
    for (let index = from; index < to; index += 1) {
      bytes.writeDoubleLE(time, this.#times[index] as number)
      const trade = this.#tradesBefore[index] as number
      const number = trade === NONE ? sequenceOf(lap, index) : tradeId(this.#lap, lap, trade)
      bytes.writeDoubleLE(number, this.#sequences[index] as number)
      const previous = this.#previous[index] as number
      if (previous === NONE) continue
      const before = this.#deltaBefore[index] as number
      bytes.writeDoubleLE(sequenceOf(before < index ? lap : lap - 1, before), previous)
    }
  }

  /** The book of a market that nobody follows. */
  hide(index: number): void {
    this.bytes[(this.starts[index] as number) + NAME_AT] = "x".charCodeAt(0)
  }

  swapTrades(one: number, other: number): void {
    const [a, b] = [this.#sequences[one] as number, this.#sequences[other] as number]
    const kept = this.bytes.readDoubleLE(a)
    this.bytes.writeDoubleLE(this.bytes.readDoubleLE(b), a)
    this.bytes.writeDoubleLE(kept, b)
  }
}

function bytesOf(mark: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(Number(mark))
  return bytes
}
