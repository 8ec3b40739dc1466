/** Equity, margin ratio and what is free or may leave: the margin of an account (P10, P12, P14, P15, P16). */

import { divideDown, divideUp } from "../money/rounding.ts"
import {
  type Amount,
  type Fine,
  fineOf,
  magnitude,
  NO_AMOUNT,
  type Price8,
  UNITS_PER_COIN,
} from "../money/units.ts"

/** Value of a position at a price, unsigned. */
export const notionalAt = (size: Amount, price: Price8): Fine => magnitude(size * price) as Fine

/** Margin that opens this notional, up to a unit of the quote; what is posted into an isolated position. */
export const initialMargin = (notional: Fine, leverage: number): Amount =>
  divideUp(notional, BigInt(leverage) * UNITS_PER_COIN) as Amount

/**
 * P10: `cash + uPnL`. Isolated: the position's margin and its own profit. Cross: `WB` (available less advance) and the
 * profit of all cross positions.
 */
export const equityOf = (cash: Amount, unrealised: Fine): Fine => (fineOf(cash) + unrealised) as Fine

/**
 * P10: `MM / E`, a rate in 1e-8, down: so it reaches 80, 90 and 100 % exactly when the ratio itself does. Undefined where
 * `E ≤ 0`, which counts as above 100 %; 0 without a position.
 */
export function marginRatio(maintenance: Fine, equity: Fine): bigint | undefined {
  if (maintenance === 0n) return 0n
  return equity <= 0n ? undefined : divideDown(maintenance * UNITS_PER_COIN, equity)
}

/** P10: liquidation at a ratio of 100 % and above. Without a position nothing is liquidated. */
export const isLiquidatable = (maintenance: Fine, equity: Fine): boolean =>
  maintenance > 0n && maintenance >= equity

/**
 * P12, P14: one-way, the larger of `|N + B|` and `|N − A|`: quoting both sides can open only one of them.
 * `position` signed, at mark.
 */
export function oneWayExposure(position: Fine, buys: Fine, sells: Fine): Fine {
  const [risen, fallen] = [magnitude(position + buys), magnitude(position - sells)]
  return (risen > fallen ? risen : fallen) as Fine
}

/** P12, hedge mode: both positions and their opening orders add up; all unsigned. */
export const hedgeExposure = (long: Fine, buys: Fine, short: Fine, sells: Fine): Fine =>
  (long + buys + short + sells) as Fine

/**
 * P12: what one instrument needs of a cross wallet, up to a fine unit; counted, not posted. `losses` and `fees`: open losses
 * and taker fees of its open orders, see `order-cost.ts`.
 */
export const crossRequirement = (
  exposure: Fine,
  leverage: number,
  orders: { losses: Fine; fees: Fine },
): Fine => (divideUp(exposure, BigInt(leverage)) + orders.losses + orders.fees) as Fine

/** A cross wallet and what its positions and orders make of it. */
export interface CrossAccount {
  /** Cash that can be used, in 1e-8. */
  available: Amount
  /** Cash lent against open profit; `WB = available − advance`. */
  advance: Amount
  /** Of all cross positions. */
  unrealised: Fine
  /** Of all instruments, see {@link crossRequirement}. */
  requirements: Fine
}

/** P15: `WB + Σ uPnL − Σ requirements`; a cross order needs it at zero or above with the order in it. */
export const freeMargin = ({ available, advance, unrealised, requirements }: CrossAccount): Fine =>
  (fineOf((available - advance) as Amount) + unrealised - requirements) as Fine

/** P15: whether an isolated order's cost fits into `min(available, free)`; cash alone carries it. */
export const bearsIsolated = (account: CrossAccount, cost: Amount): boolean =>
  cost <= account.available && fineOf(cost) <= freeMargin(account)

/**
 * P16: the most that may leave the account, by transfer or into an isolated position:
 * `max(0, min(available, WB + min(0, Σ uPnL) − Σ requirements))`, down. Open profit can't leave.
 */
export function withdrawable(account: CrossAccount): Amount {
  const unrealised = account.unrealised < 0n ? account.unrealised : (0n as Fine)
  const free = divideDown(freeMargin({ ...account, unrealised }), UNITS_PER_COIN)
  const most = free < account.available ? free : account.available
  return most > 0n ? (most as Amount) : NO_AMOUNT
}
