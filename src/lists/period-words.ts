/** How is a period called where there is little room? By its name, or by its days. */

import type { TFunction } from "i18next"
import type { Period } from "../stores/period.ts"
import { calendarText, type DateStyle } from "../text/moments.ts"
import { calendarMs, monthOf } from "../ui/calendar.model.ts"

/** `21 Nov 2026`. */
export const dayText = (day: string, language: string, style: DateStyle = "date"): string =>
  calendarText(calendarMs(day) ?? 0, style, language)

/** `Last 7 days`, `1 Nov – 21 Nov`, `From 1 Nov`; with the year where it isn't this one. `t` of `moments`. */
export function periodText(
  { span, fromDay, toDay }: Period,
  t: TFunction<"moments">,
  language: string,
  today: string,
): string {
  if (span !== "own") return t(`period.span.${span}`)
  const isThisYear = [fromDay, toDay].every((day) => day === "" || day.slice(0, 4) === today.slice(0, 4))
  const say = (day: string) => dayText(day, language, isThisYear ? "dayOfYear" : "date")
  if (toDay === "") return t("period.since", { day: say(fromDay) })
  if (fromDay === "") return t("period.until", { day: say(toDay) })
  return fromDay === toDay ? say(fromDay) : `${say(fromDay)} – ${say(toDay)}`
}

/** What a calendar says in a language. */
export const calendarWords = (t: TFunction<"moments">, language: string) => ({
  previousYear: t("calendar.previousYear"),
  previousMonth: t("calendar.previousMonth"),
  nextMonth: t("calendar.nextMonth"),
  nextYear: t("calendar.nextYear"),
  monthName: (day: string) => dayText(`${monthOf(day)}-01`, language, "monthOfYear"),
  dayName: (day: string) => dayText(day, language, "longDate"),
  weekdayLetter: (day: string) => dayText(day, language, "weekday"),
  weekdayName: (day: string) => dayText(day, language, "longWeekday"),
})
