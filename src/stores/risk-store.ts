/** What was typed into "size from risk": a stop belongs to one market, what one risks stays from market to market. */

import { proxy } from "valtio"

export interface RiskForm {
  /** As typed: a price, or how far from the entry. */
  stop: string
  stopUnit: "price" | "percent"
  /** As typed: money of the quote currency, or a share of the account. */
  risk: string
  riskUnit: "money" | "percent"
}

export const riskForm = proxy<RiskForm & { instrument: string }>({
  instrument: "",
  stop: "",
  stopUnit: "price",
  risk: "",
  riskUnit: "money",
})

/** A price of another market means nothing here, nor money of another quote; percents stay. */
export function typeRisk(instrument: string, change: Partial<RiskForm>): void {
  Object.assign(riskForm, riskFormOf(riskForm, instrument), { instrument }, change)
}

/** Pure: what of it holds in this market. */
export function riskFormOf(
  { stop, stopUnit, risk, riskUnit, instrument: typedFor }: RiskForm & { instrument: string },
  instrument: string,
): RiskForm {
  const isHere = typedFor === instrument
  const isSameQuote = quoteOf(typedFor) === quoteOf(instrument)
  return {
    stop: isHere || stopUnit === "percent" ? stop : "",
    stopUnit,
    risk: isSameQuote || riskUnit === "percent" ? risk : "",
    riskUnit,
  }
}

const quoteOf = (instrument: string): string | undefined => instrument.split("_")[1]
