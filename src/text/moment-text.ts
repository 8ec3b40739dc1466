/** How is a moment said? Its date and time by the device's clock, or how long ago it was. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Further back the date says more. */
const NEAR_DAYS = 30

/** `21 Nov 2026, 14:27`. `timeZone` left out: the device's. */
export const momentText = (timeMs: number, language: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }).format(timeMs)

/** `now`, `5 minutes ago`, `yesterday`; from a month on the moment itself. What lies ahead by a wrong clock is now. */
export function timeAgo(timeMs: number, nowMs: number, language: string, timeZone?: string): string {
  const ago = Math.max(0, nowMs - timeMs)
  const say = (count: number, unit: "second" | "minute" | "hour" | "day") =>
    new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(count), unit)
  if (ago < MINUTE_MS) return say(0, "second")
  if (ago < HOUR_MS) return say(ago / MINUTE_MS, "minute")
  if (ago < DAY_MS) return say(ago / HOUR_MS, "hour")
  if (ago < NEAR_DAYS * DAY_MS) return say(ago / DAY_MS, "day")
  return momentText(timeMs, language, timeZone)
}
