/** What an alert may wait for, and as what it is watched: a series of values and a level, a drawn line, or an event (J1). */

import type { Price8, TimeMs } from "../money/units.ts"

/** `cross`: from whichever side the value is on when the alert is armed. */
export const ALERT_DIRECTIONS = ["above", "below", "cross"] as const
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number]
/** `up`: fires at or above its level; `down`: at or below it. */
export type AlertSide = "up" | "down"
export const ALERT_SOURCES = ["last", "mark"] as const
export type AlertSource = (typeof ALERT_SOURCES)[number]
/** Windows in which a change or a volume is looked at, minutes. */
export const ALERT_WINDOWS = [5, 15, 60, 240, 1440] as const
export type AlertWindow = (typeof ALERT_WINDOWS)[number]

/** A point of a line on a chart. */
interface LinePoint {
  time: TimeMs
  price: Price8
}
/** Through two points, extended to the right for good; nothing lies before the first. */
export interface AlertLine {
  from: LinePoint
  to: LinePoint
}

/** As an alert is watched. Values and levels are whole units of 1e-8. */
export interface WatchTerms {
  series: string
  /** Left out: whatever happens in the series fires it. */
  at?: { side: AlertSide; level: bigint | AlertLine }
}

/** Names of series; an alert's and an observation's must be the same text. */
export const seriesNames = {
  price: (source: AlertSource, instrument: string) => `${source} ${instrument}`,
  funding: (instrument: string) => `funding ${instrument}`,
  change: (minutes: AlertWindow, instrument: string) => `change ${minutes} ${instrument}`,
  volume: (minutes: AlertWindow, instrument: string) => `volume ${minutes} ${instrument}`,
  /** Of the whole cross account with an empty `instrument`, else of a contract's isolated position. */
  margin: (userId: number, instrument: string) => `margin u${userId} ${instrument}`,
  /** With an empty `instrument` in any market. */
  fill: (userId: number, instrument: string) => `fill u${userId} ${instrument}`,
} as const

/**
 * Is the line at or below `value` (side `up`), or at or above it (`down`), at `time`? Compared by cross multiplication: nothing is
 * rounded. Before its first point there is no line.
 * @example a line from 0 ms, 100 to 10 ms, 200 is at 150 at 5 ms: 150 reaches it from below, 149 doesn't
 */
export function reachesLine({ from, to }: AlertLine, side: AlertSide, value: bigint, time: TimeMs): boolean {
  if (time < from.time) return false
  const span = BigInt(to.time - from.time)
  const reached = from.price * span + (to.price - from.price) * BigInt(time - from.time)
  const own = value * span
  return side === "up" ? own >= reached : own <= reached
}

/** Price of the line at `time`, rounded down, for showing; undefined before its first point. */
export function linePriceAt({ from, to }: AlertLine, time: TimeMs): Price8 | undefined {
  if (time < from.time) return undefined
  const span = BigInt(to.time - from.time)
  return (from.price + ((to.price - from.price) * BigInt(time - from.time)) / span) as Price8
}

/**
 * The side that an alert waits on, as it is armed. Undefined: the value is there already, and the alert would fire
 * at once (J2).
 */
export function sideAtArming(
  direction: AlertDirection,
  isReached: (side: AlertSide) => boolean,
): AlertSide | undefined {
  if (direction === "cross") {
    if (!isReached("up")) return "up"
    return isReached("down") ? undefined : "down"
  }
  const side = direction === "above" ? "up" : "down"
  return isReached(side) ? undefined : side
}
