/** Which price and side did the person choose last? Kept while logging in, so that the tap isn't lost. */

import { proxy } from "valtio"

export type Side = "buy" | "sell"

interface TicketState {
  instrument: string | null
  side: Side
  /** Plain wire text of a book level, or null when none was chosen. */
  price: string | null
}

export const ticket = proxy<TicketState>({ instrument: null, side: "buy", price: null })

/** A tap on a book level: its price, and the side that would trade against it. */
export function pickPrice(instrument: string, side: Side, price: string): void {
  Object.assign(ticket, { instrument, side, price })
}

/** Buy or Sell was chosen; a price picked for another market is forgotten. */
export function pickSide(instrument: string, side: Side): void {
  Object.assign(ticket, { instrument, side, price: ticket.instrument === instrument ? ticket.price : null })
}
