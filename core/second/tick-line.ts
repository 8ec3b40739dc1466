/** An index tick as text: what is hashed, kept in hour files and checked by anyone (O6). */

import type { TimeMs } from "../money/units.ts"

/** What one source said and how much it counts, as text. */
export interface SourceText {
  source: string
  /** Decimal text. */
  price: string
  weight: string
}

/** A tick with what it was made of. */
export interface PublishedTick {
  /** As published on the channel `index`: rising by one, without gaps. */
  seq: number
  time: TimeMs
  /** Decimal text, as published on the channel `index`. */
  price: string
  /** By name. */
  sources: readonly SourceText[]
}

/** Length of what one file holds. */
export const HOUR_MS = 3_600_000
export const hourOf = (time: TimeMs): TimeMs => Math.floor(time / HOUR_MS) * HOUR_MS

/** What stands in for h₀ before the first tick of an index: 64 zeros. */
export const FIRST_HASH = "0".repeat(64)

/** `simulated:67284.10:1,other:67285.00:2`. */
export const sourcesText = (sources: readonly SourceText[]): string =>
  sources.map(({ source, price, weight }) => `${source}:${price}:${weight}`).join(",")

/**
 * O6, what `h_n` is the SHA-256 of, in UTF-8: `h_{n-1}|index|seq|time|price|sources`.
 * @param before h_{n-1} as 64 hex digits
 */
export const chainText = (
  before: string,
  index: string,
  { seq, time, price, sources }: PublishedTick,
): string => `${before}|${index}|${seq}|${time}|${price}|${sourcesText(sources)}`
