/** Do own orders and fills stand on the chart? Two switches, for all markets; nothing for a visitor, who has none. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeChartSettings, chartSettings } from "../../stores/chart-store.ts"
import { session } from "../../stores/session-store.ts"
import { Switch } from "../../ui/switch.tsx"
import styles from "./settings-sheet.module.css"

export function OwnSwitches() {
  const { t } = useTranslation("trade")
  const { hasOrders, hasFills } = useSnapshot(chartSettings)
  if (useSnapshot(session).token === null) return null
  return (
    <>
      <div className={styles.row}>
        <span>{t("chart.ownOrders")}</span>
        <Switch
          label={t("chart.ownOrders")}
          isOn={hasOrders}
          onChange={(next) => changeChartSettings({ hasOrders: next })}
        />
      </div>
      <div className={styles.row}>
        <span>{t("chart.ownFills")}</span>
        <Switch
          label={t("chart.ownFills")}
          isOn={hasFills}
          onChange={(next) => changeChartSettings({ hasFills: next })}
        />
      </div>
    </>
  )
}
