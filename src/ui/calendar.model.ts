/** The days of a month in rows of weeks, and where keys lead from a day. Days are text, `2026-11-21`, of no zone. */

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/** UTC midnight of a day: to count days and to write them. Undefined: no day of the calendar. */
export function calendarMs(day: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day) ? time : undefined
}

const dayText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** A day so many days later, or earlier. */
export const addDays = (day: string, count: number): string =>
  dayText((calendarMs(day) ?? 0) + count * DAY_MS)

/** The same day so many months later, or earlier; the month's last where it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayText(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)))
}

/** Of what month a day is: `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** How far a day lies behind Monday, with which a week begins. */
const placeInWeek = (day: string): number => (new Date(calendarMs(day) ?? 0).getUTCDay() + 6) % WEEK_DAYS

/** The weeks of a month, Monday first; days of its neighbours are null. Always six, so that nothing jumps. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = placeInWeek(first)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: WEEK_DAYS }, (__, place) => {
      const day = addDays(first, week * WEEK_DAYS + place - before)
      return monthOf(day) === month ? day : null
    }),
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -WEEK_DAYS,
  ArrowDown: WEEK_DAYS,
}

/** Where a key leads from a day: arrows by days and weeks, Home and End in the week, Page by months, with Shift by years. */
export function dayByKey(key: string, day: string, hasShift: boolean): string | undefined {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key === "Home") return addDays(day, -placeInWeek(day))
  if (key === "End") return addDays(day, WEEK_DAYS - 1 - placeInWeek(day))
  if (key === "PageUp") return addMonths(day, hasShift ? -12 : -1)
  if (key === "PageDown") return addMonths(day, hasShift ? 12 : 1)
  return undefined
}
