/**
 * Orders that are pressed at a price, in the price ladder or on the chart. The ticket on screen judges and sends them, with
 * its rules, warnings and question: whoever presses only says what is meant.
 */

import type { Side } from "../stores/ticket-store.ts"

export interface PriceOrder {
  instrument: string
  side: Side
  kind: "limit" | "stop"
  /** Wire texts. */
  price: string
  quantity: string
  /** Of a contract: set with the order, as wire texts of prices. */
  targets?: { takeProfit: string; stopLoss: string }
}

/**
 * - `sent`: on its way; what becomes of it is told as of every order.
 * - `asked`: the usual question stands on the screen.
 * - `refused`: nothing was sent, `text` says why.
 */
export type PriceAnswer = { kind: "sent" } | { kind: "asked" } | { kind: "refused"; text: string }

export interface PriceDoor {
  /** `isOneClick`: sent without a question, unless a warning wants one. */
  press: (order: PriceOrder, isOneClick: boolean) => Promise<PriceAnswer>
  /** What is to be warned of where an own order is moved there: sentences. */
  warnings: (order: PriceOrder) => readonly string[]
}

let doors: { instrument: string; door: PriceDoor }[] = []

/** The ticket of a market opens it while it is on screen; returns the way to close it. */
export function openPriceDoor(instrument: string, door: PriceDoor): () => void {
  const opened = { instrument, door }
  doors = [...doors, opened]
  return () => {
    doors = doors.filter((each) => each !== opened)
  }
}

/** Undefined where no ticket of the market is on screen. */
export const priceDoor = (instrument: string): PriceDoor | undefined =>
  doors.findLast((each) => each.instrument === instrument)?.door
