/** Writes a tiny price short, its zeros as a subscript; without decimal.js, so that the page may load it. */

/** From so many zeros after the point the count of zeros is shown instead of them. */
const TINY_ZEROS_LEAST = 4

const TINY = /^([-−]?0[.,])(0{4,})([1-9]\d*)$/

/** `0.000008712` → lead `0.0`, zeros 5, rest `8712`: shown as 0.0₅8712. */
export interface TinyPrice {
  /** Sign, zero, mark and the one zero that is written. */
  lead: string
  /** All zeros after the point, the written one included. */
  zeros: number
  /** The digits after them. */
  rest: string
}

/**
 * Splits a price text with at least four zeros after the point; null for any other text. The mark may be a point or a
 * comma. With `figures` the rest is rounded half up to so many digits (lists show 4); without, nothing is lost.
 * The spoken label stays the full text.
 */
export function splitTiny(text: string, figures?: number): TinyPrice | null {
  const match = TINY.exec(text)
  if (!match) return null
  const [, sign = "", zeros = "", rest = ""] = match
  const lead = `${sign}0`
  if (figures === undefined || rest.length <= figures) return { lead, zeros: zeros.length, rest }
  const kept = rest.slice(0, figures)
  if (rest.charAt(figures) < "5") return { lead, zeros: zeros.length, rest: kept }
  const raised = (BigInt(kept) + 1n).toString()
  if (raised.length === figures) return { lead, zeros: zeros.length, rest: raised }
  if (zeros.length === TINY_ZEROS_LEAST) return null
  return { lead, zeros: zeros.length - 1, rest: raised.slice(0, figures) }
}
