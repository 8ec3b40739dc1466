/** Switches for own orders, positions and fills on the chart of every market; nothing for a visitor, who has none. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeChartSettings, chartSettings } from "../../stores/chart-store.ts"
import { session } from "../../stores/session-store.ts"
import { Switch } from "../../ui/switch.tsx"
import styles from "./settings-sheet.module.css"

const SWITCHES = [
  ["hasOrders", "ownOrders"],
  ["hasPositions", "ownPositions"],
  ["hasFills", "ownFills"],
] as const

export function OwnSwitches() {
  const { t } = useTranslation("trade")
  const settings = useSnapshot(chartSettings)
  if (useSnapshot(session).token === null) return null
  return SWITCHES.map(([setting, word]) => (
    <div key={setting} className={styles.row}>
      <span>{t(`chart.${word}`)}</span>
      <Switch
        label={t(`chart.${word}`)}
        isOn={settings[setting]}
        onChange={(next) => changeChartSettings({ [setting]: next })}
      />
    </div>
  ))
}
