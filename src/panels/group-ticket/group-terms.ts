/** The terms of a group of orders in the question before it is sent, with the very texts that are sent. */

import type { TFunction } from "i18next"
import type { TradedMarket } from "#core/wire/market.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import type { Grouping } from "./use-group.ts"

/** Name and figure of each; nothing while something is missing. */
export function groupTerms(
  { form, judgement }: Pick<Grouping, "form" | "judgement">,
  market: TradedMarket,
  t: TFunction<"trade">,
  language: string,
): [string, string][] {
  const { fields, plan } = judgement
  if (!fields) return []
  const priced = (text: string | undefined) =>
    text === undefined ? t("ticket.byMarket") : `${formatDecimal(text, language)}\u00a0${market.quote}`
  const sized = (text: string | undefined) => `${formatDecimal(text ?? "", language)}\u00a0${market.base}`
  const kind = t(`groups.${form.kind}`)
  const isReducing = market.kind === "perpetual" && form.isReduceOnly
  const rows: Record<typeof form.kind, () => [string, string][]> = {
    oco: () => [
      [t("groups.limit"), priced(fields.price)],
      [t("ticket.stop"), priced(fields.stopPrice)],
      [t("groups.stopLimit"), priced(fields.stopLimit)],
    ],
    scaled: () => [
      [t("groups.from"), priced(fields.from)],
      [t("groups.to"), priced(fields.to)],
      [t("groups.count"), fields.count ?? ""],
      [t("groups.distribution"), t(`groups.sizes.${form.distribution}`)],
    ],
    iceberg: () => [
      [t("groups.limit"), priced(fields.price)],
      [t("groups.shown"), sized(fields.shownQuantity)],
    ],
    twap: () => [
      [t("groups.limit"), priced(fields.price)],
      [t("groups.duration"), form.duration],
      [t("groups.interval"), form.interval],
      [
        t("groups.twap"),
        t("groups.plan", {
          slices: formatNumber(plan?.slices ?? 0, language),
          amount: formatDecimal(plan?.each ?? "0", language),
          base: market.base,
        }),
      ],
    ],
  }
  return [
    [t("ticket.type"), isReducing ? `${kind}, ${t("perpetual:reduceOnly")}` : kind],
    ...rows[form.kind](),
    [t("groups.quantity"), sized(fields.quantity)],
  ]
}
