/** Reads decimal text into whole steps, exactly and fast: the hot-path twin of core/money/steps.ts. */

import { formatSteps, parseAmount, parseSteps, stepDecimals } from "#core/money/steps.ts"
import { compactText } from "#core/wire/compact-reader.ts"

/** Texts remembered for one step; a book shows a few hundred different ones. */
const TEXTS_MAX = 4096
const ZERO = 48
const NINE = 57
const POINT = 46

/** Ticks or lots of one instrument: text to count and back. */
export class StepText {
  /** In units of 1e-8. */
  readonly step: bigint
  /** Decimals that the step needs: 0.5 → 1. */
  readonly decimals: number
  /** The step in units of its last decimal: 0.5 → 5, 10 → 10. */
  readonly #unit: number
  readonly #scale: number
  #texts = new Map<number, string>()

  /** `stepText`: the instrument's tick or lot as on the wire. Throws if it is none: a market that lies is not shown. */
  constructor(stepText: string) {
    const parsed = parseAmount(stepText)
    if (!parsed.ok || parsed.value === 0n) throw new Error(`no step: ${stepText}`)
    this.step = parsed.value
    this.decimals = stepDecimals(parsed.value)
    this.#scale = 10 ** this.decimals
    this.#unit = Number(parsed.value / 10n ** BigInt(8 - this.decimals))
  }

  /** Whole steps, exact; NaN for anything that isn't plain decimal text of a whole number of steps. */
  read(text: unknown): number {
    if (typeof text !== "string") return Number.NaN
    const length = text.length
    let value = 0
    let places = -1
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= ZERO && code <= NINE) {
        if (places < 0) value = value * 10 + (code - ZERO)
        else if (places < this.decimals) {
          value = value * 10 + (code - ZERO)
          places += 1
        } else if (code !== ZERO) return Number.NaN
      } else if (code === POINT && places < 0 && at > 0 && at < length - 1) places = 0
      else return Number.NaN
    }
    if (length === 0 || hasNeedlessZero(text)) return Number.NaN
    for (let place = Math.max(places, 0); place < this.decimals; place += 1) value *= 10
    if (value > Number.MAX_SAFE_INTEGER) return this.#readSlowly(text)
    if (this.#unit === 1) return value
    return value % this.#unit === 0 ? value / this.#unit : Number.NaN
  }

  /** As {@link read}, of a text given as its digits and how many of them are decimals (the compact form). */
  readDigits(digits: number, scale: number): number {
    if (scale === this.decimals && this.#unit === 1) return digits
    return this.read(compactText(digits, scale))
  }

  /** Wire text with all decimals of the step, remembered. */
  readonly write = (count: number): string => {
    const known = this.#texts.get(count)
    if (known !== undefined) return known
    if (this.#texts.size >= TEXTS_MAX) this.#texts.clear()
    const text = formatSteps(count, this.step)
    this.#texts.set(count, text)
    return text
  }

  /** The nearest binary number, for pixels only: one division of whole numbers, so no dust. */
  toNumber(count: number): number {
    return (count * this.#unit) / this.#scale
  }

  #readSlowly(text: string): number {
    const parsed = parseSteps(text, this.step)
    return parsed.ok ? parsed.value : Number.NaN
  }
}

/** The wire writes no "007". */
function hasNeedlessZero(text: string): boolean {
  return text.length > 1 && text.charCodeAt(0) === ZERO && text.charCodeAt(1) !== POINT
}
