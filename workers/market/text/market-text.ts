/** One market's prices and amounts in the language of the page. Its tick and lot decide the decimals. */

import { priceText } from "#core/money/price-text.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, formatSteps, stepDecimals } from "#core/money/steps.ts"
import type { Listed } from "../feeds/catalogue.ts"
import type { StepText } from "../feeds/step-text.ts"
import { localDecimal, localPrice } from "./local-decimal.ts"
import { marksOf, type NumberMarks } from "./number-marks.ts"

/** Amounts remembered for one market; a book and a tape show some hundreds. Few markets have either. */
const AMOUNTS_MAX = 2000
/**
 * Prices remembered for one market: what is shown of it at a time. It is so few because all 500 markets of a list have one:
 * with 2000, every price of the day that was on screen stayed, 170 kB a market.
 */
const PRICES_MAX = 40
/** Of an amount (1e-8), and of a price times a quantity. */
const AMOUNT_DECIMALS = 8
const FINE_DECIMALS = 16

export class MarketText {
  readonly marks: NumberMarks
  readonly language: string
  readonly #tick: StepText
  readonly #lot: StepText
  #prices = new Map<string, string>()
  #amounts = new Map<number, string>()

  /** `numbers`: the language whose marks numbers have. */
  constructor(listed: Listed, language: string, numbers = language) {
    this.#tick = listed.tick
    this.#lot = listed.lot
    this.language = language
    this.marks = marksOf(numbers)
  }

  /**
   * A price from the wire, index and mark included: the price display rule (core/money/price-text.ts), rounded to the tick's
   * decimals and with all of them. Null where nothing is known.
   */
  price(text: string): string | null {
    if (text === "") return null
    return remember(this.#prices, PRICES_MAX, text, () => {
      const { decimals } = this.#tick
      return localPrice(withDecimals(priceText(text, decimals), decimals), this.marks)
    })
  }

  /** A price in whole ticks; of a grouped book with the decimals that its step needs. */
  ticks(count: number, group = 1): string {
    if (group === 1) return localPrice(this.#tick.write(count), this.marks)
    const step = this.#tick.step * BigInt(group)
    const text = formatSteps(count, this.#tick.step)
    const spare = this.#tick.decimals - stepDecimals(step)
    const cut = spare > 0 ? text.slice(0, text.length - spare) : text
    return localPrice(cut.endsWith(".") ? cut.slice(0, -1) : cut, this.marks)
  }

  /** A difference of prices in ticks, always signed; zero has no sign. */
  signedTicks(count: number): string {
    const text = localDecimal(formatSteps(count, this.#tick.step), this.marks)
    return count > 0 ? `+${text}` : text
  }

  /**
   * What orders are worth in the quote currency, of ticks × lots, to the nearest with `decimals` places; what would be none
   * then, with two more.
   */
  worth(count: bigint, decimals: number): string {
    const fine = count * this.#tick.step * this.#lot.step
    const unit = 10n ** BigInt(FINE_DECIMALS - decimals)
    if (2n * fine < unit && decimals + 2 <= AMOUNT_DECIMALS && fine > 0n)
      return this.worth(count, decimals + 2)
    const units = divideNearest(fine, unit) * 10n ** BigInt(AMOUNT_DECIMALS - decimals)
    return localDecimal(formatAmount(units, decimals), this.marks)
  }

  /** A quantity in whole lots, with all decimals of the lot. */
  lots(count: number): string {
    return remember(this.#amounts, AMOUNTS_MAX, count, () => localDecimal(this.#lot.write(count), this.marks))
  }
}

function remember<Key>(texts: Map<Key, string>, most: number, key: Key, make: () => string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  if (texts.size >= most) texts.clear()
  const made = make()
  texts.set(key, made)
  return made
}

/** The display rule strips zeros; a tick shows all its places. */
function withDecimals(text: string, decimals: number): string {
  const point = text.indexOf(".")
  const places = point < 0 ? 0 : text.length - point - 1
  if (places >= decimals || !/^-?\d/.test(text)) return text
  return `${text}${point < 0 ? "." : ""}${"0".repeat(decimals - places)}`
}
