/** Reads the figures of perpetual cases by whichever name a file gives them, and writes results back as decimals. */

import { Decimal } from "#core/money/decimal.ts"
import type { Amount, Fine, Price8 } from "#core/money/units.ts"
import { type Adapter, CannotRun } from "./case-file.ts"

/**
 * Published results have more places than 1e-8. So the cases count in finer coins: the quote in 1e-24 and the base in 1e-8 of
 * one. The formulas know neither, and their last place doesn't show.
 */
const AMOUNT_PLACES = 32
const QUANTITY_PLACES = 16
const PRICE_PLACES = 24
const FINE_PLACES = AMOUNT_PLACES + 8
const RATE_PLACES = 8

const DECIMAL = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

const QUANTITIES = ["qty", "quantity", "size", "position", "amount", "contracts", "position_size", "s"]

/** One name for all spellings: `entryPrice`, `entry_price`, `Entry price`. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Inputs of one case. What is missing, or isn't as needed, is {@link CannotRun} with its name. */
export class Figures {
  readonly #values: ReadonlyMap<string, unknown>

  constructor(inputs: unknown) {
    this.#values = new Map(Object.entries(Object(inputs)).map(([name, value]) => [plain(name), value]))
  }

  /** The value under the first of these names that is there; null counts as missing. */
  find(...names: string[]): unknown {
    for (const name of names) {
      const value = this.#values.get(plain(name))
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }

  decimal(...names: string[]): Decimal {
    const value = this.find(...names)
    if (value === undefined) throw new CannotRun(`inputs lack what is needed: ${names[0]}`)
    return readDecimal(value, names[0] ?? "")
  }

  /** As {@link decimal}, of what may be left out. */
  optional(...names: string[]): Decimal | undefined {
    return this.find(...names) === undefined ? undefined : this.decimal(...names)
  }

  list(...names: string[]): unknown[] {
    const value = this.find(...names)
    if (!Array.isArray(value) || value.length === 0)
      throw new CannotRun(`inputs lack what is needed: a list ${names[0]}`)
    return value
  }

  price = (...names: string[]): Price8 => priceOf(this.decimal(...names))
  amount = (...names: string[]): Amount => amountOf(this.decimal(...names))
  rate = (...names: string[]): bigint => rateOf(this.decimal(...names))

  leverage(): number {
    const leverage = this.decimal("leverage", "lev").toNumber()
    if (!Number.isSafeInteger(leverage) || leverage < 1) throw new CannotRun(`a leverage of ${leverage}`)
    return leverage
  }

  /** From the side, else from the sign of the quantity, else a long. */
  isLong(): boolean {
    const side = this.find("side", "direction", "position_side")
    if (side !== undefined) return isLongSide(side)
    return this.find(...QUANTITIES) === undefined || !this.quantity().isNegative()
  }

  quantity(): Decimal {
    return this.decimal(...QUANTITIES)
  }

  /** Above zero long, below zero short. */
  size(): Amount {
    const size = this.quantity().abs()
    return quantityOf(this.isLong() ? size : size.negated())
  }

  entry(): Decimal {
    return this.decimal("entry_price", "entry", "open_price", "open_rate", "average_entry_price", "avg_entry")
  }

  exit(): Decimal {
    const exits = ["exit_or_mark_price", "exit_price", "close_price", "close_rate", "exit", "mark_price"]
    return this.decimal(...exits, "mark", "last_price", "price")
  }
}

/** An adapter that reads its inputs by {@link Figures}. */
export const figured =
  (compute: (figures: Figures) => unknown): Adapter =>
  (inputs) =>
    compute(new Figures(inputs))

export function isLongSide(side: unknown): boolean {
  const read = String(side).toLowerCase()
  if (/^(long|buy|b|1|bid)$/.test(read)) return true
  if (/^(short|sell|s|-1|ask)$/.test(read)) return false
  throw new CannotRun(`can't read the side ${side}`)
}

/** A decimal, also before the name of a currency. */
export function readDecimal(value: unknown, name: string): Decimal {
  const [figure = ""] = String(value).trim().split(" ")
  if (!DECIMAL.test(figure)) throw new CannotRun(`${name} is no decimal: ${JSON.stringify(value)}`)
  return new Decimal(figure)
}

const scaled = (value: Decimal, places: number): bigint =>
  BigInt(value.times(new Decimal(10).pow(places)).toFixed(0))

export const priceOf = (value: Decimal) => scaled(value, PRICE_PLACES) as Price8
export const amountOf = (value: Decimal) => scaled(value, AMOUNT_PLACES) as Amount
export const quantityOf = (value: Decimal) => scaled(value, QUANTITY_PLACES) as Amount
export const fineValue = (value: Decimal) => scaled(value, FINE_PLACES) as Fine

/** Rates have 8 places (U5); a finer one would be another rate. */
export function rateOf(value: Decimal): bigint {
  if (value.decimalPlaces() > RATE_PLACES) throw new CannotRun(`a rate of ${value} has more than 8 decimals`)
  return scaled(value, RATE_PLACES)
}

const told = (value: bigint, places: number): string =>
  new Decimal(String(value)).div(new Decimal(10).pow(places)).toFixed()

export const tellPrice = (price: Price8 | undefined) =>
  price === undefined ? null : told(price, PRICE_PLACES)
export const tellAmount = (amount: bigint) => told(amount, AMOUNT_PLACES)
export const tellQuantity = (quantity: bigint) => told(quantity, QUANTITY_PLACES)
export const tellValue = (value: bigint) => told(value, FINE_PLACES)
export const tellRate = (rate: bigint) => told(rate, RATE_PLACES)

/** One result under all names that files have for it. */
export const spelled = <Value>(value: Value, ...names: string[]): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]))
