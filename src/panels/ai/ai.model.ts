/** What can be bought of a product, what comes of an amount, and what a typed amount is worth. Plain functions. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { type DecimalMark, readTypedAmount } from "#core/money/typed-decimal.ts"
import type { Amount } from "#core/money/units.ts"
import type { AiHolding, AiIssue, AiProduct } from "#core/wire/ai.ts"

/** Why no more than `most` can be bought. */
type MostBy = "available" | "own" | "issue"

export interface Room {
  /** In units of 1e-8: what an amount may be at most, never below nothing. */
  most: bigint
  by: MostBy
  /** Left of the most that one person may hold. */
  own: bigint
  /** Left of the issue. */
  issue: bigint
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const notNegative = (units: bigint) => (units < 0n ? 0n : units)

/** What is left of an issue that sells; nothing of one that has ended, and where there is none. */
export const leftOf = (issue: AiIssue | null): bigint =>
  issue?.state === "open" ? notNegative(unitsOf(issue.size) - unitsOf(issue.sold)) : 0n

/** @param available decimal text; undefined: not known, then it limits nothing */
export function roomOf({ maximum, own, issue }: AiProduct, available: string | undefined): Room {
  const left = { own: notNegative(unitsOf(maximum) - unitsOf(own)), issue: leftOf(issue) }
  const offered = least(left.own, left.issue)
  const money = available === undefined ? offered : unitsOf(available)
  if (money < offered) return { ...left, most: money, by: "available" }
  return { ...left, most: offered, by: left.issue < left.own ? "issue" : "own" }
}

/** How the typed amount stands; `text` is what would be sent. `limit`: the amount that it passes, in units. */
export type BuyReading =
  | { kind: "empty" }
  | { kind: "fine"; text: string; units: Amount }
  | { kind: "ambiguous"; whole: string; decimal: string }
  | { kind: "wrong" | "zero" | "decimals" | "large" }
  | { kind: "least" | "beyond"; limit: bigint; by?: MostBy; units: bigint }

/** Reads what was typed against the product's limits and the money. `mark`: the decimal mark of the page's numbers. */
export function readBuy(
  typed: string,
  mark: DecimalMark,
  product: Pick<AiProduct, "minimum">,
  room: Room,
): BuyReading {
  const read = readTypedAmount(typed, mark)
  if (read.kind === "too-fine") return { kind: "decimals" }
  if (read.kind === "too-large") return { kind: "large" }
  if (read.kind !== "number") return read
  const { units, text } = read
  if (units > room.most) return { kind: "beyond", limit: room.most, by: room.by, units }
  const limit = unitsOf(product.minimum)
  if (units < limit) return { kind: "least", limit, units }
  return { kind: "fine", text, units }
}

/** Whole per cent of the most that can be bought, for the slider. */
export const shareOfMost = (units: bigint, most: bigint): number =>
  most <= 0n ? 0 : Number(least(100n, (units * 100n) / most))

/** The amount at so many per cent of the most, as wire text: cut to cents where that leaves something. */
export function amountAt(percent: number, most: bigint): string {
  const units = (most * BigInt(percent)) / 100n
  if (percent === 100) return formatAmount(units)
  const cents = units - (units % CENT)
  return formatAmount(cents > 0n ? cents : units)
}
const CENT = 1_000_000n

/** Whole per cent of an issue that is sold; what is open never says 100. */
export function soldPercent({ size, sold }: Pick<AiIssue, "size" | "sold">): number {
  const [all, gone] = [unitsOf(size), unitsOf(sold)]
  if (all <= 0n) return 0
  return Number((gone * 100n) / all)
}

/** How a product stands for whoever wants to buy: its own state, and that of its issue, which the first purchase needs. */
export function saleOf({ state, issue }: Pick<AiProduct, "state" | "issue">): AiProduct["state"] {
  if (state !== "on-sale") return state
  if (!issue) return "draft"
  return leftOf(issue) > 0n ? "on-sale" : "sold-out"
}

/** Pages that were read, and those that ended since, each once, the newest end first. */
export function withEnded(read: readonly AiHolding[], ended: readonly AiHolding[]): readonly AiHolding[] {
  const known = new Set(read.map(({ id }) => id))
  const fresh = ended.filter(({ id }) => !known.has(id))
  return fresh.length === 0
    ? read
    : [...read, ...fresh].sort((one, other) => other.sequence - one.sequence || other.id - one.id)
}
