/**
 * Warnings before an order is sent: what the rules allow but is probably a mistake (a price far from the market, an
 * unusual size, a thin book, own orders in the way). Each is one sentence with its numbers and a way to mend it. The hard limits are the server's.
 */

import { formatAmount, formatSteps, parseAmount } from "#core/money/steps.ts"
import { isStopType } from "#core/order/order-status.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import { accountGuards, type OwnState } from "./account-guards.ts"
import type { Guard, GuardLimits, Mend } from "./guard.ts"
import type { Draft, DraftInput, FieldName, OrderCost, OrderKind, OrderRequest } from "./order-draft.ts"
import { centsBelow } from "./short-amount.ts"

interface GuardedOrder<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost> {
  input: Input
  kind: Pick<OrderKind<Input, Request, Cost>, "free" | "share">
  draft: Draft<Request, Cost>
  limits: GuardLimits
  /** Median value of the user's own orders, in 1e-8 of the quote; undefined: too few to tell. */
  usual: bigint | undefined
  freshness: Freshness
  own: OwnState
}

/** The gravest first. Empty for an order that isn't complete. */
export function guardsOf<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost>(
  guarded: GuardedOrder<Input, Request, Cost>,
): Guard[] {
  const { input, kind, draft, limits, usual, freshness, own } = guarded
  if (!draft.request) return []
  const free = draft.preview && kind.free(input, draft.preview.hold.currency)
  const percent = holdPercent(draft, free)
  const stale: Guard[] = freshness.state === "live" ? [] : [{ kind: "stale", freshness }]
  const size = sizeGuard(input, draft, limits, usual, percent)
  return [
    ...stale,
    ...accountGuards(input, draft, { own, limits }),
    ...bookGuards(input, draft, limits),
    ...farGuard(input, draft, limits),
    ...(size.length > 0 ? size : wholeGuard(percent, limits, () => kind.share(input, draft.order, 50))),
  ]
}

/** A market order through the page's book: what it finds, and what that costs beyond the middle. */
function bookGuards(input: DraftInput, { preview, order }: Draft, limits: GuardLimits): Guard[] {
  const walk = preview?.walk
  if (!walk || order.orderType !== "market") return []
  const { instrument, prices, form } = input
  const isShort = (walk.end === "book" || walk.end === "protection") && isWholeBook(input)
  const lots = formatSteps(walk.lots, instrument.lot)
  const found = form.unit === "base" ? lots : formatAmount(centsBelow(walk.turnover))
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
  return [...short, { kind: "thin", percent, extra: formatAmount(centsBelow(extra)), mend }]
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
  const pairs: [FieldName, number | undefined, number | undefined][] = isStopType(order.orderType)
    ? [
        // Where a trailing stop begins to follow may be anywhere.
        ["stop", order.orderType === "trailing-stop" ? undefined : stopPrice, market],
        ["price", price, stopPrice],
      ]
    : [["price", price, market]]
  for (const [field, asked, reference] of pairs) {
    if (asked === undefined || reference === undefined) continue
    const percent = percentOf(BigInt(Math.abs(asked - reference)), BigInt(reference))
    if (percent < limits.pricePercent) continue
    // A sale waits far above the market to take a profit: the price is better than asked for, never worse.
    if (order.orderType === "limit" && side === "sell" && asked > reference) continue
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
  percent: number,
): Guard[] {
  const value = draft.order.budget ?? draft.preview?.turnover
  if (sizeTimes === undefined || usual === undefined || usual === 0n || value === undefined) return []
  const times = Number((value * 10n) / usual) / 10
  if (times < sizeTimes) return []
  const mend = usualAmount(input, draft, usual)
  return [{ kind: "size", times, percent, ...(mend && { mend }) }]
}

/** @param halfAmount the amount that holds half of what is available */
function wholeGuard(
  percent: number,
  { balancePercent }: GuardLimits,
  halfAmount: () => string | undefined,
): Guard[] {
  if (balancePercent === undefined || percent < balancePercent) return []
  const half = halfAmount()
  return [
    {
      kind: "whole",
      percent,
      ...(half === undefined ? {} : { mend: { field: "amount", value: half } as const }),
    },
  ]
}

/** Share of what is available that the order holds, in whole percent, down: 99.9 is not all. */
function holdPercent({ preview }: Draft, free: bigint | undefined): number {
  if (!preview || free === undefined || free <= 0n) return 0
  return Math.min(100, Number((preview.hold.amount * 100n) / free))
}

/** The usual size in the unit of the field. */
function usualAmount(
  { form, instrument }: DraftInput,
  { order, preview }: Draft,
  usual: bigint,
): Mend | undefined {
  if (form.unit === "quote") return { field: "amount", value: formatAmount(centsBelow(usual)) }
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
