/** How the worth of everything has moved. One line over the closing worths of some days, up to now. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { WORTH_DAYS, type WorthDays } from "#core/wire/worth-calls.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { AskedFace } from "../../lists/asked-face.tsx"
import { hiddenAmounts } from "../../stores/hidden-amounts.ts"
import { dateText, rowMoment } from "../../text/moments.ts"
import { Segmented } from "../../ui/segmented.tsx"
import { type OwnWorth, useClosings } from "./use-worth.ts"
import { drawingOf, pathOf, type WorthDrawing } from "./worth-chart.model.ts"
import styles from "./worth-chart.module.css"

/** Coordinates of the drawing; it stretches to its place. */
const [WIDTH, HEIGHT] = [400, 100]

/** `now`: the worth of the moment, as it was told last. */
export function WorthChart({ now }: { now: OwnWorth | undefined }) {
  const { t } = useTranslation("assets")
  const [days, setDays] = useState<WorthDays>("30")
  const { areHidden } = useSnapshot(hiddenAmounts)
  const asked = useClosings(days)
  return (
    <section className={styles.chart} aria-labelledby="worth-title">
      <div className={styles.head}>
        <h2 id="worth-title" className={styles.title}>
          {t("worth.title")}
        </h2>
        <Segmented
          className={styles.days}
          label={t("worth.period")}
          segments={WORTH_DAYS.map((value) => ({ value, label: t("worth.days", { days: value }) }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <div className={styles.body}>
        {areHidden ? (
          <p className={styles.word}>{t("worth.hidden")}</p>
        ) : (
          <AskedFace asked={asked} skeleton={null} failed={t("worth.failed")}>
            {(told) => <Closings told={told} now={now && now.time >= told.time ? now : told} />}
          </AskedFace>
        )}
      </div>
    </section>
  )
}

function Closings({ told, now }: { told: OwnWorth; now: OwnWorth }) {
  const { t, i18n } = useTranslation("assets")
  const last = now.worth === null ? undefined : { time: now.time, worth: now.worth }
  // A day may have ended since the closing worths were asked for.
  const isNewer = now.close !== null && now.close.time > (told.close?.time ?? 0)
  const rows = now.close && isNewer ? [...told.rows, now.close] : told.rows
  const drawing = rows.length > 0 ? drawingOf(rows, last) : undefined
  if (!drawing) {
    const moment = rowMoment(now.next, now.time, i18n.language)
    return <p className={styles.word}>{t(now.close ? "worth.none" : "worth.empty", { moment })}</p>
  }
  return <Line drawing={drawing} />
}

function Line({ drawing }: { drawing: WorthDrawing }) {
  const { t, i18n } = useTranslation("assets")
  const shown = useOwnAmounts()
  const { places, first, last, low, high } = drawing
  const dateOf = (time: number) => dateText(time, i18n.language, "dayOfYear")
  const level = (places.at(-1)?.y ?? 0) * HEIGHT
  const summary = t("worth.summary", {
    ...{ from: dateText(first.time, i18n.language), to: dateText(last.time, i18n.language) },
    ...{ first: shown(first.worth, "USDT"), last: shown(last.worth, "USDT") },
    ...{ low: shown(low, "USDT"), high: shown(high, "USDT") },
  })
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        <path className={styles.edge} d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.level} d={`M0 ${level.toFixed(2)}H${WIDTH}`} />
        <path className={styles.line} d={pathOf(places, WIDTH, HEIGHT)} />
      </svg>
      <div className={styles.scale} aria-hidden="true">
        <span>
          <OwnAmount text={high} currency="USDT" />
        </span>
        {high === low ? null : (
          <span>
            <OwnAmount text={low} currency="USDT" />
          </span>
        )}
      </div>
      <div className={styles.times} aria-hidden="true">
        <span>{dateOf(first.time)}</span>
        <span>{dateOf(last.time)}</span>
      </div>
    </>
  )
}
