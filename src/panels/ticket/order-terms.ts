/** The terms of a spot order in the question before it is sent. */

import type { TFunction } from "i18next"
import { distancePercent } from "../../text/distance-percent.ts"
import { fullMoment } from "../../text/moments.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { previewMoney } from "../../ticket/ticket-words.ts"
import { feeMoney } from "./fee-money.ts"
import type { SpotTicketState } from "./use-ticket.ts"

/** Name and figure of each; nothing for an order that isn't complete. */
export function orderTerms(
  { draft, form, market, hasFees }: SpotTicketState,
  t: TFunction<"trade">,
  language: string,
): [string, string][] {
  const { request, preview } = draft
  if (!request || !preview) return []
  const priced = (text: string) => `${formatDecimal(text, language)}\u00a0${market.quote}`
  const money = (sum: { amount: bigint; currency: string }) => previewMoney(preview, sum, market, language)
  const priceWords = () =>
    request.bestPrice
      ? t(`ticket.best.${request.bestPrice}`)
      : request.price
        ? priced(request.price)
        : t("ticket.byMarket")
  const isMarket = request.type === "market"
  const isTrailing = request.type === "trailing-stop"
  const isAbout = isMarket || isTrailing
  // What a trailing stop holds is the most that it spends: to the last unit, whatever it finds.
  const pays = isTrailing ? previewMoney({}, preview.hold, market, language) : money(preview.pays)
  return [
    [t("ticket.type"), typeWords(t, form.type, request)],
    request.expiresAt !== undefined && [t("ticket.expires"), fullMoment(request.expiresAt, language)],
    request.distance && [t("ticket.distance"), distancePercent(request.distance, language)],
    request.stopPrice && [t(isTrailing ? "ticket.activation" : "ticket.stop"), priced(request.stopPrice)],
    [t("ticket.price"), priceWords()],
    [t(isMarket ? "ticket.payAbout" : "ticket.payMost"), pays],
    hasFees && [t("ticket.fee"), feeMoney(preview.fee, market, language)],
    hasFees && [t(isAbout ? "ticket.getAbout" : "ticket.getLeast"), money(preview.gets)],
  ].filter((row): row is [string, string] => Array.isArray(row))
}

/** "Limit, GTC", "Limit, Post-only". */
function typeWords(
  t: TFunction<"trade">,
  type: SpotTicketState["form"]["type"],
  { postOnly, timeInForce = "gtc", expiresAt }: NonNullable<SpotTicketState["draft"]["request"]>,
): string {
  if (type === "market" || type === "trailing-stop") return t(`orders.type.${type}`)
  const name = t(type === "limit" ? "ticket.limit" : "ticket.stopLimit")
  const rule = expiresAt === undefined ? timeInForce.toUpperCase() : "GTT"
  return `${name}, ${postOnly ? t("ticket.postOnly") : rule}`
}
