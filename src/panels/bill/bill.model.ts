/** Which lines of the bill are asked for, and how is one of them named? */

import { BILL_KINDS, type BillRow, type bill } from "#core/wire/asset-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { Wallet } from "#core/wire/trading.ts"

export type BillKind = (typeof BILL_KINDS)[number]

/** `own`: from one day to another. */
export const SPANS = ["all", "day", "week", "month", "quarter", "own"] as const
export type Span = (typeof SPANS)[number]

const DAY_MS = 86_400_000
const SPAN_DAYS: Readonly<Record<Span, number>> = { all: 0, day: 1, week: 7, month: 30, quarter: 90, own: 0 }

/** Empty text: not filtered by it. */
export interface BillFilter {
  wallet: Wallet | ""
  currency: string
  kind: BillKind | ""
  span: Span
  /** When the span was chosen, epoch ms: it doesn't move while one scrolls. */
  chosenAt: number
  /** Days of `own` as a date field has them, `2026-11-21`, by the device's clock; empty: open on that side. */
  fromDay: string
  toDay: string
}

export const NO_FILTER: BillFilter = {
  wallet: "",
  currency: "",
  kind: "",
  span: "all",
  chosenAt: 0,
  fromDay: "",
  toDay: "",
}

/** How many of the filters are on. */
export const filtersOn = ({ wallet, currency, kind, span }: BillFilter): number =>
  [wallet, currency, kind, span === "all" ? "" : span].filter((text) => text !== "").length

export type BillQuery = Omit<AskOf<typeof bill>, "cursor" | "limit">

/** What the server is asked; left out is what isn't filtered by. */
export function queryOf(filter: BillFilter): BillQuery {
  const { wallet, currency, kind } = filter
  const { from, to } = timesOf(filter)
  return {
    ...(wallet && { wallet }),
    ...(currency && { currency }),
    ...(kind && { kind }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

function timesOf({ span, chosenAt, fromDay, toDay }: BillFilter): { from?: number; to?: number } {
  if (span === "all") return {}
  if (span !== "own") return { from: Math.max(0, chosenAt - SPAN_DAYS[span] * DAY_MS) }
  const [from, after] = [dayStart(fromDay, 0), dayStart(toDay, 1)]
  return {
    ...(from !== undefined && { from }),
    // To the last moment of the day, whatever day the clocks change.
    ...(after !== undefined && { to: after - 1 }),
  }
}

/** Local midnight before the day, `later` days on; undefined: no day. */
function dayStart(day: string, later: number): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!match) return undefined
  const time = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + later).getTime()
  return Number.isFinite(time) && time >= 0 ? time : undefined
}

/** The two days are the wrong way round: nothing can lie between them. */
export const isBackwards = ({ span, fromDay, toDay }: BillFilter): boolean =>
  span === "own" && fromDay !== "" && toDay !== "" && fromDay > toDay

/** A kind that this release doesn't know is `other`; it is taken the same way. */
export const kindOf = ({ kind }: Pick<BillRow, "kind">): BillKind | "other" =>
  BILL_KINDS.find((known) => known === kind) ?? "other"

/** `BTC_USDT` as people write it; empty where the line is about no market. */
export const pairOf = ({ instrument }: Pick<BillRow, "instrument">): string =>
  instrument.replace(/_(?:PERP|SEC)$/, "").replace("_", "/")

/**
 * What a line is for, by a number that the other lists show too: `order:17`, `trade:BTC_USDT:55120`. Undefined where it
 * is something else (the key of a transfer, say).
 */
export function numberedOf({
  reference,
}: Pick<BillRow, "reference">): { kind: "order" | "trade"; number: string } | undefined {
  const [, kind, number] = /^(order|trade):(?:[A-Z0-9_]+:)?(\d+)$/.exec(reference) ?? []
  return number === undefined ? undefined : { kind: kind === "order" ? "order" : "trade", number }
}

export const directionOf = ({ amount }: Pick<BillRow, "amount">): -1 | 0 | 1 =>
  !/[1-9]/.test(amount) ? 0 : amount.startsWith("-") ? -1 : 1
