/** Schemas of prices, quantities, amounts, times and identifiers. */

import { z } from "zod/mini"
import type { PriceText, QuantityText } from "../money/units.ts"
import { described, named } from "./described.ts"

const DECIMAL = /^(?:0|[1-9]\d{0,23})(?:\.\d{1,16})?$/
const decimal = { type: "string", pattern: DECIMAL.source }

/** Decimal text, no exponent, no grouping. */
export const priceText = named(
  "PriceText",
  z.custom<PriceText>((value) => typeof value === "string" && DECIMAL.test(value)),
  { ...decimal, description: "A price in the quote currency as decimal text; a whole multiple of the tick." },
)
export const quantityText = named(
  "QuantityText",
  z.custom<QuantityText>((value) => typeof value === "string" && DECIMAL.test(value)),
  {
    ...decimal,
    description: "A quantity in the base currency as decimal text; a whole multiple of the lot.",
  },
)
/** Decimal text of an amount in the quote currency (turnover, minimum notional). */
export const amountText = named(
  "AmountText",
  z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,16})?$/)),
  { description: "An amount in the quote currency as decimal text." },
)
/** A signed rate as decimal text: "0.0001" is 0.01 %. */
export const rateText = named("RateText", z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,8})?$/)), {
  description: 'A signed rate as decimal text: "0.0001" is 0.01 %.',
})
/** Epoch milliseconds, UTC. */
export const timeMs = named("TimeMs", z.int().check(z.minimum(0)), {
  description: "Epoch milliseconds, UTC.",
})
/** Sequence numbers and trade ids: whole, rising. */
export const sequence = named("Sequence", z.int().check(z.minimum(0)), {
  description: "A sequence number or trade id: whole and rising.",
})
/** Instrument id: `BTC_USDT`, `BTC_USDT_PERP`, `BTC_USDT_SEC`. */
export const instrumentId = named(
  "InstrumentId",
  z.string().check(z.regex(/^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}(?:_PERP|_SEC)?$/)),
  {
    description:
      "`BTC_USDT` is a spot market (and the index of that pair), `BTC_USDT_PERP` a perpetual, `BTC_USDT_SEC` a second contract.",
  },
)
/** CRC-32 of a book's best levels (W1). */
export const checksum = named("Checksum", z.int().check(z.minimum(0), z.maximum(0xffff_ffff)), {
  description: "Unsigned CRC-32 over the best 25 levels a side of the whole book; see “The order book”.",
})
/** A whole number that arrives as text (GET) or as a number (JSON), kept within bounds. */
export const countWithin = (least: number, most: number, description = "") =>
  shown(
    z.pipe(
      z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
      z.pipe(
        z.transform((value: number | string) => Number(value)),
        z.int().check(z.minimum(least), z.maximum(most)),
      ),
    ),
    { type: "integer", minimum: least, maximum: most, anyOf: undefined, description },
  )
const moment = (description: string) => z.optional(countWithin(0, 8_640_000_000_000_000, description))
/** From when to when a list is asked for; left out: open on that side. */
export const timeRange = {
  from: moment("Rows of this moment and later. Epoch milliseconds, UTC."),
  to: moment(
    "Rows of this moment and earlier, itself included; before `from`: TIME_RANGE. Epoch milliseconds, UTC.",
  ),
}
/** Where a list is asked on: `next` of the answer before. */
export const cursor = z.optional(z.string().check(z.maxLength(60)))
export const next = described(z.string(), "Ask on with it as `cursor`; empty: that was all.")
/** How many rows are wanted: up to `most`, and `usual` where nothing is said. */
export const limitWithin = (most: number, usual: number) =>
  shown(z._default(countWithin(1, most), usual), { usual, description: "How many rows at most." })

function shown<Schema extends z.ZodMiniType>(schema: Schema, meta: Record<string, unknown>): Schema {
  z.globalRegistry.add(schema, meta)
  return schema
}
