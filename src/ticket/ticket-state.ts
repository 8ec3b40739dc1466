/** What a ticket shows: what was typed, what is known of the market, and what both come to. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import { useView } from "../feed/view.ts"
import { openOrdersOf } from "../stores/account-store.ts"
import { type Choices, choices, chosen } from "../stores/choices-store.ts"
import { ladderState, market as markets } from "../stores/market-store.ts"
import {
  fixedUnit,
  offerPrice,
  type TicketForm,
  ticket,
  ticketTypes,
  UNTYPED,
} from "../stores/ticket-store.ts"
import { pageMark } from "../text/typed-number.ts"
import type { OwnState } from "./account-guards.ts"
import type { Guard, GuardLimits } from "./guard.ts"
import type { Draft, DraftInput, OrderCost, OrderRequest } from "./order-draft.ts"
import { ladderOf, pricesOf } from "./ticket-market.ts"

export interface TicketState<
  Request extends OrderRequest = OrderRequest,
  Cost extends OrderCost = OrderCost,
  Input extends DraftInput = DraftInput,
> {
  market: TradedMarket
  form: TicketForm
  input: Input
  draft: Draft<Request, Cost>
  guards: Guard[]
  freshness: Freshness
  /** Own fees are known. */
  hasFees: boolean
  /** Free of what the side spends, as wire text; null while unknown. */
  available: string | null
}

interface MarketInput {
  form: TicketForm
  /** For the draft; the kind of market adds balances and fees. */
  input: DraftInput
  freshness: Freshness
  limits: GuardLimits
  /** What a kind without positions knows of the account. */
  own: OwnState
}

/** One's own limit is in this; orders in other quotes are valued by the server alone. */
const LIMIT_CURRENCY = "USDT"

const UNKNOWN_DAY = { high: "", low: "" }

/** Follows form, book, own orders and preferences. `isShown` false: nothing is subscribed. */
export function useMarketInput(instrument: TradedInstrument, isShown: boolean): MarketInput {
  const { i18n } = useTranslation()
  useView(isShown ? { ladder: { instrument: instrument.id } } : null)
  // At once: drawn a moment later, what is typed is taken back first, and the cursor jumps to its end.
  const form = formOf(useSnapshot(ticket, { sync: true }), instrument)
  const { frame } = useSnapshot(ladderState)
  const { book: freshness } = useSnapshot(markets).freshness
  const { all } = useSnapshot(choices)
  const input: DraftInput = {
    form,
    instrument,
    prices: pricesOf(frame, instrument),
    ladder: ladderOf(frame, instrument.id),
    ownLimit: instrument.quote === LIMIT_CURRENCY ? ownLimitOf(all) : undefined,
    mark: pageMark(i18n.language),
    now: Date.now() + markets.connection.clockOffset,
  }
  const { orders } = useSnapshot(openOrdersOf(instrument.id))
  const day = frame?.instrument === instrument.id ? frame : UNKNOWN_DAY
  return { form, input, freshness, limits: limitsOf(all), own: { orders, opposite: 0n, day } }
}

/** So far may an offered price fall behind before it is offered anew: one that changes all the time can't be read. */
const OFFER_BEHIND = 0.0005

/**
 * A price that nobody chose is the best one of the own side: it would rest, and is near what one wants. It keeps up with
 * the market until there is an amount; from then on it moves only where it would be refused, as a chosen one never does.
 */
export function useOfferedPrice(input: DraftInput | null, { steps }: Draft["readings"]["price"]): void {
  const isSell = input?.form.side === "sell"
  const best = isSell ? input?.prices.bestAsk : input?.prices.bestBid
  const opposite = isSell ? input?.prices.bestBid : input?.prices.bestAsk
  const id = input?.instrument.id
  let offered: string | undefined
  if (input?.form.isPriceOffered && best !== undefined) {
    const hasCrossed =
      steps !== undefined && opposite !== undefined && (isSell ? steps < opposite : steps > opposite)
    // A contract's ticket sells at the same price: behind its own side it would be refused there.
    const isShared = input.instrument.kind === "perpetual" && steps !== undefined
    const hasLeft = isShared && (isSell ? steps > best : steps < best)
    // The book may come after the amount was typed.
    const isMissing = steps === undefined
    const isBehind = steps !== undefined && Math.abs(steps - best) > best * OFFER_BEHIND
    if (isMissing || hasCrossed || hasLeft || (isBehind && input.form.amount === ""))
      offered = formatSteps(best, input.instrument.tick)
  }
  useEffect(() => {
    if (offered !== undefined && id !== undefined) offerPrice(id, offered)
  }, [offered, id])
}

/**
 * What was typed for another market means nothing here, nor an amount in another unit than the order's only one; a type
 * that the kind doesn't offer is a limit.
 */
function formOf(snapshot: TicketForm, { id, kind }: TradedInstrument): TicketForm {
  const type = ticketTypes(kind).includes(snapshot.type) ? snapshot.type : "limit"
  const form = { ...snapshot, ...(snapshot.instrument === id ? {} : UNTYPED), instrument: id, type }
  const unit = fixedUnit(kind, form) ?? form.unit
  return unit === form.unit ? form : { ...form, unit, amount: "" }
}

/** What typing an amount changes: where the order has one unit only, that is what it counts. */
export function amountChange(
  { market, form }: Pick<TicketState, "market" | "form">,
  amount: string,
): Partial<Pick<TicketForm, "amount" | "unit" | "limitUnit">> {
  const unit = fixedUnit(market.kind, form)
  return unit === undefined ? { amount } : { amount, unit, limitUnit: form.limitUnit }
}

function limitsOf(all: Choices): GuardLimits {
  const limit = (text: string) => (text === "off" ? undefined : Number(text))
  return {
    pricePercent: limit(chosen(all, "guardPrice")),
    sizeTimes: limit(chosen(all, "guardSize")),
    balancePercent: limit(chosen(all, "guardBalance")),
    bookPercent: limit(chosen(all, "guardBook")),
    crossPercent: limit(chosen(all, "guardCross")),
    flipPercent: limit(chosen(all, "guardFlip")),
    rangeTimes: limit(chosen(all, "guardLeverage")),
  }
}

function ownLimitOf(all: Choices): bigint | undefined {
  const limit = chosen(all, "orderValueMax")
  return limit === "off" ? undefined : unitsOf(limit)
}
