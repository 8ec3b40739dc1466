/**
 * A time axis whose days begin in the chosen time zone. lightweight-charts counts days in UTC; here the chosen zone
 * does.
 */

import { defaultHorzScaleBehavior, type Time, type TimeScalePoint } from "lightweight-charts"
import { zoneOffset } from "../../text/zone.ts"
import { tickWeight } from "./tick-weight.ts"

type Weighed = { -readonly [Key in keyof TimeScalePoint]: TimeScalePoint[Key] }

const TimeScale = defaultHorzScaleBehavior()

/** Bars keep their UTC times, so that an hour that comes twice a year stays two; only the marks are weighed anew. */
export class ZonedTimeScale extends TimeScale {
  #offset: (timeMs: number) => number = () => 0

  /** `undefined`: the device's zone. Takes effect when bars are put in next. */
  setZone(zone: string | undefined): void {
    this.#offset = zoneOffset(zone)
  }

  override fillWeightsForPoints(points: readonly Weighed[], startIndex: number): void {
    const local = (at: number) => {
      const timeMs = Number(points[at]?.originalTime as Time) * 1000
      return timeMs + this.#offset(timeMs)
    }
    for (let at = startIndex; at < points.length; at += 1) {
      const point = points[at]
      // The first bar has none before it: as if there were one a step earlier.
      const before = at > 0 ? local(at - 1) : 2 * local(0) - local(Math.min(1, points.length - 1))
      if (point) point.timeWeight = tickWeight(local(at), before) as TimeScalePoint["timeWeight"]
    }
  }
}
