/** What it is all worth. The one large figure, in the currency that was chosen, with what was gained or lost today. */

import { useTranslation } from "react-i18next"
import { HideAmountsButton, OwnAmount } from "../../amounts/own-amount.tsx"
import { showTotalIn } from "../../stores/assets-store.ts"
import { rowMoment } from "../../text/moments.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Select } from "../../ui/select.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./total.module.css"
import type { Money } from "./use-money.ts"
import type { OwnWorth } from "./use-worth.ts"

const NARROW = "\u202f"

interface TotalProps {
  money: Money
  /** What the server keeps of the worth; undefined: not (yet). */
  told: OwnWorth | undefined
  /** Something stands beside it: live data has its shape alone. */
  isNarrow?: boolean
}

export function Total({ money, told, isNarrow = false }: TotalProps) {
  const { t } = useTranslation("assets")
  const { holdings, choices, freshness } = money
  const { inCurrency, total, unpriced } = holdings
  return (
    <section
      className={classNames(styles.total, isNarrow && styles.narrow)}
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
        <AgeMark freshness={freshness} isCompact={isNarrow} isAnnounced className={styles.age} />
      </div>
      <p className={styles.figure} data-figure="total">
        <OwnAmount text={total} currency={inCurrency} />
      </p>
      <Change told={told} inCurrency={inCurrency} />
      {unpriced.length > 0 ? (
        <p className={styles.unpriced}>{t("total.unpriced", { currencies: unpriced.join(", ") })}</p>
      ) : null}
    </section>
  )
}

const DAY_MS = 86_400_000

const signOf = (amount: string) => (/[1-9]/.test(amount) ? (amount.startsWith("-") ? "down" : "up") : "flat")

/** Its line is kept when nothing true can be said: what stands below never jumps. */
function Change({ told, inCurrency }: { told: OwnWorth | undefined; inCurrency: string }) {
  const { t, i18n } = useTranslation("assets")
  if (!told) return <p className={styles.change} />
  const momentOf = (time: number) => rowMoment(time, told.time, i18n.language)
  const { close } = told
  if (!close)
    return (
      <p className={classNames(styles.change, styles.word)} title={t("total.changeTitle")}>
        {t("total.changeFrom", { moment: momentOf(told.next) })}
      </p>
    )
  if (close.change === null) return <p className={styles.change} />
  const tone = styles[signOf(close.change)]
  const isToday = close.time === told.next - DAY_MS
  return (
    <p className={styles.change} title={t("total.changeTitle")} data-figure="change">
      <span className={tone}>
        <OwnAmount
          text={close.change}
          isSigned
          // The server counts in USDT, whatever the total is told in.
          {...(inCurrency === "USDT" ? { currency: "USDT" } : { unit: "USDT" })}
        />
      </span>
      {close.percent === null ? null : (
        <span className={tone}>
          {signedAmount(close.percent, i18n.language)}
          {`${NARROW}%`}
        </span>
      )}
      <span className={styles.word}>
        {isToday ? t("total.today") : t("total.since", { moment: momentOf(close.time) })}
      </span>
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
