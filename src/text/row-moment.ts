/** How is a moment said in a row of a list? Today by the clock, to the second; before that with its day. */

import { formatClock } from "./numbers.ts"

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are dear to make, and a list has thousands of rows. */
function formatterOf(language: string): Intl.DateTimeFormat {
  const known = formatters.get(language)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  })
  formatters.set(language, made)
  return made
}

/** `14:27:13` today, `20 Nov, 14:27` before; by the device's clock. */
export function rowMoment(timeMs: number, nowMs: number, language: string): string {
  const isToday = new Date(timeMs).toDateString() === new Date(nowMs).toDateString()
  return isToday ? formatClock(timeMs) : formatterOf(language).format(timeMs)
}
