/** This device's order book settings, kept under `saker:book`: which sides, in which currency, and the grouping by market. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:book"
/** Markets whose grouping is remembered; the oldest choice gives way. */
export const GROUPINGS_MAX = 200

export const BOOK_SIDES = ["both", "bids", "asks"] as const
export type BookSides = (typeof BOOK_SIDES)[number]

/** Amounts and sums are told in coins, or in what they are worth at their prices. */
export type BookUnit = "base" | "quote"

interface BookSettings {
  sides: BookSides
  unit: BookUnit
  /** Grouping in ticks by instrument; without an entry the panel chooses by the price. */
  groups: Record<string, number>
}

/** Reads stored settings; what isn't one falls back to both sides in coins and no choice. */
export function parseBookSettings(text: string | null): BookSettings {
  let stored: { sides?: unknown; unit?: unknown; groups?: unknown } = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Not ours, or cut off: the defaults hold.
  }
  const groups = Object.entries(Object(stored.groups ?? {})).filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && (entry[1] as number) > 0,
  )
  return {
    sides: BOOK_SIDES.find((sides) => sides === stored.sides) ?? "both",
    unit: stored.unit === "quote" ? "quote" : "base",
    groups: Object.fromEntries(groups.slice(-GROUPINGS_MAX)),
  }
}

export const bookSettings = proxy<BookSettings>(parseBookSettings(readDevice(KEY)))

export function chooseSides(sides: BookSides): void {
  bookSettings.sides = sides
  keep()
}

export function turnUnit(): void {
  bookSettings.unit = bookSettings.unit === "base" ? "quote" : "base"
  keep()
}

export function chooseGroup(instrument: string, group: number): void {
  const { [instrument]: _, ...others } = bookSettings.groups
  bookSettings.groups = Object.fromEntries(
    [...Object.entries(others), [instrument, group] as const].slice(-GROUPINGS_MAX),
  )
  keep()
}

function keep(): void {
  writeDevice(KEY, JSON.stringify(bookSettings))
}
