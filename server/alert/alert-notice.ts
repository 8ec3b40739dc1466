/** A fired alert as its owner is told of it: figures as they are shown, words by the language's own. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AlertRow } from "#core/wire/index.ts"
import type { AlertNotice } from "../mail/alert-notices.ts"

/** Decimal text of a share as percent: "0.051" is "5.1 %". */
const percentOf = (share: string): string => {
  const units = share.startsWith("-") ? -unitsOf(share.slice(1)) : unitsOf(share)
  return `${formatAmount(units * 100n)} %`
}

export function alertNoticeOf({ condition, side, value, fired, note }: AlertRow): AlertNotice {
  const sign = side === "down" ? "≤" : "≥"
  const told = { market: condition.instrument, minutes: 0, time: fired, note }
  switch (condition.kind) {
    case "price":
      return { ...told, series: condition.source, level: `${sign} ${condition.price}`, value }
    case "line":
      return { ...told, series: "line", level: "", value }
    case "change": {
      const series = condition.direction === "above" ? "rise" : "fall"
      const level = `≥ ${percentOf(condition.change)}`
      return { ...told, series, minutes: condition.minutes, level, value: percentOf(value) }
    }
    case "volume":
      return { ...told, series: "volume", minutes: condition.minutes, level: `≥ ${condition.volume}`, value }
    case "funding":
      return {
        ...told,
        series: "funding",
        level: `${sign} ${percentOf(condition.rate)}`,
        value: percentOf(value),
      }
    case "margin":
      return { ...told, series: "margin", level: `≥ ${percentOf(condition.ratio)}`, value: percentOf(value) }
    case "fill":
      return { ...told, series: "fill", level: "", value }
  }
}
