/** The terms of a contract's order in the question before it is sent. */

import type { TFunction } from "i18next"
import { formatAmount } from "#core/money/steps.ts"
import { isMarketType } from "#core/order/order-status.ts"
import { distancePercent } from "../../text/distance-percent.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { previewMoney } from "../../ticket/ticket-words.ts"
import type { SideState } from "./use-contract-ticket.ts"

/** Name and figure of each; nothing for an order that isn't complete. What the engine hasn't said yet is left out. */
export function contractTerms(
  { draft, form, market, input, estimate }: SideState,
  t: TFunction<"perpetual">,
  language: string,
): [string, string][] {
  const { request, preview } = draft
  if (!request || !preview) return []
  const { terms } = input
  const priced = (text: string) => `${formatDecimal(text, language)}\u00a0${market.quote}`
  const mode = t(terms.isIsolated ? "margin.isolated" : "margin.cross")
  const sum = { amount: preview.turnover, currency: market.quote }
  return [
    [t("trade:ticket.type"), typeWords(form.type, request, t)],
    request.distance && [t("trade:ticket.distance"), distancePercent(request.distance, language)],
    request.stopPrice && [
      t(request.distance ? "trade:ticket.activation" : "trade:ticket.stop"),
      priced(request.stopPrice),
    ],
    request.stopSource && [t("trade:ticket.stopSource"), t(`trade:ticket.by.${request.stopSource}`)],
    [t("trade:ticket.price"), request.price ? priced(request.price) : t("trade:ticket.byMarket")],
    [t("ticket.value"), previewMoney(preview, sum, market, language)],
    [t("margin.title"), `${mode}, ${terms.leverage}×`],
    [t("ticket.cost"), priced(estimate?.cost ?? formatAmount(preview.margin.cost))],
    [t("trade:ticket.fee"), priced(estimate?.fee ?? formatAmount(preview.fee.amount))],
    estimate && [
      t("ticket.liquidation"),
      estimate.liquidationPrice === "" ? t("ticket.noLiquidation") : priced(estimate.liquidationPrice),
    ],
    estimate && [t("ticket.freeAfter"), priced(estimate.freeAfter)],
  ].filter((row): row is [string, string] => Array.isArray(row))
}

/** "Limit, GTC", "Market, Reduce-only". */
function typeWords(
  type: SideState["form"]["type"],
  { postOnly, reduceOnly, timeInForce = "gtc" }: NonNullable<SideState["draft"]["request"]>,
  t: TFunction<"perpetual">,
): string {
  const rest = postOnly ? t("trade:ticket.postOnly") : timeInForce.toUpperCase()
  return [
    t(`trade:orders.type.${type}`),
    ...(isMarketType(type) ? [] : [rest]),
    ...(reduceOnly ? [t("reduceOnly")] : []),
  ].join(", ")
}
