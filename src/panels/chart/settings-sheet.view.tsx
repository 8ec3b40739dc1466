/** The settings of a market's chart. Indicators with their lengths and colours, scale, time zone, comparison. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ZoneSelect } from "../../lists/zone-select.tsx"
import { CHART_STYLES, type ChartStyle, STUDY_KINDS } from "../../stores/chart-setup.ts"
import { changeSetup, chartSettings, resetSetup, setupOf } from "../../stores/chart-store.ts"
import { Button } from "../../ui/button.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Switch } from "../../ui/switch.tsx"
import { CompareRows } from "./compare-rows.view.tsx"
import { isSecond } from "./interval-bar.view.tsx"
import { LayerSwitch } from "./layer-switch.view.tsx"
import { OwnSwitches } from "./own-switches.view.tsx"
import { RangeField } from "./range-field.view.tsx"
import styles from "./settings-sheet.module.css"
import { StudySettings } from "./study-settings.view.tsx"
import { Templates } from "./templates.view.tsx"

interface SettingsSheetProps {
  instrument: string
  subPanesMax: number
  onClose: () => void
  /** Opens the table of the last bars. */
  onTable: () => void
}

export function SettingsSheet({ instrument, subPanesMax, onClose, onTable }: SettingsSheetProps) {
  const { t } = useTranslation("market")
  const setup = setupOf(useSnapshot(chartSettings), instrument)
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("chart.settings")}>
      <div className={styles.sheet}>
        <Templates instrument={instrument} />
        <h3 className={styles.heading}>{t("chart.indicators")}</h3>
        {STUDY_KINDS.map((kind) => (
          <StudySettings
            key={kind}
            instrument={instrument}
            kind={kind}
            setup={setup.studies[kind]}
            subPanesMax={subPanesMax}
          />
        ))}
        <h3 className={styles.heading}>{t("chart:style.title")}</h3>
        <Segmented<ChartStyle>
          label={t("chart:style.title")}
          segments={CHART_STYLES.map((value) => ({ value, label: t(`chart:style.${value}`) }))}
          value={setup.style}
          onChange={(style) => changeSetup(instrument, { style })}
        />
        {setup.style === "range" ? <RangeField instrument={instrument} ticks={setup.rangeTicks} /> : null}
        <h3 className={styles.heading}>{t("chart.scales")}</h3>
        <div className={styles.row}>
          <span>{t("chart.logScale")}</span>
          <Switch
            label={t("chart.logScale")}
            isOn={setup.isLog}
            // Of a comparison the scale is in percent: there is no logarithm of that.
            isDisabled={setup.compare.length > 0}
            onChange={(isLog) => changeSetup(instrument, { isLog })}
          />
        </div>
        {instrument.includes(":") || isSecond(instrument) ? null : (
          <>
            <LayerSwitch layer="footprint" />
            <LayerSwitch layer="heat" />
          </>
        )}
        <OwnSwitches />
        <ZoneRow />
        <CompareRows instrument={instrument} compare={setup.compare} />
        <footer className={styles.foot}>
          <Button tone="outline" onClick={onTable}>
            {t("chart.table")}
          </Button>
          <Button tone="outline" onClick={() => resetSetup(instrument)}>
            {t("chart.reset")}
          </Button>
        </footer>
      </div>
    </Sheet>
  )
}

function ZoneRow() {
  const { t } = useTranslation("moments")
  return (
    <div className={styles.row}>
      <span>{t("zone.label")}</span>
      <ZoneSelect />
    </div>
  )
}
