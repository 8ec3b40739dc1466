/** Changes in percent and volumes within the last minutes, of markets in which an alert asks for them (J6). */

import { ALERT_WINDOWS, type AlertWindow, seriesNames } from "#core/alert/alert-terms.ts"
import type { TimeMs } from "#core/money/units.ts"

const MINUTE_MS = 60_000
const UNIT = 100_000_000n
/** Minutes that have left the longest window are let go in such parts. */
const LET_GO_AT = 512

/** One minute in which something was traded, in 1e-8. */
export interface WindowMinute {
  /** Its first millisecond. */
  openTime: TimeMs
  close: bigint
  /** Base quantity. */
  volume: bigint
}

interface Window {
  minutes: AlertWindow
  changeSeries: string
  volumeSeries: string
  /** Place of its first minute. */
  first: number
  volume: bigint
}

/** A value of a series. */
interface WindowValue {
  series: string
  value: bigint
}

/** The windows of one market; minutes come in their order. */
export class AlertWindows {
  readonly #minutes: WindowMinute[] = []
  readonly #windows: Window[]

  constructor(instrument: string) {
    this.#windows = ALERT_WINDOWS.map((minutes) => ({
      minutes,
      changeSeries: seriesNames.change(minutes, instrument),
      volumeSeries: seriesNames.volume(minutes, instrument),
      first: 0,
      volume: 0n,
    }))
  }

  /** A trade, or a whole minute. One that is older than the newest minute counts for that. */
  add(time: TimeMs, price: bigint, volume: bigint): void {
    const openTime = time - (time % MINUTE_MS)
    const last = this.#minutes.at(-1)
    if (last && openTime <= last.openTime) {
      last.close = price
      last.volume += volume
    } else {
      this.#minutes.push({ openTime, close: price, volume })
      this.#slide(openTime)
    }
    for (const window of this.#windows) window.volume += volume
  }

  /** What `isAsked` series are at now, after the newest minute. */
  values(isAsked: (series: string) => boolean): WindowValue[] {
    const values: WindowValue[] = []
    for (const window of this.#windows) {
      const { changeSeries, volumeSeries, volume } = window
      if (isAsked(volumeSeries)) values.push({ series: volumeSeries, value: volume })
      const change = isAsked(changeSeries) ? this.#changeIn(window) : undefined
      if (change !== undefined) values.push({ series: changeSeries, value: change })
    }
    return values
  }

  /**
   * By how much the newest price lies above (below zero: below) the close before the window, as a share in 1e-8 cut towards zero: a
   * rise of exactly the asked share is one, and one of a hair less is not. Undefined while nothing is known from before it.
   */
  #changeIn({ first }: Window): bigint | undefined {
    const before = this.#minutes[first - 1]
    const last = this.#minutes.at(-1)
    return before && last ? ((last.close - before.close) * UNIT) / before.close : undefined
  }

  #slide(openTime: TimeMs): void {
    for (const window of this.#windows) {
      const begins = openTime - (window.minutes - 1) * MINUTE_MS
      for (let minute = this.#minutes[window.first]; minute && minute.openTime < begins; ) {
        window.volume -= minute.volume
        window.first += 1
        minute = this.#minutes[window.first]
      }
    }
    const unused = Math.min(...this.#windows.map(({ first }) => first)) - 1
    if (unused < LET_GO_AT) return
    this.#minutes.splice(0, unused)
    for (const window of this.#windows) window.first -= unused
  }
}
