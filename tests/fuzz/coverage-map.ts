/** Which places of the instrumented code were reached, and how often at a time: what tells an input that does something new. */

export class CoverageMap {
  readonly counters: Uint8Array
  /** Bit by bit which classes of counts were seen at each place. */
  readonly #seen: Uint8Array
  readonly #marks = new Set<string>()
  /** Places that were reached. */
  places = 0
  /** Places by class of count. */
  features = 0

  constructor(counters: Uint8Array) {
    this.counters = counters
    this.#seen = new Uint8Array(counters.length)
  }

  get marks(): number {
    return this.#marks.size
  }

  /** Takes what was counted since the last time, and what the target said. Answers how much of it is new. */
  take(marks: readonly string[]): number {
    let fresh = 0
    const { counters } = this
    for (let at = 0; at < counters.length; at += 1) {
      const count = counters[at] as number
      if (count === 0) continue
      counters[at] = 0
      const before = this.#seen[at] as number
      const bit = CLASSES[count] as number
      if ((before & bit) !== 0) continue
      this.#seen[at] = before | bit
      if (before === 0) this.places += 1
      fresh += 1
    }
    this.features += fresh
    for (const mark of marks) {
      if (this.#marks.has(mark)) continue
      this.#marks.add(mark)
      fresh += 1
    }
    return fresh
  }
}

/** 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more: a loop that turns once more is nothing new when it has turned forty times. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, count) => {
  if (count <= 2) return count
  if (count === 3) return 4
  if (count < 8) return 8
  if (count < 16) return 16
  if (count < 32) return 32
  return count < 128 ? 64 : 128
})
