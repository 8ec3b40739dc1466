/** How are a chart's prices and moments written? One set of cached formatters for a language, a tick and a time zone. */

import { DEVICE_ZONE } from "../../stores/chart-store.ts"
import { decimalMark, numbersIn } from "../../text/numbers.ts"
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

/** `decimals`: those of the instrument's tick. `zone`: an IANA name, or the device's own. */
export function chartText(language: string, decimals: number, zone: string = DEVICE_ZONE): ChartText {
  const timeZone = zone === DEVICE_ZONE ? {} : { timeZone: zone }
  const numbers = numbersIn(language)
  const price = new Intl.NumberFormat(numbers, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const volume = new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 })
  const percent = new Intl.NumberFormat(numbers, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const share = new Intl.NumberFormat(numbers, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", ...timeZone })
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
  const marks = [
    new Intl.DateTimeFormat(language, { year: "numeric", ...timeZone }),
    new Intl.DateTimeFormat(language, { month: "short", ...timeZone }),
    new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...timeZone }),
    new Intl.DateTimeFormat(language, { ...clock, ...timeZone }),
    new Intl.DateTimeFormat(language, { ...clock, second: "2-digit", ...timeZone }),
  ] as const
  const mark = (weight: number) =>
    marks[weight === YEAR || weight === MONTH || weight === DAY || weight === 4 ? weight : 3] ?? marks[3]
  const minus = (text: string) => text.replace("-", "−")
  return {
    price: (value) => minus(price.format(value)),
    tickSize: 10 ** -decimals,
    volume: (value) =>
      volume
        .formatToParts(value)
        .map((part) => (part.type === "decimal" ? decimalMark(language) : part.value))
        .join(""),
    percent: (value) => {
      const rounded = Math.round(value * 10_000) / 100
      const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : ""
      return `${sign}${percent.format(Math.abs(rounded))}\u202F%`
    },
    share: (value) => minus(share.format(value)),
    tick: (timeMs, weight) => mark(weight).format(timeMs),
    moment: (timeMs) => moment.format(timeMs),
    zone: zone === DEVICE_ZONE ? undefined : zone,
  }
}

/** "Central European Time, UTC+1": a zone's name in a language, as it is called at a moment. */
export function zoneName(language: string, zone: string, timeMs: number): string {
  const timeZone = zone === DEVICE_ZONE ? {} : { timeZone: zone }
  const part = (timeZoneName: "longGeneric" | "shortOffset") =>
    new Intl.DateTimeFormat(language, { ...timeZone, timeZoneName })
      .formatToParts(timeMs)
      .find(({ type }) => type === "timeZoneName")?.value ?? ""
  const offset = part("shortOffset").replace("GMT", "UTC").replace("-", "−")
  if (zone === "UTC") return "UTC"
  const city = zone === DEVICE_ZONE ? "" : ` · ${zone.split("/")[1]?.replaceAll("_", " ")}`
  return `${offset}${city} · ${part("longGeneric")}`
}
