/** How are a chart's prices and moments written? One set of cached formatters for a language and a tick. */

import type { CanvasFormats } from "./chart-canvas.ts"

export interface ChartText extends CanvasFormats {
  volume(value: number): string
  /** Signed percent with two decimals, a real minus and a thin no-break space (design.md section 3). */
  percent(share: number): string
}

/** Tick marks as lightweight-charts numbers them. */
const YEAR = 0
const MONTH = 1
const DAY = 2

/** `decimals`: those of the instrument's tick. Times are shown in the device's own zone. */
export function chartText(language: string, decimals: number): ChartText {
  const price = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const volume = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 })
  const percent = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
  const marks = [
    new Intl.DateTimeFormat(language, { year: "numeric" }),
    new Intl.DateTimeFormat(language, { month: "short" }),
    new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }),
    new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    new Intl.DateTimeFormat(language, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    }),
  ] as const
  const mark = (weight: number) =>
    marks[weight === YEAR || weight === MONTH || weight === DAY || weight === 4 ? weight : 3] ?? marks[3]
  const minus = (text: string) => text.replace("-", "−")
  return {
    price: (value) => minus(price.format(value)),
    volume: (value) => volume.format(value),
    percent: (share) => {
      const rounded = Math.round(share * 10_000) / 100
      const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : ""
      return `${sign}${percent.format(Math.abs(rounded))}\u202F%`
    },
    tick: (timeMs, weight) => mark(weight).format(timeMs),
    moment: (timeMs) => moment.format(timeMs),
  }
}
