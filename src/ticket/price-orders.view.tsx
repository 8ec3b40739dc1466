/** The ticket's door for orders that are pressed at a price (price-orders.ts), and the question before one is sent. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { type TicketForm, ticketTypes, UNTYPED } from "../stores/ticket-store.ts"
import { fieldText } from "../text/typed-number.ts"
import type { OrderRequest } from "./order-draft.ts"
import { type AskedOrder, OrderQuestion } from "./order-question.view.tsx"
import { sending } from "./order-sending.ts"
import { openPriceDoor, type PriceAnswer, type PriceDoor, type PriceOrder } from "./price-orders.ts"
import type { TicketState } from "./ticket-state.ts"
import { guardSentence, problemSentence } from "./ticket-words.ts"
import { useDoubleTap } from "./use-double-tap.ts"

interface PriceOrdersProps<Request extends OrderRequest, State extends TicketState<Request>> {
  market: TradedMarket
  form: TicketForm
  /** The ticket as it would be with this form, by what is known now. */
  judge: (form: TicketForm) => State
  /** The same once the exchange was asked, where only it knows; undefined: it couldn't be asked. */
  judgeExactly?: (form: TicketForm) => Promise<State | undefined>
  send: (request: Request) => Promise<boolean>
  words: (state: State) => { label: string; title: string }
  terms: (state: State) => readonly (readonly [string, string])[]
}

/** Warnings that an order which is moved can bring about: its size and its money stay. */
const MOVED_KINDS: readonly string[] = ["stale", "cross", "far"]

export function PriceOrders<Request extends OrderRequest, State extends TicketState<Request>>(
  props: PriceOrdersProps<Request, State>,
) {
  const { market, terms } = props
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const { t: ladder } = useTranslation("ladder")
  const [asked, setAsked] = useState<AskedOrder<State> | null>(null)
  const taps = useDoubleTap()
  const words = { t, word, language: i18n.language }
  const formOf = (order: PriceOrder): TicketForm => pressedForm(market, props.form, order, i18n.language)
  const send = async ({ draft }: State, button: string) => {
    if (!draft.request) return
    await props.send(draft.request)
    taps.answered(button)
  }
  const press = async (order: PriceOrder, isOneClick: boolean): Promise<PriceAnswer> => {
    const button = `${order.side} ${order.kind} ${order.price}`
    if (taps.isSecondTap(button)) return { kind: "refused", text: ladder("twice") }
    if (sending.state !== "idle") return { kind: "refused", text: ladder("busy") }
    const form = formOf(order)
    const exact = await props.judgeExactly?.(form)
    const state = exact ?? props.judge(form)
    const { wrong, request } = state.draft
    if (wrong) return { kind: "refused", text: problemSentence(wrong.problem, words) }
    if (!request) return { kind: "refused", text: ladder("unready") }
    // Who couldn't be asked can't have said that all is well.
    const isUnsure = props.judgeExactly !== undefined && exact === undefined
    if (!isOneClick || isUnsure || state.guards.length > 0) {
      setAsked({ state, ...props.words(state) })
      return { kind: "asked" }
    }
    void send(state, button)
    return { kind: "sent" }
  }
  const warnings = (order: PriceOrder): readonly string[] => {
    // Of the least that may be ordered: its own money is held already, and what it is warned of isn't its size.
    const state = props.judge(formOf({ ...order, quantity: leastQuantity(market, order.price) }))
    return state.guards
      .filter(({ kind }) => MOVED_KINDS.includes(kind))
      .map((guard) => guardSentence(guard, market, Date.now(), words, order.side))
  }
  const latest = useRef<PriceDoor>({ press, warnings })
  useEffect(() => {
    latest.current = { press, warnings }
  })
  const { id } = market
  useEffect(
    () =>
      openPriceDoor(id, {
        press: (order, isOneClick) => latest.current.press(order, isOneClick),
        warnings: (order) => latest.current.warnings(order),
      }),
    [id],
  )
  return (
    <OrderQuestion
      asked={asked}
      terms={terms}
      onSafe={() => setAsked(null)}
      onAnswer={(state) => {
        setAsked(null)
        void send(state, "")
      }}
    />
  )
}

/** Wire text of the smallest quantity that keeps both minimums at a price. */
function leastQuantity({ lot, minQuantity, minNotional }: TradedMarket, price: string): string {
  const each = unitsOf(lot)
  const forNotional = (unitsOf(minNotional) * UNITS_PER_COIN) / unitsOf(price) / each + 1n
  const forQuantity = unitsOf(minQuantity) / each
  return formatSteps(Number(forNotional > forQuantity ? forNotional : forQuantity), each)
}

/**
 * What is typed in the ticket stays there and means nothing here; post-only and reduce-only are wanted for every order. A
 * stop enters by market where the market has such stops, else with its trigger price as limit.
 */
function pressedForm(
  { id, kind: market }: TradedMarket,
  form: TicketForm,
  { side, kind, price, quantity, targets }: PriceOrder,
  language: string,
): TicketForm {
  const at = fieldText(price, language)
  const stopType = ticketTypes(market).includes("stop-market") ? "stop-market" : "stop-limit"
  const type = kind === "limit" ? "limit" : stopType
  return {
    ...form,
    ...UNTYPED,
    instrument: id,
    side,
    type,
    validity: "gtc",
    stopSource: "last",
    hasTargets: false,
    isReduceOnly: form.isReduceOnly,
    isPriceOffered: false,
    price: type === "stop-market" ? "" : at,
    stop: kind === "stop" ? at : "",
    unit: "base",
    amount: fieldText(quantity, language),
    // With them it opens a position: what only reduces has none.
    ...(targets && {
      ...{
        hasTargets: true,
        targetUnit: "price" as const,
        targetType: "market" as const,
        isReduceOnly: false,
      },
      takeProfit: fieldText(targets.takeProfit, language),
      stopLoss: fieldText(targets.stopLoss, language),
    }),
  }
}
