/** What is it all worth? The one large figure, in the currency that was chosen, with what the prices of a day made of it. */

import { useTranslation } from "react-i18next"
import { HideAmountsButton, OwnAmount } from "../../amounts/own-amount.tsx"
import { showTotalIn } from "../../stores/assets-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { Select } from "../../ui/select.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import type { PriceChange } from "./holdings.model.ts"
import styles from "./total.module.css"
import type { Money } from "./use-money.ts"

const NARROW = "\u202f"

export function Total({ money }: { money: Money }) {
  const { t } = useTranslation("assets")
  const { holdings, change, choices, freshness } = money
  const { inCurrency, total, unpriced } = holdings
  return (
    <section
      className={styles.total}
      aria-label={t("total.label")}
      data-stale={freshness.state === "live" ? undefined : freshness.state}
    >
      <div className={styles.head}>
        <span className={styles.label}>{t("total.label")}</span>
        <Select
          className={styles.currency}
          label={t("total.currency")}
          face={t("total.in", { currency: inCurrency })}
          options={choices.map((currency) => ({ value: currency, label: currency }))}
          value={inCurrency}
          onChange={showTotalIn}
        />
        <HideAmountsButton className={styles.eye} />
        <AgeMark freshness={freshness} isAnnounced className={styles.age} />
      </div>
      <p className={styles.figure} data-figure="total">
        <OwnAmount text={total} currency={inCurrency} />
      </p>
      <Change change={change} inCurrency={inCurrency} />
      {unpriced.length > 0 ? (
        <p className={styles.unpriced}>{t("total.unpriced", { currencies: unpriced.join(", ") })}</p>
      ) : null}
    </section>
  )
}

const TONES = { "-1": styles.down, "0": undefined, "1": styles.up } as const

/** Its line is kept when nothing true can be said: what stands below never jumps. */
function Change({ change, inCurrency }: { change: PriceChange | null; inCurrency: string }) {
  const { t, i18n } = useTranslation("assets")
  if (!change?.percent) return <p className={styles.change} />
  return (
    <p className={styles.change} title={t("total.changeTitle")}>
      <span className={TONES[change.sign]}>
        <OwnAmount text={change.amount} currency={inCurrency} isSigned />
      </span>
      <span className={TONES[change.sign]}>
        {change.sign === 0
          ? formatDecimal(change.percent, i18n.language)
          : signedAmount(change.percent, i18n.language)}
        {`${NARROW}%`}
      </span>
      <span className={styles.word}>{t("total.byPrices")}</span>
    </p>
  )
}

/** As high as the total that comes. */
export function TotalSkeleton() {
  return (
    <div className={styles.total} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width={128} />
      </div>
      <p className={styles.figure}>
        <Skeleton width={176} height={28} hasSheen />
      </p>
      <p className={styles.change}>
        <Skeleton width={112} />
      </p>
    </div>
  )
}
