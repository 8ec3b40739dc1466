/** What a withdrawal takes and brings: fee, total, what arrives and when, and what is left of the limit. */

import { useTranslation } from "react-i18next"
import type { ChainFacts } from "#core/wire/address-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import reach from "../../ui/reach.module.css"
import type { WithdrawReading } from "./withdraw.model.ts"
import styles from "./withdraw.module.css"
import type { WithdrawTerms } from "./withdraw-terms.ts"

interface SumsProps {
  facts: ChainFacts
  reading: WithdrawReading
  info: WithdrawTerms["info"]
}

export function Sums({ facts, reading, info }: SumsProps) {
  const { t, i18n } = useTranslation("withdrawals")
  const written = (text: string) => formatDecimal(text, i18n.language)
  const isFine = reading.kind === "fine"
  const rows = [
    ["fee", `${written(facts.withdrawalFee)}\u00a0${facts.currency}`],
    ["total", <OwnAmount key="total" text={isFine ? reading.total : null} unit={facts.currency} isExact />],
    [
      "receive",
      <OwnAmount key="receive" text={isFine ? reading.text : null} unit={facts.currency} isExact />,
    ],
    ["arrives", t("arrivesIn", { minutes: facts.depositMinutes })],
    [
      "left",
      info.left === "" || info.limit === ""
        ? t("noLimit")
        : t("leftOf", { left: written(info.left), limit: written(info.limit) }),
    ],
  ] as const
  return (
    <div>
      <dl className={styles.sums}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd data-figure={name}>{value}</dd>
          </div>
        ))}
      </dl>
      {info.limit === "" ? null : (
        <p className={styles.small}>
          <ScreenLink to="/pages/user/auth" className={classNames(reach.reach, styles.link)}>
            {t("verify")}
          </ScreenLink>
        </p>
      )}
    </div>
  )
}
