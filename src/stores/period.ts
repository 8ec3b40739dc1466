/** From when to when is a list asked for? Whole days of the zone that moments are told in. */

import { dayEnd, dayStart, startDaysAgo } from "../text/days.ts"

/** `own`: from one day to another. */
export const SPANS = ["all", "today", "week", "month", "quarter", "own"] as const
type Span = (typeof SPANS)[number]

/** How many days each has, today included. */
const SPAN_DAYS: Readonly<Record<Exclude<Span, "all" | "own">, number>> = {
  today: 1,
  week: 7,
  month: 30,
  quarter: 90,
}

export interface Period {
  span: Span
  /** Days of `own`, `2026-11-21`; empty: open on that side. */
  fromDay: string
  toDay: string
}

export const ALL_TIME: Period = { span: "all", fromDay: "", toDay: "" }

/** Epoch ms, both included; left out: open on that side. */
export interface Times {
  from?: number
  to?: number
}

/** What the server is asked for, and what of rows that come by themselves belongs to it. */
export function timesOf({ span, fromDay, toDay }: Period, nowMs: number): Times {
  if (span === "all") return {}
  if (span !== "own") return bounded(startDaysAgo(nowMs, SPAN_DAYS[span] - 1), undefined)
  return bounded(dayStart(fromDay), dayEnd(toDay))
}

const bounded = (from: number | undefined, to: number | undefined): Times => ({
  ...(from !== undefined && { from: Math.max(0, from) }),
  ...(to !== undefined && { to: Math.max(0, to) }),
})

export const isWithin = (timeMs: number, { from = 0, to = Number.POSITIVE_INFINITY }: Times): boolean =>
  timeMs >= from && timeMs <= to

/** The two days are the wrong way round: nothing can lie between them. */
export const isBackwards = ({ span, fromDay, toDay }: Period): boolean =>
  span === "own" && fromDay !== "" && toDay !== "" && fromDay > toDay

/** The period without what says nothing: days of one's own that are both open are all time. */
export const settled = (period: Period): Period =>
  period.span !== "own" || (period.fromDay === "" && period.toDay === "")
    ? { ...ALL_TIME, span: period.span === "own" ? "all" : period.span }
    : period
