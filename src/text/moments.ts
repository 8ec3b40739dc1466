/**
 * Every moment on the page is written here: by a clock of 24 hours with its seconds in every language, dates in the
 * language's own order, in the zone that zone.ts tells. Days that belong to no zone (articles, listings) as well.
 */

import { clockText } from "./clock.ts"
import { localMs } from "./zone.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Further back the date says more. */
const NEAR_DAYS = 30

/** Day, month, year: as English is written outside one country, and Portuguese without words in between. */
const REGIONS: Readonly<Record<string, string>> = { en: "en-GB", pt: "pt-PT" }

const STYLES = {
  date: { dateStyle: "medium" },
  dayOfYear: { day: "numeric", month: "short" },
  longDate: { dateStyle: "full" },
  month: { month: "short" },
  monthOfYear: { month: "long", year: "numeric" },
  year: { year: "numeric" },
  weekday: { weekday: "narrow" },
  longWeekday: { weekday: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof STYLES

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A day's date, told as UTC has it: of days that no zone moves, or of a moment that was moved already. */
export function calendarText(calendarMs: number, style: DateStyle, language: string): string {
  const key = `${language} ${style}`
  const known =
    formatters.get(key) ??
    new Intl.DateTimeFormat(REGIONS[language] ?? language, { ...STYLES[style], timeZone: "UTC" })
  // Formatters are dear to make, and a list has thousands of rows.
  formatters.set(key, known)
  return known.format(calendarMs)
}

/** `21 Nov 2026`, or another style of it. */
export const dateText = (timeMs: number, language: string, style: DateStyle = "date"): string =>
  calendarText(localMs(timeMs), style, language)

const joined = (date: string, clock: string, language: string) =>
  language === "zh" ? `${date} ${clock}` : `${date}, ${clock}`

/** `21 Nov 2026, 14:27:13`. */
export const momentText = (timeMs: number, language: string): string =>
  joined(dateText(timeMs, language), clockText(timeMs), language)

/** `UTC+1`, `UTC−3:30`: how far the clocks are ahead at that moment. */
export function offsetText(timeMs: number): string {
  const minutes = Math.round((localMs(timeMs) - timeMs) / MINUTE_MS)
  if (minutes === 0) return "UTC"
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`
  return `UTC${minutes < 0 ? "\u2212" : "+"}${Math.floor(size / 60)}${rest}`
}

/** `21 Nov 2026, 14:27:13 UTC+1`: in details, and as the title of what is shorter. */
export const fullMoment = (timeMs: number, language: string): string =>
  `${momentText(timeMs, language)} ${offsetText(timeMs)}`

/** In a row of a list: `21 Nov, 14:27:13`, with the year where it isn't this one. */
export function rowMoment(timeMs: number, nowMs: number, language: string): string {
  const yearOf = (time: number) => new Date(localMs(time)).getUTCFullYear()
  const isThisYear = yearOf(timeMs) === yearOf(nowMs)
  return isThisYear
    ? joined(dateText(timeMs, language, "dayOfYear"), clockText(timeMs), language)
    : momentText(timeMs, language)
}

/** `now`, `5 minutes ago`, `yesterday`; from a month on the moment itself. What lies ahead by a wrong clock is now. */
export function timeAgo(timeMs: number, nowMs: number, language: string): string {
  const ago = Math.max(0, nowMs - timeMs)
  const say = (count: number, unit: "second" | "minute" | "hour" | "day") =>
    new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(count), unit)
  if (ago < MINUTE_MS) return say(0, "second")
  if (ago < HOUR_MS) return say(ago / MINUTE_MS, "minute")
  if (ago < DAY_MS) return say(ago / HOUR_MS, "hour")
  if (ago < NEAR_DAYS * DAY_MS) return say(ago / DAY_MS, "day")
  return momentText(timeMs, language)
}
