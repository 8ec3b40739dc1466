/** A wire price as shown to the reader, however small it is. */

import { splitTiny } from "#core/money/tiny-price.ts"
import { formatDecimal } from "./numbers.ts"

/** With the language's marks and all its decimals; many zeros as the marker `0.0{5}8712`, which ui/price-text.tsx draws. */
export function priceFigure(text: string, language: string): string {
  const written = formatDecimal(text, language)
  const tiny = splitTiny(written)
  return tiny ? `${tiny.lead}{${tiny.zeros}}${tiny.rest}` : written
}
