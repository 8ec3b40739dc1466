/** What a group costs and what there is for it, while it is typed; the same figures in the question before it is sent. */

import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import { cutDecimal, QUOTE_DECIMALS, raiseDecimal } from "../../amounts/own-decimals.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { previewMoney, rateText } from "../../ticket/ticket-words.ts"
import styles from "./group-sheet.module.css"
import type { GroupCheck } from "./use-group-check.ts"

/** Rows keep their place while something is missing. */
export function GroupSums({ check }: { check: GroupCheck }) {
  const { t, i18n } = useTranslation("trade")
  return (
    <dl className={styles.sums}>
      {sumsOf(check, t, i18n.language).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Name and figure of each; a dash for what isn't known yet. Costs are rounded up, what stays down. */
export function sumsOf(
  { draft, market, margin, available, form }: GroupCheck,
  t: TFunction<"trade">,
  language: string,
): [string, string][] {
  const { preview } = draft
  const quoted = (text: string) => `${formatDecimal(text, language)}\u00a0${market.quote}`
  const costs = (text: string) => quoted(raiseDecimal(text, QUOTE_DECIMALS))
  const isContract = market.kind === "perpetual"
  const spent = isContract || form.side === "buy" ? market.quote : market.base
  const fee = preview && feeText()
  const feeName = preview ? t("ticket.feeMost", { rate: rateText(preview.rate, language) }) : t("ticket.fee")
  const free =
    available === null
      ? "–"
      : spent === market.quote
        ? quoted(cutDecimal(available, QUOTE_DECIMALS))
        : `${formatDecimal(available, language)}\u00a0${spent}`
  return [
    [t("orders.column.total"), preview ? costs(formatAmount(preview.turnover)) : "–"],
    ...(isContract
      ? ([
          [t("perpetual:ticket.cost"), margin ? costs(margin.cost) : "–"],
          [t("perpetual:ticket.liquidation"), liquidationText()],
        ] as [string, string][])
      : []),
    [feeName, fee ?? "–"],
    [t("ticket.free"), free],
  ]

  function feeText() {
    if (!preview) return undefined
    const { fee: most } = preview
    return most.currency === market.quote
      ? costs(formatAmount(most.amount))
      : previewMoney({}, most, market, language)
  }

  function liquidationText() {
    if (!margin) return "–"
    return margin.liquidation === "" ? t("perpetual:ticket.noLiquidation") : quoted(margin.liquidation)
  }
}
