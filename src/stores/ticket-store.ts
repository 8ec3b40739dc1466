/**
 * The order that is being entered: exactly what was typed and chosen, for one market at a time. Kept while logging in and
 * while the sheet is closed; it ends with its screen.
 */

import { proxy } from "valtio"
import type { BestPrice } from "#core/order/best-price.ts"
import {
  isMarketType,
  isStopType,
  ORDER_TYPES,
  type OrderType,
  type TriggerSource,
} from "#core/order/order-status.ts"
import type { TargetUnit } from "#core/position/order-targets.ts"
import { fieldText } from "../text/typed-number.ts"
import { currentLanguage } from "../words/first-words.ts"

export type Side = "buy" | "sell"
export type TicketType = OrderType
/** `gtt`: good till a time. */
export type Validity = "gtc" | "gtt" | "ioc" | "fok"
/** How long an order that is good till a time is good; `date`: till one that is typed. */
export type GoodFor = "5m" | "1h" | "4h" | "1d" | "7d" | "30d" | "date"
/** What the amount counts: the base currency, or what it comes to in the quote currency. */
export type AmountUnit = "base" | "quote"

export interface TicketForm {
  instrument: string | null
  side: Side
  type: TicketType
  validity: Validity
  goodFor: GoodFor
  /** Date and time as typed, in the page's zone. */
  goodTill: string
  isPostOnly: boolean
  /** Of a contract: it lessens the position and never opens one. */
  isReduceOnly: boolean
  /** Of a contract's stop by market: it closes all of the position that there is when it fires. */
  closesPosition: boolean
  /** Of a contract's stop: which price it waits for. */
  stopSource: TriggerSource
  /** Take-profit and stop-loss are set with the order. */
  hasTargets: boolean
  /** Percent: of the order's price. */
  targetUnit: TargetUnit
  /** Which price they wait for. */
  targetSource: TriggerSource
  /** The orders that they send may be given a worst price. */
  targetType: "market" | "limit"
  /** As typed. */
  price: string
  /** Of a limit order, in place of a typed price: the best one of a side (S18); empty: it is typed. */
  bestPrice: BestPrice | ""
  /** Price of a stop; of a trailing one where it begins to follow. */
  stop: string
  /** Of a trailing stop, in percent. */
  distance: string
  takeProfit: string
  stopLoss: string
  /** Worst price of what the take-profit sends, in the targets' unit; empty: by market. */
  takeProfitLimit: string
  stopLossLimit: string
  amount: string
  unit: AmountUnit
  /** The unit of all tickets but a market order's, whose own doesn't stay. */
  limitUnit: AmountUnit
  /** The price was tapped in the book and hasn't been touched since. */
  isFromBook: boolean
  /** Nobody has typed or tapped a price yet: the one that stands there was put there to begin with. */
  isPriceOffered: boolean
  /** Buy or Sell was pressed for this market: a tap in the book doesn't turn it. */
  isSideChosen: boolean
}

/** What a ticket offers, by the kind of its market. */
export const ticketTypes = (kind: "spot" | "perpetual"): readonly TicketType[] =>
  kind === "perpetual" ? ORDER_TYPES : ORDER_TYPES.filter((type) => type !== "stop-market")

/** S9: a trailing stop on spot spends money or sells coins, nothing else; undefined: the unit is chosen. */
export const fixedUnit = (
  kind: "spot" | "perpetual",
  { type, side }: Pick<TicketForm, "type" | "side">,
): AmountUnit | undefined =>
  kind === "spot" && type === "trailing-stop" ? (side === "buy" ? "quote" : "base") : undefined

/** S9: whether what is being entered has no amount, as it closes a contract's whole position. */
export const closesWhole = (
  kind: "spot" | "perpetual",
  { type, closesPosition }: Partial<Pick<TicketForm, "type" | "closesPosition">>,
): boolean => kind === "perpetual" && closesPosition === true && isStopByMarket(type)

/** It waits for a price, and enters by market. */
export const isStopByMarket = (type: TicketType | undefined): boolean =>
  type !== undefined && isStopType(type) && isMarketType(type)

/** What belongs to one market and one visit to its screen. */
export const UNTYPED = {
  price: "",
  bestPrice: "",
  stop: "",
  distance: "",
  takeProfit: "",
  stopLoss: "",
  takeProfitLimit: "",
  stopLossLimit: "",
  amount: "",
  isFromBook: false,
  isPriceOffered: true,
  isSideChosen: false,
  isReduceOnly: false,
  closesPosition: false,
} as const satisfies Partial<TicketForm>

const EMPTY: TicketForm = {
  instrument: null,
  side: "buy",
  type: "limit",
  validity: "gtc",
  goodFor: "1d",
  goodTill: "",
  isPostOnly: false,
  stopSource: "last",
  hasTargets: false,
  targetUnit: "percent",
  targetSource: "mark",
  targetType: "market",
  unit: "base",
  limitUnit: "base",
  ...UNTYPED,
}

export const ticket = proxy<TicketForm & { isOpen: boolean; isAmountNext: boolean }>({
  ...EMPTY,
  isOpen: false,
  isAmountNext: false,
})

/**
 * A tap on a book level: its price (wire text), and the side whose orders rest there, which the order would join.
 * `keepsSide`: a side that the user chose stays, since they see it beside the book.
 */
export function pickPrice(
  instrument: string,
  level: { side: Side; price: string },
  { keepsSide }: { keepsSide: boolean },
): void {
  showMarket(instrument)
  if (ticket.type === "market") pickType("limit")
  // The level where a trailing stop begins to follow says nothing of its side.
  const isKept = (keepsSide && isSideMeant()) || ticket.type === "trailing-stop"
  ticket.side = isKept ? ticket.side : level.side
  const price = fieldText(level.price, currentLanguage())
  // A stop by market has no other price.
  if (isMarketType(ticket.type)) ticket.stop = price
  else Object.assign(ticket, { price, bestPrice: "", isFromBook: true, isPriceOffered: false })
}

/** Pressed, or an amount was typed under it. */
const isSideMeant = () => ticket.isSideChosen || ticket.amount !== ""

/** Buy or Sell was chosen. */
export function pickSide(instrument: string, side: Side): void {
  showMarket(instrument)
  if (ticket.side !== side && ticket.isPriceOffered) ticket.price = ""
  ticket.side = side
  ticket.isSideChosen = true
}

/** Buying by market one thinks in money, selling in coins; a limit keeps its own unit. A typed amount keeps what it counts. */
export function pickType(type: TicketType): void {
  ticket.type = type
  if (ticket.amount === "") ticket.unit = usualUnit(ticket)
}

const usualUnit = ({ type, side, limitUnit }: Pick<TicketForm, "type" | "side" | "limitUnit">): AmountUnit =>
  type !== "market" ? limitUnit : side === "buy" ? "quote" : "base"

/** A price to begin with (wire text), as long as nobody chose one. */
export function offerPrice(instrument: string, price: string): void {
  showMarket(instrument)
  if (ticket.isPriceOffered) ticket.price = fieldText(price, currentLanguage())
}

/** An order as it is chosen on the chart. */
export interface ChartOrder {
  side: Side
  kind: "limit" | "stop"
  /** Wire text. */
  price: string
}

/**
 * Chosen at a price of the chart: side, type and price. A stop enters by market where the market has such stops, else with
 * its trigger price as limit. Nothing is sent; the amount is what comes next.
 */
export function fillFromChart(
  { id, kind: market }: { id: string; kind: "spot" | "perpetual" },
  { side, kind, price }: ChartOrder,
): void {
  pickSide(id, side)
  const type =
    kind === "limit" ? "limit" : ticketTypes(market).includes("stop-market") ? "stop-market" : "stop-limit"
  pickType(type)
  const text = fieldText(price, currentLanguage())
  if (type === "limit") fillTicket({ price: text })
  else fillTicket({ stop: text, stopSource: "last", closesPosition: false })
  if (type === "stop-limit") fillTicket({ price: text })
  ticket.isAmountNext = true
}

/** Another market's prices and amounts mean nothing here; type and side are habits and stay. */
export function showMarket(instrument: string): void {
  if (ticket.instrument === instrument) return
  Object.assign(ticket, { ...UNTYPED, instrument })
}

/** The screen is left: what was typed for a price of then isn't there when one comes back. */
export function endTicket(): void {
  Object.assign(ticket, { ...UNTYPED, unit: usualUnit(ticket), isOpen: false })
}

/** Changes what was typed or chosen; a price that is typed over is no longer the book's. */
export function fillTicket(change: Partial<Omit<TicketForm, "instrument">>): void {
  const isPriced = { bestPrice: "", isFromBook: false, isPriceOffered: false }
  Object.assign(ticket, "price" in change ? { ...isPriced, ...change } : change)
  const isChosen = change.limitUnit === undefined && ticket.type !== "market"
  if (change.unit !== undefined && isChosen) ticket.limitUnit = change.unit
}

/** The order is on its way: the price stays, the amount doesn't, so that nothing is bought twice by a stray tap. */
export function clearAmount(): void {
  ticket.amount = ""
  ticket.closesPosition = false
  if (ticket.type !== "market") ticket.unit = ticket.limitUnit
}

/** The phone's sheet. */
export function openTicket(isOpen: boolean): void {
  ticket.isOpen = isOpen
}
