/** Dates as text. Near ones as "yesterday", all others by their date. Days are whole and UTC. */

import { calendarText } from "./moments.ts"

const DAY_MS = 86_400_000
/** Further away the date says more. */
const NEAR_DAYS = 6

const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS)

/** `today`, `3 days ago`, `20 Nov 2026`. */
export function relativeDate(timeMs: number, nowMs: number, language: string): string {
  const days = dayOf(timeMs) - dayOf(nowMs)
  if (Math.abs(days) > NEAR_DAYS) return fullDate(timeMs, language)
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
}

export const fullDate = (timeMs: number, language: string): string => calendarText(timeMs, "date", language)
