/** The funding of contracts side by side: rates as percent, and the order of the table. Plain functions. */

import { divideNearest } from "#core/money/rounding.ts"
import { signedUnitsOf } from "#core/money/steps.ts"
import type { fundingOverview } from "#core/wire/contract-public-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { formatDecimal } from "../../../text/numbers.ts"

export type FundingRow = ResponseOf<typeof fundingOverview>["rows"][number]
export type FundingSort =
  | "instrument"
  | "rate"
  | "nextFunding"
  | "yearly"
  | "average8h"
  | "average1d"
  | "average7d"
  | "openValue"

export interface FundingOrder {
  sort: FundingSort
  direction: "up" | "down"
}

/** A head pressed again turns the order round; another one begins with the most, names and the next funding with the least. */
export function orderBy(order: FundingOrder, sort: FundingSort): FundingOrder {
  if (order.sort === sort) return { sort, direction: order.direction === "up" ? "down" : "up" }
  return { sort, direction: sort === "instrument" || sort === "nextFunding" ? "up" : "down" }
}

/** What is unknown comes last both ways; equals go by name. */
export function orderFunding(rows: readonly FundingRow[], { sort, direction }: FundingOrder): FundingRow[] {
  const sign = direction === "up" ? 1 : -1
  const byName = (one: FundingRow, other: FundingRow) => (one.instrument < other.instrument ? -1 : 1)
  return [...rows].sort((one, other) => {
    if (sort === "instrument") return byName(one, other) * sign
    const [a, b] = [figureOf(one, sort), figureOf(other, sort)]
    if (a === b) return byName(one, other)
    if (a === null) return 1
    if (b === null) return -1
    return (a < b ? -1 : 1) * sign
  })
}

function figureOf(row: FundingRow, sort: Exclude<FundingSort, "instrument">): bigint | null {
  if (sort === "nextFunding") return row.nextFunding === 0 ? null : BigInt(row.nextFunding)
  return row[sort] === "" ? null : signedUnitsOf(row[sort])
}

/**
 * A rate as percent, to the nearest, with a sign but for zero; a dash for an empty one.
 * @example ratePercent("0.0001", 4, "en") // "+0.0100 %"
 */
export function ratePercent(rate: string, decimals: 2 | 4, language: string): string {
  if (rate === "") return "–"
  const rounded = divideNearest(signedUnitsOf(rate), 10n ** BigInt(6 - decimals))
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, "0")
  const text = `${rounded < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return `${rounded > 0n ? "+" : ""}${formatDecimal(text, language)}\u202f%`
}
