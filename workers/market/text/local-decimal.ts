/** Decimal text in the marks and grouping of a language; no digit is changed. */

import { splitTiny } from "#core/money/tiny-price.ts"
import { MINUS, type NumberMarks } from "./number-marks.ts"

/** Figures that stay of a tiny price. */
const TINY_FIGURES = 4
const PLAIN = /^-?\d+(?:\.\d+)?$/

/**
 * "67284.1" → "67,284.1", "-1.5" → "−1.5". Takes plain decimal text as on the wire; anything else comes back as it
 * is, so that a wrong text is seen rather than made up.
 */
export function localDecimal(text: string, marks: NumberMarks): string {
  if (!PLAIN.test(text)) return text
  const isNegative = text.startsWith("-")
  const point = text.indexOf(".")
  const whole = text.slice(isNegative ? 1 : 0, point < 0 ? undefined : point)
  const fraction = point < 0 ? "" : marks.decimal + text.slice(point + 1)
  const grouped = whole.length >= marks.groupFrom ? grouping(whole, marks.group) : whole
  return `${isNegative ? MINUS : ""}${grouped}${fraction}`
}

/** A price: as {@link localDecimal}, and from four zeros after the point in the marker form `0.0{5}8712`. */
export function localPrice(text: string, marks: NumberMarks): string {
  // Most prices don't begin with 0.0000; only those that do are looked at closer.
  if (!text.startsWith("0.0000")) return localDecimal(text, marks)
  const tiny = splitTiny(text, TINY_FIGURES)
  return tiny
    ? `${tiny.lead.replace(".", marks.decimal)}{${tiny.zeros}}${tiny.rest}`
    : localDecimal(text, marks)
}

function grouping(whole: string, mark: string): string {
  let end = whole.length - 3
  let out = whole.slice(end)
  for (; end > 0; end -= 3) out = `${whole.slice(Math.max(0, end - 3), end)}${mark}${out}`
  return out
}
