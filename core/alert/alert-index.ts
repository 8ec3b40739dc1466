/**
 * Armed alerts by series, each with its levels sorted, so that a value is compared with the nearest level of each side and no
 * other (J3). Whoever has fired is out of it: an alert fires once.
 */

import type { TimeMs } from "../money/units.ts"
import type { AlertSide, WatchTerms } from "./alert-terms.ts"
import { WaitingLines } from "./waiting-lines.ts"

interface Level {
  id: number
  level: bigint
  /** Nothing that happened before or at this moment fires it, epoch ms. */
  since: TimeMs
}

class Series {
  /** The lowest last. */
  readonly ups: Level[] = []
  /** The highest last. */
  readonly downs: Level[] = []
  readonly lines = new WaitingLines()
  readonly events = new Map<number, TimeMs>()

  get isEmpty(): boolean {
    return this.ups.length + this.downs.length + this.lines.size + this.events.size === 0
  }
}

export class AlertIndex {
  readonly #series = new Map<string, Series>()
  readonly #terms = new Map<number, WatchTerms>()

  get size(): number {
    return this.#terms.size
  }

  /** Is anything waiting in this series? */
  has(series: string): boolean {
    return this.#series.has(series)
  }

  seriesNames(): Iterable<string> {
    return this.#series.keys()
  }

  /** An alert of the same id is replaced. What happened at `since` or before doesn't fire it. */
  add(id: number, terms: WatchTerms, since: TimeMs): void {
    this.remove(id)
    this.#terms.set(id, terms)
    let series = this.#series.get(terms.series)
    if (!series) {
      series = new Series()
      this.#series.set(terms.series, series)
    }
    const { at } = terms
    if (!at) series.events.set(id, since)
    else if (typeof at.level !== "bigint") series.lines.add({ id, since, side: at.side, line: at.level })
    else insert(series, at.side, { id, since, level: at.level })
  }

  remove(id: number): void {
    const terms = this.#terms.get(id)
    const series = terms && this.#series.get(terms.series)
    if (!series) return
    this.#terms.delete(id)
    series.events.delete(id)
    series.lines.remove(id)
    const { at } = terms
    if (at && typeof at.level === "bigint") {
      const levels = at.side === "up" ? series.ups : series.downs
      let place = placeOf(levels, at.side, at.level)
      while (place < levels.length && levels[place]?.id !== id) place += 1
      levels.splice(place, 1)
    }
    if (series.isEmpty) this.#series.delete(terms.series)
  }

  /** Takes out the alerts that `value` fires, in the order of their levels; mostly none. */
  see(name: string, value: bigint, time: TimeMs): number[] {
    const series = this.#series.get(name)
    if (!series) return NONE
    const { ups, downs, lines } = series
    const isUp = (ups.at(-1)?.level ?? value + 1n) <= value
    const isDown = (downs.at(-1)?.level ?? value - 1n) >= value
    const reached = lines.reached(value, time)
    if (!isUp && !isDown && reached.length === 0) return NONE
    const fired: number[] = []
    if (isUp) takeReached(ups, (level) => level <= value, time, fired)
    if (isDown) takeReached(downs, (level) => level >= value, time, fired)
    fired.push(...reached)
    for (const id of fired) this.#forget(id, series, name)
    return fired
  }

  /** Takes out all that wait for something to happen in this series. */
  happen(name: string, time: TimeMs): number[] {
    const series = this.#series.get(name)
    if (!series) return NONE
    const fired = [...series.events].filter(([, since]) => since < time).map(([id]) => id)
    for (const id of fired) this.#forget(id, series, name)
    return fired
  }

  #forget(id: number, series: Series, name: string): void {
    this.#terms.delete(id)
    series.lines.remove(id)
    series.events.delete(id)
    if (series.isEmpty) this.#series.delete(name)
  }
}

const NONE: number[] = []

/** Those reached lie at the end; one that was armed later than `time` stays (a replay tells of times before it). */
function takeReached(
  levels: Level[],
  isReached: (level: bigint) => boolean,
  time: TimeMs,
  fired: number[],
): void {
  const staying: Level[] = []
  for (let last = levels.at(-1); last && isReached(last.level); last = levels.at(-1)) {
    levels.pop()
    if (last.since < time) fired.push(last.id)
    else staying.push(last)
  }
  levels.push(...staying.reverse())
}

function insert(series: Series, side: AlertSide, level: Level): void {
  const levels = side === "up" ? series.ups : series.downs
  levels.splice(placeOf(levels, side, level.level), 0, level)
}

/** The first place whose level is `level` or nearer to the end. */
function placeOf(levels: readonly Level[], side: AlertSide, level: bigint): number {
  let [from, to] = [0, levels.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = (levels[middle] as Level).level
    const isBefore = side === "up" ? other > level : other < level
    if (isBefore) from = middle + 1
    else to = middle
  }
  return from
}
