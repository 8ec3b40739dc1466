/** Converts step counts to decimal text, cached because the same prices recur. */

import { formatSteps, stepDecimals } from "#core/money/steps.ts"
import type { Lots, PriceText, QuantityText, Ticks } from "#core/money/units.ts"

/** Texts remembered before all are forgotten; a book of 200 levels a side moves within fewer prices. */
const REMEMBERED_MAX = 8192

class StepTexts<Text extends string> {
  readonly #step: bigint
  readonly #texts = new Map<number, Text>()

  constructor(step: bigint) {
    this.#step = step
  }

  of(count: number): Text {
    const known = this.#texts.get(count)
    if (known !== undefined) return known
    if (this.#texts.size >= REMEMBERED_MAX) this.#texts.clear()
    const text = formatSteps(count, this.#step) as Text
    this.#texts.set(count, text)
    return text
  }
}

/** Prices and quantities of one instrument as text. */
export class MarketTexts {
  readonly #prices: StepTexts<PriceText>
  readonly #quantities: StepTexts<QuantityText>
  /** Decimals of its tick. */
  readonly priceDecimals: number
  /** In 1e-8 of the quote. */
  readonly tick: bigint

  constructor({ tick, lot }: { tick: bigint; lot: bigint }) {
    this.tick = tick
    this.#prices = new StepTexts(tick)
    this.#quantities = new StepTexts(lot)
    this.priceDecimals = stepDecimals(tick)
  }

  readonly price = (ticks: number): PriceText => this.#prices.of(ticks as Ticks)
  readonly quantity = (lots: number): QuantityText => this.#quantities.of(lots as Lots)
}
