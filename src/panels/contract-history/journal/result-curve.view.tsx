/** The own result of contracts as a curve: realised profit less fees, with funding, over today or some days. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { contractResult } from "#core/wire/journal-calls.ts"
import { OwnAmount, useOwnAmounts } from "../../../amounts/own-amount.tsx"
import { useAnswer } from "../../../api/query.ts"
import { AskedFace } from "../../../lists/asked-face.tsx"
import { hiddenAmounts } from "../../../stores/hidden-amounts.ts"
import { startDaysAgo } from "../../../text/days.ts"
import { Segmented } from "../../../ui/segmented.tsx"
import { Skeleton } from "../../../ui/skeleton.tsx"
import { curveOf, type ResultCurve, stepPath } from "./journal.model.ts"
import styles from "./journal.module.css"

const DAYS = ["1", "7", "30"] as const
type Days = (typeof DAYS)[number]
/** Coordinates of the drawing; it stretches to its place. */
const [WIDTH, HEIGHT] = [400, 100]
const READ_EVERY_MS = 30_000
/** Contracts settle in it. */
const CURRENCY = "USDT"

/** `instrument`: of this contract alone; left out: of all. */
export function ResultOfDays({ instrument }: { instrument: string | undefined }) {
  const { t } = useTranslation("journal")
  const [days, setDays] = useState<Days>("1")
  const { areHidden } = useSnapshot(hiddenAmounts)
  const from = startDaysAgo(Date.now(), Number(days) - 1)
  const request = { ...(instrument && { instrument }), ...(from !== undefined && { from }) }
  const asked = useAnswer(contractResult, request, true, READ_EVERY_MS, 0)
  return (
    <section className={styles.result} aria-labelledby="result-title">
      <div className={styles.head}>
        <h2 id="result-title" className={styles.title}>
          {t("result.title")}
        </h2>
        <Segmented<Days>
          className={styles.days}
          label={t("result.period")}
          segments={DAYS.map((value) => ({
            value,
            label: value === "1" ? t("result.today") : t("result.days", { days: value }),
          }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <div className={styles.body}>
        {areHidden ? (
          <p className={styles.word}>{t("result.hidden")}</p>
        ) : (
          <AskedFace
            asked={asked}
            skeleton={<Skeleton width="100%" height={96} />}
            failed={t("result.failed")}
          >
            {(told) => {
              const curve = curveOf(told)
              return curve ? <Curve curve={curve} /> : <p className={styles.word}>{t("result.none")}</p>
            }}
          </AskedFace>
        )}
      </div>
    </section>
  )
}

function Curve({ curve }: { curve: ResultCurve }) {
  const { t } = useTranslation("journal")
  const shown = useOwnAmounts()
  const { places, zero, sum, high, low } = curve
  const words = { sum: shown(sum, CURRENCY), high: shown(high, CURRENCY), low: shown(low, CURRENCY) }
  const level = (zero * HEIGHT).toFixed(2)
  return (
    <>
      <p className={sum.startsWith("-") ? styles.down : /[1-9]/.test(sum) ? styles.up : undefined}>
        <b className={styles.sum}>
          <OwnAmount text={sum} unit={CURRENCY} isSigned />
        </b>
      </p>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("result.summary", words)}
      >
        <path className={styles.zero} d={`M0 ${level}H${WIDTH}`} />
        <path className={styles.line} d={stepPath(places, WIDTH, HEIGHT)} />
      </svg>
      <p className={styles.edges} aria-hidden="true">
        {t("result.edges", { high: words.high, low: words.low })}
      </p>
    </>
  )
}
