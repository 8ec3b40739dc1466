/** Where does the money come from, while it is practice money? What is given, a button, and when there is some again. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { assets } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { usePractice } from "../../amounts/use-practice.ts"
import { market } from "../../stores/market-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Button } from "../../ui/button.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { FlaskConical, Icon } from "../../ui/icon.tsx"
import styles from "./practice.module.css"

type Answer = Pick<ResponseOf<typeof assets>, "practice" | "practiceAt">

interface PracticeMoneyProps {
  answer: Answer
  onTaken: () => void
}

/** Nothing where money is real. */
export function PracticeMoney({ answer, onTaken }: PracticeMoneyProps) {
  const { t, i18n } = useTranslation("assets")
  const practice = usePractice(onTaken)
  const { clockOffset } = useSnapshot(market).connection
  const nextAt = Math.max(practice.nextAt ?? 0, answer.practiceAt)
  // By the server's clock, counted only while there is something to wait for.
  const isWaiting = nextAt > Date.now() + clockOffset
  const now = useEachSecond(isWaiting) + clockOffset
  if (answer.practice.length === 0) return null
  if (isWaiting)
    return (
      <p className={styles.waiting}>
        <Icon glyph={FlaskConical} size={16} className={styles.icon} />
        {t("practice.again", { time: timeLeft(nextAt - now, { hasHours: true }) })}
      </p>
    )
  const amounts = answer.practice
    .map(({ currency, amount }) => `${formatDecimal(amount, i18n.language)}\u00a0${currency}`)
    .join(", ")
  return (
    <section className={styles.practice} aria-labelledby="practice-title">
      <Icon glyph={FlaskConical} size={20} className={styles.icon} />
      <div className={styles.words}>
        <h2 id="practice-title" className={styles.title}>
          {t("practice.title")}
        </h2>
        <p>{t("practice.gives", { amounts })}</p>
      </div>
      <Button tone="outline" className={styles.button} isBusy={practice.isBusy} onClick={practice.take}>
        {t("practice.take")}
      </Button>
    </section>
  )
}
