/** Which lines of the bill are asked for, and how is one of them named? */

import { BILL_KINDS, type BillRow, type bill } from "#core/wire/asset-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { Wallet } from "#core/wire/trading.ts"
import { ALL_TIME, type Period, timesOf } from "../../stores/period.ts"

export type BillKind = (typeof BILL_KINDS)[number]

/** Empty text: not filtered by it. */
export interface BillFilter {
  wallet: Wallet | ""
  currency: string
  kind: BillKind | ""
  period: Period
}

export const NO_FILTER: BillFilter = {
  wallet: "",
  currency: "",
  kind: "",
  period: ALL_TIME,
}

/** How many of the filters are on, the period apart. */
export const filtersOn = ({ wallet, currency, kind }: BillFilter): number =>
  [wallet, currency, kind].filter((text) => text !== "").length

export const isNarrowed = (filter: BillFilter): boolean =>
  filtersOn(filter) > 0 || filter.period.span !== "all"

export type BillQuery = Omit<AskOf<typeof bill>, "cursor" | "limit">

/** What the server is asked; left out is what isn't filtered by. */
export const queryOf = ({ wallet, currency, kind, period }: BillFilter, nowMs: number): BillQuery => ({
  ...(wallet && { wallet }),
  ...(currency && { currency }),
  ...(kind && { kind }),
  ...timesOf(period, nowMs),
})

/** A kind that this release doesn't know is `other`; it is taken the same way. */
export const kindOf = ({ kind }: Pick<BillRow, "kind">): BillKind | "other" =>
  BILL_KINDS.find((known) => known === kind) ?? "other"

const NUMBERED = { order: "order", trade: "trade", second: "contract" } as const

/**
 * What a line is for, by a number that the other lists show too: `order:17`, `trade:BTC_USDT:55120`, `second:4112`.
 * Undefined where it is something else (the key of a transfer, say).
 */
export function numberedOf({
  reference,
}: Pick<BillRow, "reference">):
  | { kind: (typeof NUMBERED)[keyof typeof NUMBERED]; number: string }
  | undefined {
  const [, kind, number] = /^(order|trade|second):(?:[A-Z0-9_]+:)?(\d+)$/.exec(reference) ?? []
  return number === undefined ? undefined : { kind: NUMBERED[kind as keyof typeof NUMBERED], number }
}

export const directionOf = ({ amount }: Pick<BillRow, "amount">): -1 | 0 | 1 =>
  !/[1-9]/.test(amount) ? 0 : amount.startsWith("-") ? -1 : 1

export const BILL_TABLE = "bill"

/** Of the table. `name`: its words, of `assets`. */
export const BILL_COLUMNS = [
  { key: "what", name: "bill.what", isKept: true },
  { key: "time", name: "bill.time" },
  { key: "account", name: "bill.account" },
  { key: "market", name: "bill.market" },
  { key: "reference", name: "bill.reference" },
  { key: "amount", name: "bill.amount", isKept: true },
  { key: "after", name: "bill.after" },
] as const

export type BillColumn = (typeof BILL_COLUMNS)[number]["key"]
