/**
 * Would this order surprise the one who sends it? What the rules allow but fingers do by mistake; each guard is one
 * sentence with its numbers and a way to mend it. The hard limits are the server's.
 */

import { formatAmount, formatSteps, parseAmount } from "#core/money/steps.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import { shareAmount } from "./amount-share.ts"
import type { Draft, DraftInput, FieldName } from "./order-draft.ts"

/** What the user set; undefined: off. */
export interface GuardLimits {
  /** Percent that a price may lie from the market. */
  pricePercent: number | undefined
  /** Times the usual size. */
  sizeTimes: number | undefined
  /** Percent of what is available. */
  balancePercent: number | undefined
  /** Percent that a market order may cost beyond the middle of the book. */
  bookPercent: number | undefined
}

/** Percents and times are for reading only. `mend`: what to put into which field, as wire text. */
export type Guard =
  | { kind: "stale"; freshness: Exclude<Freshness, { state: "live" }> }
  | { kind: "short"; found: string; mend?: Mend }
  | { kind: "thin"; percent: number; extra: string; mend?: Mend }
  | { kind: "far"; price: string; percent: number; isAbove: boolean; mend?: Mend }
  | { kind: "size"; times: number; percent: number; mend?: Mend }
  | { kind: "whole"; percent: number; mend?: Mend }

export interface Mend {
  field: FieldName
  value: string
  /** The mend turns a market order into a limit. */
  makesLimit?: boolean
}

interface GuardedOrder {
  input: DraftInput
  draft: Draft
  limits: GuardLimits
  /** Median value of the user's own orders, in 1e-8 of the quote; undefined: too few to tell. */
  usual: bigint | undefined
  freshness: Freshness
}

/** The gravest first. Empty for an order that isn't complete. */
export function guardsOf({ input, draft, limits, usual, freshness }: GuardedOrder): Guard[] {
  if (!draft.request) return []
  const stale: Guard[] = freshness.state === "live" ? [] : [{ kind: "stale", freshness }]
  const size = sizeGuard(input, draft, limits, usual)
  return [
    ...stale,
    ...bookGuards(input, draft, limits),
    ...farGuard(input, draft, limits),
    ...(size.length > 0 ? size : wholeGuard(input, draft, limits)),
  ]
}

/** A market order through the page's book: what it finds, and what that costs beyond the middle. */
function bookGuards(input: DraftInput, { preview, order }: Draft, limits: GuardLimits): Guard[] {
  const walk = preview?.walk
  if (!walk || order.orderType !== "market") return []
  const { instrument, prices, form } = input
  const isShort = (walk.end === "book" || walk.end === "protection") && isWholeBook(input)
  const lots = formatSteps(walk.lots, instrument.lot)
  const found = form.unit === "base" ? lots : formatAmount(walk.turnover)
  const short: Guard[] = isShort
    ? [{ kind: "short", found: lots, ...(walk.lots > 0 ? { mend: { field: "amount", value: found } } : {}) }]
    : []
  const { bestBid, bestAsk } = prices
  if (bestBid === undefined || bestAsk === undefined || walk.lots === 0) return short
  const middle = (BigInt(bestBid + bestAsk) * BigInt(walk.lots) * instrument.notionalUnit) / 2n
  const extra = order.side === "buy" ? walk.turnover - middle : middle - walk.turnover
  const percent = percentOf(extra, middle)
  if (limits.bookPercent === undefined || percent < limits.bookPercent) return short
  const best = formatSteps(order.side === "buy" ? bestAsk : bestBid, instrument.tick)
  const mend: Mend = { field: "price", value: best, makesLimit: true }
  return [...short, { kind: "thin", percent, extra: formatAmount(inCents(extra)), mend }]
}

/** A page's ladder ends at 200 levels: what lies beyond isn't known, so nothing is said of it. */
const isWholeBook = ({ ladder, form }: DraftInput) =>
  (form.side === "buy" ? ladder.asks : ladder.bids).length < 400

/** A limit against the market; a stop's limit against its stop, and the stop against the last price. */
function farGuard(input: DraftInput, { order }: Draft, limits: GuardLimits): Guard[] {
  const { price, stopPrice, side } = order
  const { prices, instrument } = input
  if (limits.pricePercent === undefined) return []
  const market = prices.last ?? (side === "buy" ? prices.bestAsk : prices.bestBid)
  const pairs: [FieldName, number | undefined, number | undefined][] =
    order.orderType === "stop-limit"
      ? [
          ["stop", stopPrice, market],
          ["price", price, stopPrice],
        ]
      : [["price", price, market]]
  for (const [field, asked, reference] of pairs) {
    if (asked === undefined || reference === undefined) continue
    const percent = percentOf(BigInt(Math.abs(asked - reference)), BigInt(reference))
    if (percent < limits.pricePercent) continue
    const own = order.orderType === "limit" ? (side === "buy" ? prices.bestBid : prices.bestAsk) : undefined
    // A stop on the last price would fire at once: there is no one right value.
    const mend =
      field === "stop" ? undefined : { field, value: formatSteps(own ?? reference, instrument.tick) }
    const shown = formatSteps(asked, instrument.tick)
    return [{ kind: "far", price: shown, percent, isAbove: asked > reference, ...(mend && { mend }) }]
  }
  return []
}

function sizeGuard(
  input: DraftInput,
  draft: Draft,
  { sizeTimes }: GuardLimits,
  usual: bigint | undefined,
): Guard[] {
  const value = draft.order.budget ?? draft.preview?.turnover
  if (sizeTimes === undefined || usual === undefined || usual === 0n || value === undefined) return []
  const times = Number((value * 10n) / usual) / 10
  if (times < sizeTimes) return []
  const mend = usualAmount(input, draft, usual)
  return [{ kind: "size", times, percent: holdPercent(input, draft), ...(mend && { mend }) }]
}

function wholeGuard(input: DraftInput, draft: Draft, { balancePercent }: GuardLimits): Guard[] {
  const percent = holdPercent(input, draft)
  if (balancePercent === undefined || percent < balancePercent) return []
  const half = shareAmount(input, draft.order, 50)
  return [
    {
      kind: "whole",
      percent,
      ...(half === undefined ? {} : { mend: { field: "amount", value: half } as const }),
    },
  ]
}

/** Share of what is available that the order holds, in whole percent, down: 99.9 is not all. */
function holdPercent({ available, instrument }: DraftInput, { preview }: Draft): number {
  if (!available || !preview) return 0
  const free = preview.hold.currency === instrument.base ? available.base : available.quote
  return free > 0n ? Math.min(100, Number((preview.hold.amount * 100n) / free)) : 0
}

/** The usual size in the unit of the field. */
function usualAmount(
  { form, instrument }: DraftInput,
  { order, preview }: Draft,
  usual: bigint,
): Mend | undefined {
  if (form.unit === "quote") return { field: "amount", value: formatAmount(inCents(usual)) }
  const lots = preview?.lots
  const value = order.budget ?? preview?.turnover
  if (!lots || !value) return undefined
  const usualLots = Number((BigInt(lots) * usual) / value)
  return usualLots > 0 ? { field: "amount", value: formatSteps(usualLots, instrument.lot) } : undefined
}

/** Median of the values of one's own orders; undefined below this many. */
const USUAL_FROM = 5

/** `values`: wire text of what each order came to, in the quote currency. */
export function usualOf(values: readonly string[]): bigint | undefined {
  const amounts = values
    .map((text) => parseAmount(text))
    .flatMap((parsed) => (parsed.ok && parsed.value > 0n ? [parsed.value as bigint] : []))
    .sort((one, other) => (one < other ? -1 : 1))
  return amounts.length < USUAL_FROM ? undefined : amounts[Math.floor(amounts.length / 2)]
}

/** With one decimal. */
const percentOf = (part: bigint, whole: bigint) => (whole > 0n ? Number((part * 1000n) / whole) / 10 : 0)

/** Two decimals of the quote, for reading; what is below stays exact. */
const inCents = (units: bigint) => (units >= 100_000_000n ? (units / 1_000_000n) * 1_000_000n : units)
