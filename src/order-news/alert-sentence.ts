/** A fired alert as one sentence: what was watched, its level, the value that fired it, and when it is late. Plain functions; alert-news.ts shows them. */

import type { TFunction } from "i18next"
import type { AlertRow } from "#core/wire/alert.ts"
import { marketTitle } from "../text/market-title.ts"
import { rowMoment } from "../text/moments.ts"
import { formatDecimal } from "../text/numbers.ts"
import { firedValue, sharePercent, windowText } from "./alert-words.ts"

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
  const percent = (share: string) => sharePercent(share, language)
  const sign = side === "down" ? "≤" : "≥"
  const span = "minutes" in condition ? windowText(condition.minutes) : ""
  const name = (series: string, level = "") => `${t(`alerts:series.${series}`, { span })} ${level}`.trim()
  const what = ((): string => {
    switch (condition.kind) {
      case "price":
        return name(condition.source, `${sign} ${decimal(condition.price)}`)
      case "change":
        return name(condition.direction === "above" ? "rise" : "fall", `≥ ${percent(condition.change)}`)
      case "volume":
        return name("volume", `≥ ${decimal(condition.volume)}`)
      case "funding":
        return name("funding", `${sign} ${percent(condition.rate)}`)
      case "margin":
        return name("margin", `≥ ${percent(condition.ratio)}`)
      case "line":
      case "fill":
        return name(condition.kind)
    }
  })()
  const late = nowMs - fired > LATE_MS ? rowMoment(fired, nowMs, language) : ""
  const at = t("alerts:value", { value: firedValue(condition.kind, value, language) })
  const parts = [[marketTitle(condition.instrument), what].filter(Boolean).join(" "), at, late, note]
  return `${t("alerts:alert")} · ${parts.filter(Boolean).join(" · ")}`
}
