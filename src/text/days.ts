/** Where days begin and end in the zone that moments are told in. Days are text, `2026-11-21`. */

import { addDays, calendarMs } from "../ui/calendar.model.ts"
import { localMs } from "./zone.ts"

const DAY_MS = 86_400_000
/** Clocks change at quarters of an hour only. */
const QUARTER_MS = 900_000

/** The day that it is in the zone at a moment. */
export const dayOf = (timeMs: number): string => new Date(localMs(timeMs)).toISOString().slice(0, 10)

/**
 * The first moment of a day in the zone, epoch ms; undefined: no day. Where clocks go forward at midnight the day begins
 * with its first hour that exists, where they go back at midnight with the first of two.
 */
export function dayStart(day: string): number | undefined {
  const midnight = calendarMs(day)
  if (midnight === undefined) return undefined
  // The offset before, around and after midnight: what the zone's midnight can be.
  const offsets = [-DAY_MS, 0, DAY_MS].map((apart) => localMs(midnight + apart) - midnight - apart)
  const times = offsets.map((offset) => midnight - offset).sort((one, other) => one - other)
  const exact = times.find((time) => localMs(time) === midnight)
  if (exact !== undefined) return exact
  return firstOf(day, times[0] ?? midnight)
}

/** Midnight doesn't exist: the first quarter of an hour that is of that day. */
function firstOf(day: string, fromMs: number): number {
  let time = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS
  while (dayOf(time) < day) time += QUARTER_MS
  return time
}

/** The last millisecond of a day in the zone: a day to which something is asked for is asked for whole. */
export function dayEnd(day: string): number | undefined {
  const next = calendarMs(day) === undefined ? undefined : dayStart(addDays(day, 1))
  return next === undefined ? undefined : next - 1
}

/** The first moment of the day so many days before the one that it is at a moment. */
export const startDaysAgo = (timeMs: number, count: number): number | undefined =>
  dayStart(addDays(dayOf(timeMs), -count))
