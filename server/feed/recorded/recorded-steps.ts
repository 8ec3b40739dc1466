/** Finds the price and quantity steps of recorded figures and converts their texts to whole numbers without rounding. */

import type { RecordedEvent } from "./recorded-event.ts"

const POINT = 46
const ZERO = 48
const NINE = 57

/**
 * Decimals that a text needs: "61800.30" needs one.
 * @throws Error for what is no plain decimal.
 */
function decimalsOf(text: string): number {
  let point = -1
  let last = -1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === POINT && point < 0 && at > 0) point = at
    else if (code < ZERO || code > NINE) return refuse(text)
    else if (code !== ZERO) last = at
  }
  if (text.length === 0) return refuse(text)
  return point < 0 ? 0 : Math.max(0, last - point)
}

function refuse(text: string): never {
  throw new Error(`${text.slice(0, 40)} is no plain decimal number`)
}

/**
 * A decimal text in units of 10^-decimals, exactly.
 * @throws Error where it is finer, or beyond 2^53.
 */
export function unitsOf(text: string, decimals: number): number {
  const point = text.indexOf(".")
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? "" : text.slice(point + 1)
  const units = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"))
  if (!Number.isSafeInteger(units)) throw new Error(`${text.slice(0, 40)} is beyond what can be counted`)
  return units
}

/** What was seen of one symbol's figures. */
export interface SeenSteps {
  priceDecimals: number
  quantityDecimals: number
  /** Greatest step of which all prices are multiples, in units of 10^-priceDecimals. */
  priceStep: number
  /** Largest quantity, about. */
  quantityMost: number
}

/** Reads all events and tells the steps of each symbol. */
export function measureSteps(events: Iterable<RecordedEvent>): Map<string, SeenSteps> {
  const all = new Map<string, SeenSteps>()
  for (const event of events) {
    if (event.kind === "gap" || event.kind === "index") continue
    let steps = all.get(event.symbol)
    if (!steps) {
      steps = { priceDecimals: 0, quantityDecimals: 0, priceStep: 0, quantityMost: 0 }
      all.set(event.symbol, steps)
    }
    measureEvent(steps, event)
  }
  return all
}

function measureEvent(steps: SeenSteps, event: RecordedEvent): void {
  switch (event.kind) {
    case "snapshot":
    case "delta":
      for (const level of event.bids) measure(steps, level[0], level[1])
      for (const level of event.asks) measure(steps, level[0], level[1])
      return
    case "ticker":
      measure(steps, event.bid[0], event.bid[1])
      measure(steps, event.ask[0], event.ask[1])
      return
    case "trade":
      measure(steps, event.price, event.quantity)
  }
}

function measure(steps: SeenSteps, price: string, quantity: string): void {
  const priceDecimals = decimalsOf(price)
  if (priceDecimals > steps.priceDecimals) {
    steps.priceStep *= 10 ** (priceDecimals - steps.priceDecimals)
    steps.priceDecimals = priceDecimals
  }
  // Once a price has shown that the step is one unit, no other can make it finer.
  if (steps.priceStep !== 1)
    steps.priceStep = commonStep(steps.priceStep, unitsOf(price, steps.priceDecimals))
  steps.quantityDecimals = Math.max(steps.quantityDecimals, decimalsOf(quantity))
  const amount = Number(quantity)
  if (amount > steps.quantityMost) steps.quantityMost = amount
}

/** Greatest common divisor; 0 counts as nothing seen. */
function commonStep(one: number, other: number): number {
  let [a, b] = [one, other]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
