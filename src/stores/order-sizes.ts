/** A user's usual order sizes by market, in the base currency. Kept with the preferences as "BTC_USDT 0.01 0.05;ETH_USDT 1". */

import { unitsOf } from "#core/money/steps.ts"
import { type Choices, choices, write, written } from "./choices-store.ts"

/** Chips in a ticket. */
export const SIZES_MAX = 6
/** Markets with sizes; the one that was changed longest ago gives way. */
export const SIZED_MARKETS_MAX = 16

/** Pure: decimal texts, the smallest first; empty where none were chosen. */
export const sizesOf = (all: Choices, instrument: string): readonly string[] =>
  parseSizes(written(all, "orderSizes")).get(instrument) ?? []

/** Adds a size (decimal text); false where there are as many as there may be. One that is there already stays. */
export function addSize(instrument: string, size: string): boolean {
  const sizes = sizesOf(choices.all, instrument)
  if (sizes.some((each) => unitsOf(each) === unitsOf(size))) return true
  return sizes.length < SIZES_MAX && keep(instrument, [...sizes, size])
}

export function removeSize(instrument: string, size: string): void {
  keep(
    instrument,
    sizesOf(choices.all, instrument).filter((each) => each !== size),
  )
}

function keep(instrument: string, sizes: readonly string[]): boolean {
  const all = parseSizes(written(choices.all, "orderSizes"))
  all.delete(instrument)
  if (sizes.length > 0) all.set(instrument, sizes.toSorted(bySize))
  const kept = [...all].slice(-SIZED_MARKETS_MAX)
  return write("orderSizes", kept.map(([id, each]) => [id, ...each].join(" ")).join(";"))
}

/** Pure: what isn't a market with decimal amounts above zero is left out. */
export function parseSizes(text: string): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const part of text.split(";")) {
    const [instrument = "", ...sizes] = part.split(" ")
    const read = sizes.filter(isSize).slice(0, SIZES_MAX).toSorted(bySize)
    if (/^[A-Z0-9_]{3,40}$/.test(instrument) && read.length > 0) all.set(instrument, read)
  }
  return all
}

const isSize = (text: string): boolean => /^\d{1,12}(?:\.\d{1,8})?$/.test(text) && unitsOf(text) > 0n

const bySize = (one: string, other: string): number => (unitsOf(one) < unitsOf(other) ? -1 : 1)
