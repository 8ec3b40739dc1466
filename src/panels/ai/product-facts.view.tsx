/** What the operator has fixed of a product: rate, term, limits, fee, and how much of the open issue is sold. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import type { AiProduct } from "#core/wire/ai.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { leftOf, soldPercent } from "./ai.model.ts"
import styles from "./ai.module.css"
import { percentOf, termPercent } from "./ai-words.ts"
import { SaleState } from "./sale-state.view.tsx"
import { ShareBar } from "./share-bar.view.tsx"

interface ProductProps {
  product: AiProduct
}

export function ProductHead({ product }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  const { name, rate, days } = product
  return (
    <header className={styles.head}>
      <p className={styles.name}>
        <strong>{name}</strong>
        <SaleState product={product} />
      </p>
      <p className={styles.headline}>
        <b>{percentOf(rate, i18n.language)}</b> {t("product.aDay")}
      </p>
      <p className={styles.hint}>
        {t("product.simple", {
          percent: termPercent(rate, days, i18n.language),
          days: t("days", { count: days }),
        })}
      </p>
    </header>
  )
}

export function ProductFacts({ product }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  const { currency, days, minimum, maximum, earlyFee, issue, own } = product
  const written = (text: string) => `${formatDecimal(text, i18n.language)}\u00a0${currency}`
  const facts: [name: string, value: ReactNode][] = [
    ["term", t("days", { count: days })],
    ["least", written(minimum)],
    ["most", written(maximum)],
    ["held", <OwnAmount key="held" text={own} unit={currency} />],
    ["fee", t("product.ofPrincipal", { percent: percentOf(earlyFee, i18n.language) })],
    ...(issue
      ? ([
          [
            "issue",
            t("product.issueOf", {
              number: formatNumber(issue.number, i18n.language),
              size: written(issue.size),
            }),
          ],
          ["left", written(formatAmount(leftOf(issue)))],
        ] as [string, ReactNode][])
      : []),
  ]
  return (
    <section className={styles.facts} aria-label={t("product.facts")}>
      <dl className={styles.pairs}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`product.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {issue ? <IssueShare issue={issue} /> : <p className={styles.hint}>{t("product.noIssue")}</p>}
    </section>
  )
}

function IssueShare({ issue }: { issue: NonNullable<AiProduct["issue"]> }) {
  const { t, i18n } = useTranslation("ai")
  const percent = soldPercent(issue)
  return (
    <ShareBar percent={percent}>
      {t("product.sold", { percent: `${formatNumber(percent, i18n.language)}\u202f%` })}
    </ShareBar>
  )
}

const RISKS = ["reserve", "operator", "locked", "early", "price"] as const

/** What the operator promises, what stands behind it, and what can be lost. */
export function ProductRisks({ product: { currency, earlyFee } }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  const values = { currency, fee: percentOf(earlyFee, i18n.language) }
  return (
    <section className={styles.risks} aria-labelledby="ai-risks">
      <h2 id="ai-risks">{t("risk.title")}</h2>
      <ul>
        {RISKS.map((name) => (
          <li key={name}>{t(`risk.${name}`, values)}</li>
        ))}
      </ul>
    </section>
  )
}
