/** A month's days to choose a span from. Tab takes one day, keys walk on; days behind the last can't be chosen. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { addMonths, dayByKey, monthOf, weeksOf } from "./calendar.model.ts"
import styles from "./calendar.module.css"
import { classNames } from "./class-names.ts"
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"

export interface CalendarWords {
  /** Names of the buttons, and how days and months are written in the language. */
  previousYear: string
  previousMonth: string
  nextMonth: string
  nextYear: string
  monthName: (day: string) => string
  dayName: (day: string) => string
  weekdayLetter: (day: string) => string
  weekdayName: (day: string) => string
}

interface CalendarProps {
  words: CalendarWords
  /** The span that is chosen so far; empty: open on that side. */
  from: string
  to: string
  /** Opens at its month. */
  shown: string
  today: string
  /** The last day that can be chosen. */
  last: string
  onChoose: (day: string) => void
}

export function Calendar({ words, from, to, shown, today, last, onChoose }: CalendarProps) {
  const [day, setDay] = useState(shown)
  const table = useRef<HTMLTableElement>(null)
  const isWalking = useRef(false)
  useEffect(() => {
    // By keys the focus goes along; buttons keep it.
    if (isWalking.current) table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    isWalking.current = false
  }, [day])
  const go = (next: string) => setDay(next > last ? last : next)
  const walk = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, day, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    isWalking.current = true
    go(next)
  }
  const weeks = weeksOf(monthOf(day))
  const isLast = monthOf(day) >= monthOf(last)
  const week = weeksOf("2026-06")[0] ?? []
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton glyph={ChevronsLeft} label={words.previousYear} onClick={() => go(addMonths(day, -12))} />
        <IconButton glyph={ChevronLeft} label={words.previousMonth} onClick={() => go(addMonths(day, -1))} />
        <p className={styles.month} aria-live="polite">
          {words.monthName(day)}
        </p>
        <IconButton
          glyph={ChevronRight}
          label={words.nextMonth}
          disabled={isLast}
          onClick={() => go(addMonths(day, 1))}
        />
        <IconButton
          glyph={ChevronsRight}
          label={words.nextYear}
          disabled={isLast}
          onClick={() => go(addMonths(day, 12))}
        />
      </div>
      <table ref={table} className={styles.days} onKeyDown={walk}>
        <thead>
          <tr>
            {week.map((each) => (
              <th key={each} scope="col" abbr={words.weekdayName(each ?? "")}>
                {words.weekdayLetter(each ?? "")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks and the places in them are only places
            <tr key={line}>
              {row.map((each, place) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the week
                  key={place}
                  className={classNames(each && from && to && each > from && each < to && styles.between)}
                >
                  {each === null ? null : (
                    <button
                      type="button"
                      data-day={each}
                      className={classNames(
                        styles.day,
                        each === today && styles.today,
                        (each === from || each === to) && styles.chosen,
                      )}
                      tabIndex={each === day ? 0 : -1}
                      disabled={each > last}
                      aria-label={words.dayName(each)}
                      aria-pressed={each === from || each === to}
                      aria-current={each === today ? "date" : undefined}
                      onClick={() => {
                        setDay(each)
                        onChoose(each)
                      }}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
