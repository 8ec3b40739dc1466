/** What an alert waits for in plain words, and on what: for its row, and for the names of its buttons. Plain functions. */

import type { TFunction } from "i18next"
import type { AlertCondition, AlertRow } from "#core/wire/alert.ts"
import { firedValue, sharePercent, windowText } from "../../order-news/alert-words.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"

type Words = TFunction<"alerts">

/** The market, or what stands in its place: the cross account, any market. */
export function scopeText({ kind, instrument }: AlertCondition, t: Words): string {
  const market = marketTitle(instrument)
  if (kind === "margin") return market ? t("alerts:scope.isolated", { market }) : t("alerts:scope.account")
  return market || t("alerts:scope.any")
}

/**
 * One that crosses says the side it is armed on; paused it has none.
 * @example waitsText(row, t, "en") // "last price at or above 65,000 USDT"
 */
export function waitsText(
  { condition, side }: Pick<AlertRow, "condition" | "side">,
  t: Words,
  language: string,
): string {
  const span = "minutes" in condition ? windowText(condition.minutes) : ""
  const say = (how: string, series: string, level = "") =>
    t(`alerts:waits.${how}`, { what: t(`alerts:series.${series}`, { span }), level })
  const crossing = side || "cross"
  switch (condition.kind) {
    case "price":
      return say(crossing, condition.source, withUnit(condition, formatDecimal(condition.price, language)))
    case "line":
      return say(`line${crossing === "up" ? "Up" : crossing === "down" ? "Down" : "Cross"}`, condition.source)
    case "change":
      return say(
        "least",
        condition.direction === "above" ? "rise" : "fall",
        sharePercent(condition.change, language),
      )
    case "volume":
      return say("least", "volume", withUnit(condition, formatDecimal(condition.volume, language)))
    case "funding":
      return say(crossing, "funding", sharePercent(condition.rate, language))
    case "margin":
      return say("up", "margin", sharePercent(condition.ratio, language))
    case "fill":
      return t("alerts:waits.fill")
  }
}

/** The value that fired it with its unit; empty where it has none. */
export const firedText = ({ condition, value }: AlertRow, language: string): string =>
  value && withUnit(condition, firedValue(condition.kind, value, language))

/** A price is in the quote currency, a volume in the base, a share in percent already. */
function withUnit({ kind, instrument }: AlertCondition, figure: string): string {
  const [base = "", quote = ""] = instrument.split("_")
  const unit = kind === "volume" ? base : kind === "price" || kind === "line" || kind === "fill" ? quote : ""
  return unit ? `${figure}\u00a0${unit}` : figure
}
