/**
 * Alerts that wait for a drawn line of one series. All lines are asked for only where a price may have reached one: for a second at a time
 * it is known which prices reach none, so that hundreds of lines cost a trade no more than two comparisons.
 */

import type { TimeMs } from "../money/units.ts"
import { type AlertLine, type AlertSide, linePriceAt, reachesLine } from "./alert-terms.ts"

export interface WaitingLine {
  id: number
  /** Nothing that happened before or at this moment fires it, epoch ms. */
  since: TimeMs
  side: AlertSide
  line: AlertLine
}

/** For how long bounds hold. Longer: wider bounds, so more prices for which every line is asked. */
const BOUNDS_MS = 1000

/** Prices between the two, both left out, reach no line from `from` to before `until`. Undefined: no line of that side. */
interface Bounds {
  from: TimeMs
  until: TimeMs
  lowestUp: bigint | undefined
  highestDown: bigint | undefined
}

export class WaitingLines {
  readonly #lines = new Map<number, WaitingLine>()
  #bounds: Bounds | undefined

  get size(): number {
    return this.#lines.size
  }

  add(line: WaitingLine): void {
    this.#lines.set(line.id, line)
    this.#bounds = undefined
  }

  remove(id: number): void {
    if (this.#lines.delete(id)) this.#bounds = undefined
  }

  /** Ids of the lines that `value` (1e-8) reaches at `time`, in the order in which they were added. They stay. */
  reached(value: bigint, time: TimeMs): number[] {
    if (this.#lines.size === 0 || !this.#mayReach(value, time)) return NONE
    const ids: number[] = []
    for (const { id, since, side, line } of this.#lines.values())
      if (since < time && reachesLine(line, side, value, time)) ids.push(id)
    return ids
  }

  #mayReach(value: bigint, time: TimeMs): boolean {
    // A replay tells of times before the last one, too.
    if (!this.#bounds || time < this.#bounds.from || time >= this.#bounds.until)
      this.#bounds = this.#boundsFrom(time)
    const { lowestUp, highestDown } = this.#bounds
    return (
      (lowestUp !== undefined && value >= lowestUp) || (highestDown !== undefined && value <= highestDown)
    )
  }

  /** A line is at its least and its greatest price at an end of the stretch; one unit more makes up for the rounding. */
  #boundsFrom(from: TimeMs): Bounds {
    const until = from + BOUNDS_MS
    let lowestUp: bigint | undefined
    let highestDown: bigint | undefined
    for (const { side, line } of this.#lines.values()) {
      const last = linePriceAt(line, until)
      // It begins later.
      if (last === undefined) continue
      const first = linePriceAt(line, from) ?? line.from.price
      const [low, high] = first < last ? [first, last] : [last, first]
      if (side === "up" && (lowestUp === undefined || low - 1n < lowestUp)) lowestUp = low - 1n
      if (side === "down" && (highestDown === undefined || high + 1n > highestDown)) highestDown = high + 1n
    }
    return { from, until, lowestUp, highestDown }
  }
}

const NONE: number[] = []
