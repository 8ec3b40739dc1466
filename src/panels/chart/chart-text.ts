/** How are a chart's prices and moments written? One set of cached formatters for a language and a tick. */

import { clockText } from "../../text/clock.ts"
import { type DateStyle, dateText, momentText } from "../../text/moments.ts"
import { decimalMark, numbersIn } from "../../text/numbers.ts"
import type { CanvasFormats } from "./canvas-door.ts"

export interface ChartText extends CanvasFormats {
  volume(value: number): string
  /** Signed percent with two decimals, a real minus and a thin no-break space. */
  percent(share: number): string
}

/** Tick marks as lightweight-charts numbers them: year, month, day, time, time with seconds. */
const DATE_TICKS: Readonly<Record<number, DateStyle>> = { 0: "year", 1: "month", 2: "dayOfYear" }
const SECONDS = 4

/** `decimals`: those of the instrument's tick. `zone`: the one that moments are told in; left out: the device's. */
export function chartText(language: string, decimals: number, zone?: string): ChartText {
  const numbers = numbersIn(language)
  const price = new Intl.NumberFormat(numbers, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const volume = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 })
  const percent = new Intl.NumberFormat(numbers, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const share = new Intl.NumberFormat(numbers, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const minus = (text: string) => text.replace("-", "−")
  return {
    price: (value) => minus(price.format(value)),
    tickSize: 10 ** -decimals,
    volume: (value) =>
      volume
        .formatToParts(value)
        .map((part) => (part.type === "decimal" ? decimalMark(language) : minus(part.value)))
        .join(""),
    percent: (value) => {
      const rounded = Math.round(value * 10_000) / 100
      const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : ""
      return `${sign}${percent.format(Math.abs(rounded))}\u202F%`
    },
    share: (value) => minus(share.format(value)),
    tick: (timeMs, weight) => tickText(timeMs, weight, language),
    moment: (timeMs) => momentText(timeMs, language),
    zone,
  }
}

/** The mark under a bar of the axis: as much of its moment as is new there. */
function tickText(timeMs: number, weight: number, language: string): string {
  const date = DATE_TICKS[weight]
  return date ? dateText(timeMs, language, date) : clockText(timeMs, { hasSeconds: weight === SECONDS })
}
