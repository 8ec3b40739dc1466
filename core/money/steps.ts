/** Converts decimal text to a whole number of steps and back: the only place that does; nothing is rounded. */

import type { Amount, Fine, Lots, PriceText, QuantityText, Ticks } from "./units.ts"
import { NO_AMOUNT, STEP_COUNT_MAX, UNITS_PER_COIN } from "./units.ts"

/** Why a text is no whole number of steps. `FORMAT`: not plain decimal digits. `PRECISION`: finer than the step. */
type StepProblem = "FORMAT" | "PRECISION" | "AMOUNT_LIMIT"
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: StepProblem }

const PLAIN_DECIMAL = /^(?:0|[1-9]\d{0,23})(?:\.(\d{1,24}))?$/
const AMOUNT_MAX = 10n ** 22n

/**
 * Reads decimal text as units of 1e-8 (rule U2): no exponent, no sign, no grouping, no rounding.
 * @example parseAmount("0.1") // { ok: true, value: 10000000n }
 */
export function parseAmount(text: string): Parsed<Amount> {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return { ok: false, problem: "FORMAT" }
  const fraction = (match[1] ?? "").replace(/0+$/, "")
  if (fraction.length > 8) return { ok: false, problem: "PRECISION" }
  const whole = text.split(".")[0] ?? "0"
  const value = BigInt(whole) * UNITS_PER_COIN + BigInt(fraction.padEnd(8, "0"))
  if (value > AMOUNT_MAX) return { ok: false, problem: "AMOUNT_LIMIT" }
  return { ok: true, value: value as Amount }
}

/**
 * Units of 1e-8 of a text that came over the wire, for showing figures: empty text (a market order's price, a balance that
 * isn't known) and anything else that is no amount count as nothing. What decides uses {@link parseAmount}.
 */
export function unitsOf(text: string): Amount {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : NO_AMOUNT
}

/** The same of a text that may have a minus: a rate, a profit, a payment. */
export const signedUnitsOf = (text: string): bigint =>
  text.startsWith("-") ? -unitsOf(text.slice(1)) : unitsOf(text)

/**
 * Writes units of 1e-8 as decimal text with at least `decimals` places and no needless zeros beyond them.
 * Negative amounts keep their sign; zero is never negative.
 * @example formatAmount(10000000n, 2) // "0.10"
 */
export function formatAmount(units: bigint, decimals = 0): string {
  const digits = (units < 0n ? -units : units).toString().padStart(9, "0")
  const whole = digits.slice(0, -8)
  let fraction = digits.slice(-8)
  while (fraction.length > decimals && fraction.endsWith("0")) fraction = fraction.slice(0, -1)
  return `${units < 0n ? "-" : ""}${whole}${fraction ? `.${fraction}` : ""}`
}

/**
 * Writes units of 1e-16 as decimal text, exact, without needless zeros: costs and what margin is counted with.
 * @example formatFine(15n * 10n ** 15n) // "1.5"
 */
export function formatFine(fine: bigint): string {
  const digits = (fine < 0n ? -fine : fine).toString().padStart(17, "0")
  const fraction = digits.slice(-16).replace(/0+$/, "")
  return `${fine < 0n ? "-" : ""}${digits.slice(0, -16)}${fraction ? `.${fraction}` : ""}`
}

const SIGNED_DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,16}))?$/

/**
 * Units of 1e-16 of a text as {@link formatFine} writes it, for showing figures: what is no such text counts as nothing.
 * @example fineUnitsOf("-1.5") // -15000000000000000n
 */
export function fineUnitsOf(text: string): Fine {
  const [, minus = "", whole = "0", fraction = ""] = SIGNED_DECIMAL.exec(text) ?? []
  const units = BigInt(whole) * UNITS_PER_COIN ** 2n + BigInt(fraction.padEnd(16, "0"))
  return (minus ? -units : units) as Fine
}

/**
 * Reads decimal text as a count of steps (ticks or lots). `step` is in units of 1e-8.
 * More decimals than the step allows is `PRECISION`, never rounded.
 */
export function parseSteps(text: string, step: bigint): Parsed<number> {
  const amount = parseAmount(text)
  if (!amount.ok) return amount
  if (amount.value % step !== 0n) return { ok: false, problem: "PRECISION" }
  const count = amount.value / step
  if (count > BigInt(STEP_COUNT_MAX)) return { ok: false, problem: "AMOUNT_LIMIT" }
  return { ok: true, value: Number(count) }
}

/** How many decimals a step needs: 0.01 → 2, 0.5 → 1, 10 → 0. `step` in units of 1e-8. */
export function stepDecimals(step: bigint): number {
  let decimals = 8
  let rest = step
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n
    decimals -= 1
  }
  return decimals
}

/**
 * Writes a count of steps as decimal text with all decimals of the step. `step` in units of 1e-8.
 * @example formatSteps(672841, 10_000_000n) // "67284.1"
 */
export function formatSteps(count: number, step: bigint): string {
  return formatScaled(count, Number(step), stepDecimals(step))
}

/**
 * {@link formatSteps} for one step, worked out once: for books and checksums, which write thousands of counts a second.
 * @example stepWriter(10_000_000n)(672841) // "67284.1"
 */
export function stepWriter(step: bigint): (count: number) => string {
  const decimals = stepDecimals(step)
  const units = Number(step)
  return (count) => formatScaled(count, units, decimals)
}

/** As {@link formatSteps} with the step's decimals known; a fast path while the product stays below 2^53. */
function formatScaled(count: number, step: number, decimals: number): string {
  const product = count * step
  if (!Number.isSafeInteger(product)) return formatAmount(BigInt(count) * BigInt(step), decimals)
  const scale = 10 ** (8 - decimals)
  const scaled = product / scale
  if (decimals === 0) return String(scaled)
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return `${scaled < 0 ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`
}

export const parseTicks = (text: string, tick: bigint) => parseSteps(text, tick) as Parsed<Ticks>
export const parseLots = (text: string, lot: bigint) => parseSteps(text, lot) as Parsed<Lots>
export const formatTicks = (ticks: Ticks, tick: bigint) => formatSteps(ticks, tick) as PriceText
export const formatLots = (lots: Lots, lot: bigint) => formatSteps(lots, lot) as QuantityText
