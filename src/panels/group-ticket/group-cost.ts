/** What a group of orders comes to: the orders that warnings look at, the money it takes, and its fee at most. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import { feeOf, holdRate } from "#core/order/fee.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import type { Draft, DraftOrder, OrderCost, OrderRequest } from "../../ticket/order-draft.ts"
import type { GroupForm, GroupJudgement } from "./group-form.ts"

/** Own terms in the market. */
export interface GroupTerms {
  /** Rates in 1e-8. */
  maker: bigint
  taker: bigint
  /** Spot: the buyer of the base pays its fee in it. */
  feeIn: "received" | "quote"
  /** Of a contract; 1 on spot. */
  leverage: number
}

export type GroupDraft = Draft<OrderRequest, OrderCost>

interface Group {
  form: GroupForm
  judgement: GroupJudgement
  instrument: TradedInstrument
  terms: GroupTerms
  /** In ticks; a TWAP without a limit is counted at it. */
  last: number | undefined
}

/**
 * The group as single orders of its whole amount, each at the worst price that it may trade at: what a warning says of one
 * of them holds for the group. Of a pair the limit order and the stop; of the others one. Empty while something is missing.
 */
export function draftsOf({ form, judgement, instrument, terms, last }: Group): GroupDraft[] {
  const { fields } = judgement
  if (!fields) return []
  const { side } = form
  const ticks = (text: string | undefined) =>
    text === undefined ? undefined : Number(unitsOf(text) / instrument.tick)
  const lots = Number(unitsOf(fields.quantity ?? "0") / instrument.lot)
  const orders = ordersOf(form, fields, ticks)
  const turnover = judgement.preview
    ? unitsOf(judgement.preview.total)
    : turnoverAt(
        worstOf(
          side,
          orders.map(({ price, stopPrice }) => price ?? stopPrice ?? last),
        ),
        lots,
        instrument,
      )
  if (turnover === undefined) return []
  const preview = costOf({ form, lots, turnover, instrument, terms })
  const request = { instrument: instrument.id, quantity: formatSteps(lots, instrument.lot) }
  return orders.map((order) => ({
    order: { ...order, side, quantity: lots, postOnly: false, validity: "gtc" },
    readings: { price: {}, stop: {}, distance: {}, amount: {} },
    preview,
    request,
  }))
}

/** In ticks the worst price that it trades at by what is typed so far; undefined while that isn't known. */
export function entryOf(
  form: GroupForm,
  instrument: TradedInstrument,
  { mark, last }: { mark: DecimalMark; last: number | undefined },
): number | undefined {
  const read = (text: string) => readSteps(text, mark, instrument.tick, "TICK").steps
  if (form.kind === "scaled") {
    const ends = [read(form.from), read(form.to)]
    return ends.includes(undefined) ? undefined : worstOf(form.side, ends)
  }
  return read(form.price) ?? (form.kind === "twap" && form.price.trim() === "" ? last : undefined)
}

type PricedOrder = Pick<DraftOrder, "orderType" | "price" | "stopPrice">

function ordersOf(
  { kind, side }: GroupForm,
  fields: Readonly<Record<string, string>>,
  ticks: (text: string | undefined) => number | undefined,
): PricedOrder[] {
  const limit = { orderType: "limit", price: ticks(fields.price) } as const
  if (kind === "scaled")
    return [{ orderType: "limit", price: worstOf(side, [ticks(fields.from), ticks(fields.to)]) }]
  if (kind !== "oco") return [limit]
  const stopLimit = ticks(fields.stopLimit)
  const stop = { stopPrice: ticks(fields.stopPrice), price: stopLimit }
  return [limit, { orderType: stopLimit === undefined ? "stop-market" : "stop-limit", ...stop }]
}

/** The dearest for a buyer, the cheapest for a seller. */
function worstOf(side: GroupForm["side"], prices: readonly (number | undefined)[]): number | undefined {
  const known = prices.filter((price) => price !== undefined)
  if (known.length === 0) return undefined
  return side === "buy" ? Math.max(...known) : Math.min(...known)
}

const turnoverAt = (price: number | undefined, lots: number, { notionalUnit }: TradedInstrument) =>
  price === undefined ? undefined : BigInt(price) * BigInt(lots) * notionalUnit

interface Sized {
  form: GroupForm
  lots: number
  turnover: bigint
  instrument: TradedInstrument
  terms: GroupTerms
}

/** Fees at the rate that holds count with (S10); a scaled order is post-only, so the maker's. */
function costOf({ form, lots, turnover, instrument, terms }: Sized): OrderCost {
  const isBuy = form.side === "buy"
  const rate =
    form.kind === "scaled" ? holdRate({ ...terms, taker: terms.maker }, false) : holdRate(terms, false)
  const { base, quote } = instrument
  const bought = BigInt(lots) * instrument.lot
  const isInBase = instrument.kind === "spot" && isBuy && terms.feeIn === "received"
  const fee = isInBase
    ? { amount: feeOf(bought, rate), currency: base }
    : { amount: feeOf(turnover, rate), currency: quote }
  return { lots, turnover, rate, fee, hold: holdOf() }

  function holdOf(): OrderCost["hold"] {
    if (instrument.kind === "spot" && !isBuy) return { amount: bought, currency: base }
    if (instrument.kind === "spot")
      return { amount: turnover + (isInBase ? 0n : fee.amount), currency: quote }
    // What only closes needs no margin.
    if (form.isReduceOnly) return { amount: 0n, currency: quote }
    const leverage = BigInt(terms.leverage)
    return { amount: (turnover + leverage - 1n) / leverage + fee.amount, currency: quote }
  }
}
