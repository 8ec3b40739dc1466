/** The issuance record of a product, the newest first: a table on a desk, blocks elsewhere. Nothing of it is edited, only ended. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AiIssue } from "#core/wire/ai.ts"
import { Moment } from "../../lists/moment.tsx"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { SmallTable } from "../../ui/small-table.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./ai.module.css"
import { IssueState } from "./sale-state.view.tsx"

interface IssuesProps {
  issues: readonly AiIssue[]
  currency: string
}

export function Issues({ issues, currency }: IssuesProps) {
  const { t } = useTranslation("ai")
  const isDesk = useIsDesk()
  return (
    <section className={styles.issues} aria-labelledby="ai-issues">
      <h2 id="ai-issues">{t("issues.title")}</h2>
      <p className={styles.hint}>{t("issues.text", { currency })}</p>
      {issues.length === 0 ? <p className={styles.hint}>{t("issues.none")}</p> : null}
      {issues.length > 0 && isDesk ? <IssuesTable issues={issues} /> : null}
      {isDesk ? null : issues.map((issue) => <IssueBlock key={issue.number} issue={issue} />)}
    </section>
  )
}

const FIGURES = ["size", "sold", "promised", "paid"] as const

function IssuesTable({ issues }: Pick<IssuesProps, "issues">) {
  const { t, i18n } = useTranslation("ai")
  return (
    <SmallTable rows="roomy">
      <thead>
        <tr>
          {(["number", "opened", ...FIGURES, "state"] as const).map((name) => (
            <th key={name}>{t(`issues.${name}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {issues.map((issue) => (
          <tr key={issue.number}>
            <th scope="row">{formatNumber(issue.number, i18n.language)}</th>
            <td>
              <Moment time={issue.opened} />
            </td>
            {FIGURES.map((name) => (
              <td key={name}>{formatDecimal(issue[name], i18n.language)}</td>
            ))}
            <td>
              <IssueState issue={issue} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function IssueBlock({ issue }: { issue: AiIssue }) {
  const { t, i18n } = useTranslation("ai")
  const pairs: [name: string, value: ReactNode][] = [
    ["opened", <Moment key="opened" time={issue.opened} />],
    ...FIGURES.map((name): [string, ReactNode] => [name, formatDecimal(issue[name], i18n.language)]),
  ]
  return (
    <div className={styles.block}>
      <h3>
        {t("issues.one", { number: formatNumber(issue.number, i18n.language) })} <IssueState issue={issue} />
      </h3>
      <dl className={styles.pairs}>
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`issues.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
