/** Splits the marker of many zeros, `0.0{5}8712`. */

interface ZeroParts {
  /** Up to and with the one zero that is shown: `0.0`. */
  lead: string
  /** How many zeros stand after the point. */
  zeros: number
  rest: string
  /** The number written out: `0.000008712`. */
  full: string
}

const MARKER = /^(.*?)0\{(\d{1,3})\}(.*)$/

/** The parts of a text with the marker, or undefined when there is none: then the text is the number. */
export function splitZeros(text: string): ZeroParts | undefined {
  const match = MARKER.exec(text)
  if (!match) return undefined
  const [, before = "", count = "0", rest = ""] = match
  const zeros = Number(count)
  return { lead: `${before}0`, zeros, rest, full: `${before}${"0".repeat(zeros)}${rest}` }
}
