/** Shows the liquidity of the book over time behind the candles of a market with a book. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeChartSettings, chartSettings } from "../../../stores/chart-store.ts"
import { Switch } from "../../../ui/switch.tsx"
import styles from "../settings-sheet.module.css"

export function HeatSwitch() {
  const { t } = useTranslation("chart")
  const { hasHeat } = useSnapshot(chartSettings)
  return (
    <div className={styles.row}>
      <div>
        <p>{t("heat.title")}</p>
        <p className={styles.note}>{t("heat.hint")}</p>
      </div>
      <Switch
        label={t("heat.title")}
        isOn={hasHeat}
        onChange={(isOn) => changeChartSettings({ hasHeat: isOn })}
      />
    </div>
  )
}
