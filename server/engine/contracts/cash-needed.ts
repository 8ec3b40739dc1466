/** Whole units of the quote that a fine shortage needs. */

import { divideUp } from "#core/money/rounding.ts"
import { type Amount, type Fine, UNITS_PER_COIN } from "#core/money/units.ts"

/** What brings a negative value up to zero, in 1e-8, up. */
export const cashNeeded = (shortage: Fine): Amount => divideUp(-shortage, UNITS_PER_COIN) as Amount
