/** Prices of the ladder as they are shown. */

import { formatSteps, stepDecimals } from "#core/money/steps.ts"
import { formatDecimal } from "../../text/numbers.ts"

/** With the decimals that the grouping needs, as the book writes them. `tick` in 1e-8. */
export function shortPrice(
  step: number,
  { tick, group }: { tick: bigint; group: number },
  language: string,
): string {
  const text = formatSteps(step, tick)
  const spare = (text.split(".")[1]?.length ?? 0) - stepDecimals(tick * BigInt(group))
  const cut = spare > 0 ? text.slice(0, text.length - spare) : text
  return formatDecimal(cut.endsWith(".") ? cut.slice(0, -1) : cut, language)
}
