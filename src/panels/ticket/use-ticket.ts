/** What does the ticket of a market show now? Form, book, balance and limits brought together, reckoned anew when one changes. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatSteps, parseAmount } from "#core/money/steps.ts"
import type { Fees } from "#core/order/order-preview.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { spotFees, spotOrderHistory } from "#core/wire/spot-calls.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import { useAnswer } from "../../api/query.ts"
import { useView } from "../../feed/view.ts"
import { account, balanceOf } from "../../stores/account-store.ts"
import { type Choices, choices, chosen } from "../../stores/choices-store.ts"
import { ladderState, market as markets } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { offerPrice, type TicketForm, ticket } from "../../stores/ticket-store.ts"
import { readField } from "../../text/typed-number.ts"
import { type Guard, type GuardLimits, guardsOf, usualOf } from "./guards.ts"
import { type Draft, type DraftInput, draftOf } from "./order-draft.ts"
import { instrumentOf, ladderOf, pricesOf } from "./ticket-market.ts"

/** Everyone's rates until the server has told one's own: fees are shown as unknown meanwhile. */
const USUAL_FEES: Fees = { maker: 100_000n, taker: 100_000n, feeIn: "received" }
/** One's own limit is in this; orders in other quotes are valued by the server alone. */
const LIMIT_CURRENCY = "USDT"
/** Own orders looked at for what is usual. */
const USUAL_ORDERS = 50

export interface TicketState {
  market: SpotMarket
  form: TicketForm
  input: DraftInput
  draft: Draft
  guards: Guard[]
  freshness: Freshness
  isIn: boolean
  /** Own fees are known. */
  hasFees: boolean
  /** Free in the funding account of what the side spends, as wire text; null while unknown. */
  available: string | null
}

/** `isShown` false: nothing is subscribed. */
export function useTicket(market: SpotMarket, isShown = true): TicketState {
  const { i18n } = useTranslation()
  useView(isShown ? { ladder: { instrument: market.id } } : null)
  const form = formOf(useSnapshot(ticket), market.id)
  const { frame } = useSnapshot(ladderState)
  const { book: freshness } = useSnapshot(markets).freshness
  const { all } = useSnapshot(choices)
  const isIn = useSnapshot(session).token !== null
  const { isKnown } = useSnapshot(account)
  const base = useSnapshot(balanceOf("funding", market.base)).available
  const quote = useSnapshot(balanceOf("funding", market.quote)).available
  const fees = useFees(market.id, isIn && isShown)
  const usual = useUsualSize(market, isIn && isShown)
  const instrument = instrumentOf(market)
  const isKnownIn = isIn && isKnown
  const input: DraftInput = {
    form,
    instrument,
    prices: pricesOf(frame, instrument),
    ladder: ladderOf(frame, market.id),
    fees: fees ?? USUAL_FEES,
    available: isKnownIn ? { base: unitsOf(base), quote: unitsOf(quote) } : undefined,
    ownLimit: market.quote === LIMIT_CURRENCY ? ownLimitOf(all) : undefined,
    read: (typed) => readField(typed, i18n.language),
  }
  const draft = draftOf(input)
  useOfferedPrice(isShown ? input : null, draft.readings.price)
  return {
    market,
    form,
    input,
    draft,
    guards: guardsOf({ input, draft, limits: limitsOf(all), usual, freshness }),
    freshness,
    isIn,
    hasFees: fees !== undefined,
    available: isKnownIn ? (form.side === "buy" ? quote : base) : null,
  }
}

/** So far may an offered price fall behind before it is offered anew: one that changes all the time can't be read. */
const OFFER_BEHIND = 0.0005

/**
 * A price that nobody chose is the best one of the own side: it would rest, and is near what one wants. It keeps up with
 * the market until there is an amount; from then on it moves only where it would be refused, as a chosen one never does.
 */
function useOfferedPrice(input: DraftInput | null, { steps }: Draft["readings"]["price"]): void {
  const isSell = input?.form.side === "sell"
  const best = isSell ? input?.prices.bestAsk : input?.prices.bestBid
  const opposite = isSell ? input?.prices.bestBid : input?.prices.bestAsk
  const id = input?.instrument.id
  let offered: string | undefined
  if (input?.form.isPriceOffered && best !== undefined) {
    const hasCrossed =
      steps !== undefined && opposite !== undefined && (isSell ? steps < opposite : steps > opposite)
    const isBehind = steps === undefined || Math.abs(steps - best) > best * OFFER_BEHIND
    if (hasCrossed || (isBehind && input.form.amount === ""))
      offered = formatSteps(best, input.instrument.tick)
  }
  useEffect(() => {
    if (offered !== undefined && id !== undefined) offerPrice(id, offered)
  }, [offered, id])
}

/** What was typed for another market means nothing here. */
function formOf(snapshot: TicketForm, instrument: string): TicketForm {
  if (snapshot.instrument === instrument) return snapshot
  return { ...snapshot, instrument, price: "", stop: "", amount: "", isFromBook: false, isPriceOffered: true }
}

function useFees(instrument: string, isWanted: boolean): Fees | undefined {
  const { data } = useAnswer(spotFees, { instrument }, isWanted)
  return data && { maker: rateOf(data.maker), taker: rateOf(data.taker), feeIn: data.feeIn }
}

/** Median of the newest own orders that traded in this quote currency. */
function useUsualSize({ quote }: SpotMarket, isWanted: boolean): bigint | undefined {
  const { data } = useAnswer(spotOrderHistory, { limit: USUAL_ORDERS }, isWanted)
  const { ended } = useSnapshot(account)
  const known = new Map([...(data?.rows ?? []), ...ended].map((order) => [order.id, order]))
  const values = [...known.values()]
    .filter(({ instrument }) => instrument.endsWith(`_${quote}`))
    .map(({ executedQuote }) => executedQuote)
  return usualOf(values)
}

function limitsOf(all: Choices): GuardLimits {
  const limit = (text: string) => (text === "off" ? undefined : Number(text))
  return {
    pricePercent: limit(chosen(all, "guardPrice")),
    sizeTimes: limit(chosen(all, "guardSize")),
    balancePercent: limit(chosen(all, "guardBalance")),
    bookPercent: limit(chosen(all, "guardBook")),
  }
}

function ownLimitOf(all: Choices): bigint | undefined {
  const limit = chosen(all, "orderValueMax")
  return limit === "off" ? undefined : unitsOf(limit)
}

/** A signed rate on the wire, "-0.0001", in 1e-8. */
const rateOf = (text: string): bigint => (text.startsWith("-") ? -unitsOf(text.slice(1)) : unitsOf(text))

function unitsOf(text: string): bigint {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : 0n
}
