/** Which indicators are on? One row to tap them; lengths, colours and the rest are behind the sliders. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { StudyKind } from "../../stores/chart-setup.ts"
import { changeStudy, chartSettings, setupOf } from "../../stores/chart-store.ts"
import { Settings2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import styles from "./indicator-bar.module.css"
import { givingWay } from "./panes.model.ts"
import { STUDY_SIGNS } from "./study-signs.ts"

const OVER: readonly StudyKind[] = [
  "ma",
  "ema",
  "boll",
  "vwap",
  "supertrend",
  "ichimoku",
  "pivots",
  "profile",
]
const BELOW: readonly StudyKind[] = ["volume", "macd", "rsi", "kdj", "atr", "stochRsi", "obv"]

/** Switches an indicator; where no more fit below the candles, the first of the others gives way. */
export function toggleStudy(instrument: string, kind: StudyKind, subPanesMax: number): void {
  const setup = setupOf(chartSettings, instrument)
  const isOn = !setup.studies[kind].isOn
  if (isOn)
    for (const other of givingWay(setup, kind, subPanesMax)) changeStudy(instrument, other, { isOn: false })
  changeStudy(instrument, kind, { isOn })
}

interface IndicatorBarProps {
  instrument: string
  subPanesMax: number
  onSettings: () => void
}

export function IndicatorBar({ instrument, subPanesMax, onSettings }: IndicatorBarProps) {
  const { t } = useTranslation("market")
  const { studies } = setupOf(useSnapshot(chartSettings), instrument)
  const toggles = (kinds: readonly StudyKind[]) =>
    kinds.map((kind) => (
      <button
        key={kind}
        type="button"
        className={styles.toggle}
        aria-pressed={studies[kind].isOn}
        // What is seen must be part of what is said (WCAG 2.5.3).
        aria-label={`${STUDY_SIGNS[kind]}, ${t(`chart.study.${kind}`)}`}
        onClick={() => toggleStudy(instrument, kind, subPanesMax)}
      >
        {STUDY_SIGNS[kind]}
      </button>
    ))
  return (
    <div className={styles.row}>
      <fieldset className={styles.bar} aria-label={t("chart.indicators")}>
        {toggles(OVER)}
        <span className={styles.divider} aria-hidden="true" />
        {toggles(BELOW)}
      </fieldset>
      <IconButton glyph={Settings2} label={t("chart.settings")} aria-haspopup="dialog" onClick={onSettings} />
    </div>
  )
}
