/** The size of an order from what its owner risks: so much is bought that the loss at the stop price is that amount. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { feeOf } from "#core/order/fee.ts"

interface RiskedOrder {
  side: "buy" | "sell"
  /** What the order would trade at, in ticks. */
  entry: number
  /** Where the loss is taken, in ticks. */
  stop: number
  /** In 1e-8 of the quote. */
  risk: bigint
  /** Rate of both ways in 1e-8: the taker's, since a stop takes. */
  rate: bigint
}

export type RiskSize =
  /** `loss` in 1e-8 of the quote, fees of both ways inside. */
  | { kind: "size"; lots: number; loss: bigint }
  /** The stop lies where the order would win: a buy loses below its price, a sale above. */
  | { kind: "wrong-side" }
  /** Not one lot loses so little. */
  | { kind: "too-little" }

/**
 * `lots = floor(risk ÷ (|entry − stop| × K + fees of one lot))`, at most the largest order.
 * @example at 100.0 with a stop at 95.0 and no fees, a risk of 10 is 2 coins
 */
export function riskSize(instrument: TradedInstrument, order: RiskedOrder): RiskSize {
  const { side, entry, stop, risk, rate } = order
  const away = side === "buy" ? entry - stop : stop - entry
  if (away <= 0) return { kind: "wrong-side" }
  const lossOf = (lots: bigint): bigint => {
    const each = lots * instrument.notionalUnit
    return BigInt(away) * each + feeOf(BigInt(entry) * each, rate) + feeOf(BigInt(stop) * each, rate)
  }
  // Fees are rounded up once an order: of many lots they are a little less than of one, so the count is taken from a million.
  const many = 1_000_000n
  let lots = (risk * many) / lossOf(many)
  while (lots > 0n && lossOf(lots) > risk) lots -= 1n
  if (lots > BigInt(instrument.maxQuantity)) lots = BigInt(instrument.maxQuantity)
  return lots < 1n ? { kind: "too-little" } : { kind: "size", lots: Number(lots), loss: lossOf(lots) }
}
