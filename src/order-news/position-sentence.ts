/** Notices and alarms of positions as plain sentences with their numbers. Plain functions; position-news.ts shows them. */

import type { TFunction } from "i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Notice, Position } from "#core/wire/contract.ts"
import { marketTitle } from "../text/market-title.ts"
import { formatDecimal } from "../text/numbers.ts"

/** A ratio below this has left the alarm behind: one that swings about 80 % is told once. */
const CALM_SHARE = 0.75

export type ToldAlarm = number

/** Whether an alarm is to be told, and what counts as told from then on. `share`: of the way to liquidation. */
export function nextAlarm(
  told: ToldAlarm,
  alarm: number,
  share: number,
): { isDue: boolean; told: ToldAlarm } {
  if (alarm > told) return { isDue: true, told: alarm }
  return { isDue: false, told: share < CALM_SHARE ? 0 : told }
}

/** `position`: the isolated one it is of; left out: of the cross account. */
export function alarmSentence(
  alarm: number,
  position: Pick<Position, "instrument" | "side"> | undefined,
  t: TFunction<"positions">,
): string {
  if (!position)
    return alarm >= 100 ? t("positions:alarm.accountEnds") : t("positions:alarm.account", { percent: alarm })
  const name = `${marketTitle(position.instrument)} ${t(`positions:side.${position.side}`)}`
  return alarm >= 100
    ? t("positions:alarm.positionEnds", { position: name })
    : t("positions:alarm.position", { position: name, percent: alarm })
}

export function noticeSentence(notice: Notice, t: TFunction<"positions">, language: string): string {
  const [base = "", quote = ""] = notice.instrument.split("_")
  const values = {
    contract: marketTitle(notice.instrument),
    quantity: `${formatDecimal(unsigned(notice.quantity), language)}\u00a0${base}`,
    price: formatDecimal(notice.price, language),
    equity: money(notice.equity, quote, language),
    maintenance: money(notice.maintenance, quote, language),
  }
  switch (notice.kind) {
    case "funding": {
      const isPaid = notice.amount.startsWith("-")
      return t(isPaid ? "positions:news.fundingPaid" : "positions:news.fundingReceived", {
        ...values,
        amount: money(unsigned(notice.amount), quote, language),
        rate: `${formatDecimal(percentOf(notice.rate), language)}\u202f%`,
      })
    }
    case "liquidation":
      return t("positions:news.liquidation", values)
    case "take-over":
      return t("positions:news.takeOver", values)
    case "deleveraging":
      return t("positions:news.deleveraging", values)
    case "settlement":
      return t("positions:news.settlement", values)
  }
}

/** Of an equity of many decimals cents are enough here; the list of liquidations has all of them. */
const money = (text: string, currency: string, language: string): string =>
  `${formatDecimal(text.replace(/(\.\d{2})\d+$/, "$1"), language)}\u00a0${currency}`

const unsigned = (text: string): string => text.replace(/^-/, "")

/** A rate as percent, to its last digit: "0.0001" is "0.01". */
function percentOf(rate: string): string {
  const units = unitsOf(unsigned(rate)) * 100n
  return formatAmount(rate.startsWith("-") ? -units : units)
}
