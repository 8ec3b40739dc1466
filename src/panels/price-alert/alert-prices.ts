/** Which prices an alert is offered at when a market was pressed: some percent above and below the last, on its tick. */

import { formatSteps } from "#core/money/steps.ts"

/** From the nearest: half of what many markets move in a day, and what is news in most of them. */
const PERCENTS = [1, 5] as const

interface OfferedPrice {
  /** Signed. */
  percent: number
  /** Wire text. */
  price: string
}

/**
 * Away from the last price, never at it: down at least one tick below, up at least one above.
 * @param last and `tick` in 1e-8
 * @example alertPrices(100_00000000n, 1_000000n) // +1 % 101.00, −1 % 99.00, +5 % 105.00, −5 % 95.00
 */
export function alertPrices(last: bigint, tick: bigint): OfferedPrice[] {
  const steps = last / tick
  return PERCENTS.flatMap((percent) => {
    const share = (steps * BigInt(percent)) / 100n
    const away = share > 0n ? share : 1n
    return [
      { percent, price: formatSteps(Number(steps + away), tick) },
      ...(steps > away ? [{ percent: -percent, price: formatSteps(Number(steps - away), tick) }] : []),
    ]
  })
}
