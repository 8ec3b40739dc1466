/** The largest order a user allows themselves: set in their preferences, enforced by the server. */

import type { Kysely } from "kysely"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { notional } from "#core/instrument/listing.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import { type Amount, type Lots, type Ticks, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Problem } from "#core/wire/index.ts"
import type { Side } from "#server/engine/command.ts"
import type { Tables } from "#server/storage/schema.ts"
import { rateOf, VALUE_CURRENCY } from "./currency-rates.ts"
import type { MarketReader } from "./market-reader.ts"

/** The preference's name: decimal text in USDT; missing or empty: no limit. */
export const ORDER_VALUE_MAX = "orderValueMax"
/** Users whose limit is kept in memory; beyond them the one that was read longest ago is read again. */
const KNOWN_MAX = 20_000

interface OwnLimitsParts {
  database: Kysely<Tables>
  reader: MarketReader
}

/** What is judged. By market the price is the best opposite one, else the last. */
export interface ValuedOrder {
  side: Side
  price?: Ticks
  quantity?: Lots
  budget?: Amount
}

export class OwnLimits {
  readonly #parts: OwnLimitsParts
  readonly #known = new Map<number, bigint | undefined>()
  /** Rises with every change: what was read before one may be of the past. */
  #changes = 0

  constructor(parts: OwnLimitsParts) {
    this.#parts = parts
  }

  /** The user has stored other preferences. */
  forget(userId: number): void {
    this.#changes += 1
    this.#known.delete(userId)
  }

  /** Undefined: within the limit, or it can't be valued. */
  async check(
    userId: number,
    instrument: TradedInstrument,
    order: ValuedOrder,
  ): Promise<Problem<"OWN_LIMIT"> | undefined> {
    const limit = await this.#limitOf(userId)
    if (limit === undefined) return undefined
    const value = this.#valueOf(instrument, order)
    if (value === undefined || value <= limit) return undefined
    return { name: "OWN_LIMIT", values: { limit: formatAmount(limit), currency: VALUE_CURRENCY } }
  }

  async #limitOf(userId: number): Promise<bigint | undefined> {
    if (this.#known.has(userId)) return this.#known.get(userId)
    const before = this.#changes
    const row = await this.#parts.database
      .selectFrom("users")
      .select("preferences")
      .where("id", "=", userId)
      .executeTakeFirst()
    const limit = limitIn(row?.preferences ?? "{}")
    if (this.#changes !== before) return limit
    const oldest = this.#known.size >= KNOWN_MAX ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(userId, limit)
    return limit
  }

  /** In 1e-8 USDT, rounded up: it counts against a limit. */
  #valueOf(instrument: TradedInstrument, order: ValuedOrder): bigint | undefined {
    const rate = rateOf(this.#parts.reader, instrument.quote)
    const value = order.budget ?? this.#turnoverOf(instrument, order)
    if (rate === undefined || value === undefined) return undefined
    return (value * rate + UNITS_PER_COIN - 1n) / UNITS_PER_COIN
  }

  #turnoverOf(instrument: TradedInstrument, { price, quantity, side }: ValuedOrder): bigint | undefined {
    if (quantity === undefined) return undefined
    if (price !== undefined) return notional(instrument, price, quantity)
    const ticker = this.#parts.reader.ticker(instrument.id)
    const text = (side === "buy" ? ticker?.[8] : ticker?.[7]) || ticker?.[1] || ""
    const parsed = parseAmount(text)
    return parsed.ok ? (parsed.value * BigInt(quantity) * instrument.lot) / UNITS_PER_COIN : undefined
  }
}

/** What isn't a plain positive amount is no limit. */
function limitIn(preferences: string): bigint | undefined {
  const value = (JSON.parse(preferences) as Record<string, unknown>)[ORDER_VALUE_MAX]
  if (typeof value !== "string" && typeof value !== "number") return undefined
  const parsed = parseAmount(String(value))
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined
}
