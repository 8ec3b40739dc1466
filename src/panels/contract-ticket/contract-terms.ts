/** The terms of a contract's order in the question before it is sent. */

import type { TFunction } from "i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { isMarketType } from "#core/order/order-status.ts"
import { cutDecimal, QUOTE_DECIMALS, raiseDecimal } from "../../amounts/own-decimals.ts"
import { distancePercent } from "../../text/distance-percent.ts"
import { fullMoment } from "../../text/moments.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { moneyOf, percentOf, TARGET_NAMES, worstOutcome } from "./contract-targets.ts"
import { liquidationOf } from "./estimated-liquidation.ts"
import type { SideState } from "./use-contract-ticket.ts"

/** Name and figure of each; nothing for an order that isn't complete. What the engine hasn't said yet is left out. */
export function contractTerms(
  { draft, form, market, input, estimate, targets }: SideState,
  t: TFunction<"perpetual">,
  language: string,
): [string, string][] {
  const { request, preview } = draft
  if (!request || !preview) return []
  const { terms } = input
  const liquidation = liquidationOf({ draft, form, estimate })
  const priced = (text: string) => `${formatDecimal(text, language)}\u00a0${market.quote}`
  const priceWords = () =>
    request.bestPrice
      ? t(`trade:ticket.best.${request.bestPrice}`)
      : request.price
        ? priced(request.price)
        : t("trade:ticket.byMarket")
  const mode = t(terms.isIsolated ? "margin.isolated" : "margin.cross")
  // As above the button: what it costs is rounded up, what stays down.
  const costs = (text: string) => priced(raiseDecimal(text, QUOTE_DECIMALS))
  const targetRows = () =>
    TARGET_NAMES.flatMap((name): [string, string][] => {
      const [sent, outcome] = [request[name], worstOutcome(targets?.[name])]
      if (!sent || !outcome) return []
      const source = t(`trade:ticket.by.${sent.source ?? "mark"}`)
      const amount = `${signedAmount(moneyOf(outcome.profit), language)}\u00a0${market.quote}`
      const percent = signedPercent(outcome.rate, language)
      const said = { amount, percent, roe: signedPercent(outcome.roe, language) }
      const target = t(`targets.${name}`)
      return [
        [`${target}, ${source}`, priced(sent.price)],
        ...(sent.limit ? [[t(`targets.limit.${name}`), priced(sent.limit)] as [string, string]] : []),
        [t("targets.beforeFees", { target }), t("targets.comesTo", said)],
      ]
    })
  return [
    [t("trade:ticket.type"), typeWords(form.type, request, t)],
    request.expiresAt !== undefined && [t("trade:ticket.expires"), fullMoment(request.expiresAt, language)],
    request.distance && [t("trade:ticket.distance"), distancePercent(request.distance, language)],
    request.stopPrice && [
      t(request.distance ? "trade:ticket.activation" : "trade:ticket.stop"),
      priced(request.stopPrice),
    ],
    request.stopSource && [t("trade:ticket.stopSource"), t(`trade:ticket.by.${request.stopSource}`)],
    [t("trade:ticket.price"), priceWords()],
    [t("ticket.value"), costs(formatAmount(preview.turnover))],
    [t("margin.title"), `${mode}, ${terms.leverage}×`],
    [t("ticket.cost"), costs(estimate?.cost ?? formatAmount(preview.margin.cost))],
    [t("trade:ticket.fee"), costs(estimate?.fee ?? formatAmount(preview.fee.amount))],
    liquidation !== undefined && [
      t("ticket.liquidation"),
      liquidation === "" ? t("ticket.noLiquidation") : priced(liquidation),
    ],
    estimate && [t("ticket.freeAfter"), priced(cutDecimal(estimate.freeAfter, QUOTE_DECIMALS))],
    ...targetRows(),
    // They are for the whole position: said where that is another amount than the order's.
    (request.takeProfit || request.stopLoss) &&
      targets &&
      targets.size !== unitsOf(request.quantity ?? "") && [
        t("targets.closes"),
        `${formatDecimal(formatAmount(targets.size), language)}\u00a0${market.base}`,
      ],
  ].filter((row): row is [string, string] => Array.isArray(row))
}

/** "+2.40 %" of a rate in 1e-8. */
export const signedPercent = (rate: bigint, language: string): string =>
  `${signedAmount(percentOf(rate), language)}\u202f%`

/** "Limit, GTC", "Market, Reduce-only". */
function typeWords(
  type: SideState["form"]["type"],
  {
    postOnly,
    reduceOnly,
    closePosition,
    timeInForce = "gtc",
    expiresAt,
  }: NonNullable<SideState["draft"]["request"]>,
  t: TFunction<"perpetual">,
): string {
  const rule = expiresAt === undefined ? timeInForce.toUpperCase() : "GTT"
  const rest = postOnly ? t("trade:ticket.postOnly") : rule
  return [
    t(`trade:orders.type.${type}`),
    ...(isMarketType(type) ? [] : [rest]),
    ...(reduceOnly ? [t("reduceOnly")] : []),
    ...(closePosition ? [t("closePosition.whole")] : []),
  ].join(", ")
}
