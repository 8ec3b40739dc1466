/**
 * What is the order in the making? Exactly what was typed and chosen, for one market at a time; kept while logging in and
 * while the sheet is closed, so that no tap is lost.
 */

import { proxy } from "valtio"
import { currentLanguage } from "../text/i18n.ts"
import { fieldText } from "../text/typed-number.ts"

export type Side = "buy" | "sell"
export type TicketType = "limit" | "market" | "stop-limit"
export type Validity = "gtc" | "ioc" | "fok"
/** What the amount counts: the base currency, or what it comes to in the quote currency. */
export type AmountUnit = "base" | "quote"

export interface TicketForm {
  instrument: string | null
  side: Side
  type: TicketType
  validity: Validity
  isPostOnly: boolean
  /** As typed. */
  price: string
  stop: string
  amount: string
  unit: AmountUnit
  /** The price was tapped in the book and hasn't been touched since. */
  isFromBook: boolean
  /** Nobody has typed or tapped a price yet: the one that stands there was put there to begin with. */
  isPriceOffered: boolean
}

const EMPTY: TicketForm = {
  instrument: null,
  side: "buy",
  type: "limit",
  validity: "gtc",
  isPostOnly: false,
  price: "",
  stop: "",
  amount: "",
  unit: "base",
  isFromBook: false,
  isPriceOffered: true,
}

export const ticket = proxy<TicketForm & { isOpen: boolean }>({ ...EMPTY, isOpen: false })

/** A tap on a book level: its price (wire text), and the side that would trade against it. */
export function pickPrice(instrument: string, side: Side, price: string): void {
  showMarket(instrument)
  if (ticket.type === "market") ticket.type = "limit"
  Object.assign(ticket, {
    side,
    price: fieldText(price, currentLanguage()),
    isFromBook: true,
    isPriceOffered: false,
  })
}

/** Buy or Sell was chosen. */
export function pickSide(instrument: string, side: Side): void {
  showMarket(instrument)
  if (ticket.side !== side && ticket.isPriceOffered) ticket.price = ""
  ticket.side = side
}

/** A price to begin with (wire text), as long as nobody chose one. */
export function offerPrice(instrument: string, price: string): void {
  showMarket(instrument)
  if (ticket.isPriceOffered) ticket.price = fieldText(price, currentLanguage())
}

/** Another market's prices and amounts mean nothing here; type and side are habits and stay. */
export function showMarket(instrument: string): void {
  if (ticket.instrument === instrument) return
  Object.assign(ticket, {
    instrument,
    price: "",
    stop: "",
    amount: "",
    isFromBook: false,
    isPriceOffered: true,
  })
}

/** Changes what was typed or chosen; a price that is typed over is no longer the book's. */
export function fillTicket(change: Partial<Omit<TicketForm, "instrument">>): void {
  Object.assign(ticket, "price" in change ? { isFromBook: false, isPriceOffered: false, ...change } : change)
}

/** The order is on its way: the price stays, the amount doesn't, so that nothing is bought twice by a stray tap. */
export function clearAmount(): void {
  ticket.amount = ""
}

/** The phone's sheet. */
export function openTicket(isOpen: boolean): void {
  ticket.isOpen = isOpen
}
