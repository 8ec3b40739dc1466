/** Shows a layer over or under the candles of a market with a book: liquidity over time, or the footprint. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { changeChartSettings, chartSettings } from "../../stores/chart-store.ts"
import { Switch } from "../../ui/switch.tsx"
import styles from "./settings-sheet.module.css"

const SETTINGS = { heat: "hasHeat", footprint: "hasFootprint" } as const

export function LayerSwitch({ layer }: { layer: keyof typeof SETTINGS }) {
  const { t } = useTranslation("chart")
  const setting = SETTINGS[layer]
  const isOn = useSnapshot(chartSettings)[setting]
  return (
    <div className={styles.row}>
      <div>
        <p>{t(`${layer}.title`)}</p>
        <p className={styles.note}>{t(`${layer}.hint`)}</p>
      </div>
      <Switch
        label={t(`${layer}.title`)}
        isOn={isOn}
        onChange={(wanted) => changeChartSettings({ [setting]: wanted })}
      />
    </div>
  )
}
