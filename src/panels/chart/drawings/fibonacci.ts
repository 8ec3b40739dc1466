/** The levels of a Fibonacci retracement: 0 where the move ended, 1 where it began. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"

/** In thousandths of the move. */
const FIBONACCI_LEVELS = [0, 236, 382, 500, 618, 786, 1000, 1618] as const

export interface FibonacciLevel {
  /** In thousandths. */
  level: number
  /** Decimal text; never below zero. */
  price: string
}

/**
 * `price = end + (begin − end) × level`, exact to 1e-8, cut.
 * @example fibonacciLevels("100", "200")[1] // { level: 236, price: "176.4" }
 */
export function fibonacciLevels(begin: string, end: string): FibonacciLevel[] {
  const [from, to] = [unitsOf(begin), unitsOf(end)]
  return FIBONACCI_LEVELS.flatMap((level) => {
    const price = to + ((from - to) * BigInt(level)) / 1000n
    return price < 0n ? [] : [{ level, price: formatAmount(price) }]
  })
}
