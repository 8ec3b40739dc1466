/** What a drawn position stands for: risk, reward, and the size at which its stop costs what its owner named. */

import type { Drawing } from "#core/drawing/drawing.ts"
import { divideUp } from "#core/money/rounding.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { magnitude, UNITS_PER_COIN } from "#core/money/units.ts"
import { riskSize } from "#core/order/risk-size.ts"
import { centsAbove, centsBelow } from "../../../ticket/short-amount.ts"

export interface PlannedPosition {
  entry: string
  stop: string
  target: string
  /** Of the entry. */
  stopShare: number
  targetShare: number
  /** Target's distance over the stop's; undefined where the stop is the entry. */
  ratio: number | undefined
  /** Base currency, decimal text on the lot, cut; undefined: no risk named, not a single lot loses so little, or the rate isn't known. */
  quantity: string | undefined
  /**
   * What the stop costs (cents up) and the target brings (down) at that quantity, in the quote currency, the fees of entry
   * and exit counted; decimal text. A target so near that fees take all of it brings less than nothing: `-0.12`.
   */
  loss: string | undefined
  gain: string | undefined
}

export const isPosition = ({ kind }: Pick<Drawing, "kind">): boolean => kind === "long" || kind === "short"

/** Stop and target on the right sides of the entry, whatever was dragged: a long's stop is below, its target above. */
export function isSound({ kind, points }: Pick<Drawing, "kind" | "points">): boolean {
  const [entry = 0n, stop = 0n, target = 0n] = points.map(({ price }) => unitsOf(price))
  return kind === "long" ? stop < entry && target > entry : stop > entry && target < entry && target > 0n
}

/**
 * @param lot in 1e-8 of the base currency
 * @param rate the taker's fee in 1e-8; undefined while it isn't known
 */
export function plannedPosition(
  { kind, points, risk }: Pick<Drawing, "kind" | "points" | "risk">,
  lot: bigint,
  rate: bigint | undefined,
): PlannedPosition {
  const [entry = "0", stop = "0", target = "0"] = points.map(({ price }) => price)
  const [at, below, above] = [unitsOf(entry), unitsOf(stop), unitsOf(target)]
  const away = magnitude(at - below)
  const reach = magnitude(above - at)
  const side = kind === "long" ? "buy" : "sell"
  const sized =
    risk === "" || rate === undefined
      ? undefined
      : riskSize({ side, entry: at, stop: below, risk: unitsOf(risk), rate, lot })
  const size = sized?.kind === "size" ? sized : undefined
  // A rebate is never counted on, as for the size.
  const paid = rate !== undefined && rate > 0n ? rate : 0n
  const gainOf = (amount: bigint): bigint =>
    (reach * amount) / UNITS_PER_COIN -
    divideUp((at + above) * amount * paid, UNITS_PER_COIN * UNITS_PER_COIN)
  return {
    entry,
    stop,
    target,
    stopShare: at === 0n ? 0 : Number(below - at) / Number(at),
    targetShare: at === 0n ? 0 : Number(above - at) / Number(at),
    ratio: away === 0n ? undefined : Number(reach) / Number(away),
    quantity: size && formatAmount(size.lots * lot),
    loss: size && formatAmount(centsAbove(size.loss), 2),
    gain: size && formatAmount(centsBelow(gainOf(size.lots * lot)), 2),
  }
}
