/** A fired alert as one sentence: what was watched, its level, the value that fired it, and when it is late. Plain functions; alert-news.ts shows them. */

import type { TFunction } from "i18next"
import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import { rowMoment } from "../text/moments.ts"
import { formatDecimal } from "../text/numbers.ts"

/** Told later than this, it says when it fired: the value is of then. */
const LATE_MS = 60_000

/**
 * @param nowMs the moment of telling
 * @example alertSentence(row, t, { language: "en", nowMs: row.fired }) // "Alert · BTC/USDT last price ≥ 65,000 · at 65,000.1"
 */
export function alertSentence(
  { condition, side, value, note, fired }: Pick<AlertRow, "condition" | "side" | "value" | "note" | "fired">,
  t: TFunction<"alerts">,
  { language, nowMs }: { language: string; nowMs: number },
): string {
  const decimal = (text: string) => formatDecimal(text, language)
  const percent = (share: string) => `${decimal(formatAmount(signedUnitsOf(share) * 100n))}\u202f%`
  const sign = side === "down" ? "≤" : "≥"
  const minutes = "minutes" in condition ? condition.minutes : 0
  const span = minutes % 60 === 0 ? `${minutes / 60}\u202fh` : `${minutes}\u202fmin`
  const name = (series: string, level = "") => `${t(`alerts:series.${series}`, { span })} ${level}`.trim()
  const [what, at] = ((): [string, string] => {
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
  const late = nowMs - fired > LATE_MS ? rowMoment(fired, nowMs, language) : ""
  const parts = [[market, what].filter(Boolean).join(" "), t("alerts:value", { value: at }), late, note]
  return `${t("alerts:alert")} · ${parts.filter(Boolean).join(" · ")}`
}
