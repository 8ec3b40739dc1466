/** The text formatters of the markets: one a market and language, replaced when either changes. */

import type { Listed } from "../feeds/catalogue.ts"
import { MarketText } from "../text/market-text.ts"
import { marksOf, type NumberMarks } from "../text/number-marks.ts"

export class MarketTexts {
  language: string
  #numbers: string
  /** Rises when all texts on screen are to be made anew. */
  version = 0
  #texts = new Map<string, { listed: Listed; text: MarketText }>()

  constructor(language: string) {
    this.language = language
    this.#numbers = language
  }

  /** `numbers`: the language whose marks numbers have. */
  setLanguage(language: string, numbers = language): void {
    if (language === this.language && numbers === this.#numbers) return
    this.language = language
    this.#numbers = numbers
    this.version += 1
    this.#texts.clear()
  }

  get marks(): NumberMarks {
    return marksOf(this.#numbers)
  }

  of(listed: Listed): MarketText {
    const known = this.#texts.get(listed.market.id)
    if (known && known.listed.tick === listed.tick && known.listed.lot === listed.lot) return known.text
    const text = new MarketText(listed, this.language, this.#numbers)
    this.#texts.set(listed.market.id, { listed, text })
    return text
  }
}
