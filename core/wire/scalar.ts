/** How do prices, quantities, times and names look on the wire? */

import { z } from "zod/mini"
import type { PriceText, QuantityText } from "../money/units.ts"

const DECIMAL = /^(?:0|[1-9]\d{0,23})(?:\.\d{1,16})?$/

/** Decimal text, no exponent, no grouping. */
export const priceText = z.custom<PriceText>((value) => typeof value === "string" && DECIMAL.test(value))
export const quantityText = z.custom<QuantityText>(
  (value) => typeof value === "string" && DECIMAL.test(value),
)
/** Decimal text of an amount in the quote currency (turnover, minimum notional). */
export const amountText = z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,16})?$/))
/** A signed rate as decimal text: "0.0001" is 0.01 %. */
export const rateText = z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,8})?$/))
/** Epoch milliseconds, UTC. */
export const timeMs = z.int().check(z.minimum(0))
/** Sequence numbers and trade ids: whole, rising. */
export const sequence = z.int().check(z.minimum(0))
/** Instrument id: `BTC_USDT`, `BTC_USDT_PERP`, `BTC_USDT_SEC`. */
export const instrumentId = z.string().check(z.regex(/^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}(?:_PERP|_SEC)?$/))
/** A whole number that arrives as text (GET) or as a number (JSON), kept within bounds. */
export const countWithin = (least: number, most: number) =>
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
    z.pipe(
      z.transform((value: number | string) => Number(value)),
      z.int().check(z.minimum(least), z.maximum(most)),
    ),
  )
