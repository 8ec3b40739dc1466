/** The decimal arithmetic of formulas: decimal.js, set up once (U5). */

import { Decimal as Base } from "decimal.js"

/**
 * 40 digits, half away from zero, never an exponent in its text. A class of its own, so that nobody else's setting of
 * decimal.js changes ours.
 */
export const Decimal: typeof Base = Base.clone({
  precision: 40,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
})
export type Decimal = Base
