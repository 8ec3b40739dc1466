/** A fired alert as one sentence: what was watched, its level, what it is at. Plain functions; alert-news.ts shows them. */

import type { TFunction } from "i18next"
import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import { formatDecimal } from "../text/numbers.ts"

/** @example alertSentence(row, t, "en") // "Alert · BTC/USDT last price ≥ 65,000 · now 65,000.1" */
export function alertSentence(
  { condition, side, value, note }: Pick<AlertRow, "condition" | "side" | "value" | "note">,
  t: TFunction<"alerts">,
  language: string,
): string {
  const decimal = (text: string) => formatDecimal(text, language)
  const percent = (share: string) => `${decimal(formatAmount(signedUnitsOf(share) * 100n))}\u202f%`
  const sign = side === "down" ? "≤" : "≥"
  const minutes = "minutes" in condition ? condition.minutes : 0
  const span = minutes % 60 === 0 ? `${minutes / 60}\u202fh` : `${minutes}\u202fmin`
  const name = (series: string, level = "") => `${t(`alerts:series.${series}`, { span })} ${level}`.trim()
  const [what, now] = ((): [string, string] => {
    switch (condition.kind) {
      case "price":
        return [name(condition.source, `${sign} ${decimal(condition.price)}`), decimal(value)]
      case "line":
        return [name("line"), decimal(value)]
      case "change":
        return [
          name(condition.direction === "above" ? "rise" : "fall", `≥ ${percent(condition.change)}`),
          percent(value),
        ]
      case "volume":
        return [name("volume", `≥ ${decimal(condition.volume)}`), decimal(value)]
      case "funding":
        return [name("funding", `${sign} ${percent(condition.rate)}`), percent(value)]
      case "margin":
        return [name("margin", `≥ ${percent(condition.ratio)}`), percent(value)]
      case "fill":
        return [name("fill"), decimal(value)]
    }
  })()
  const market = condition.instrument.replace("_", "/").replace("_", " ")
  const parts = [[market, what].filter(Boolean).join(" "), t("alerts:now", { value: now }), note]
  return `${t("alerts:alert")} · ${parts.filter(Boolean).join(" · ")}`
}
