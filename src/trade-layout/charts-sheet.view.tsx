/** Chooses how many charts stand on the desk, and what moves in all of them when it moves in one. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import {
  CHART_COUNTS,
  CHART_LINKS,
  type ChartCount,
  deskCharts,
  type ShownChart,
  setChartCount,
  setChartLink,
} from "../stores/charts-store.ts"
import { Segmented } from "../ui/segmented.tsx"
import { Sheet } from "../ui/sheet.tsx"
import { Switch } from "../ui/switch.tsx"
import styles from "./charts-sheet.module.css"

export function ChartsSheet({ first, onClose }: { first: ShownChart; onClose: () => void }) {
  const { t } = useTranslation("chart")
  const { layout } = useSnapshot(deskCharts)
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("several.title")}>
      <div className={styles.sheet}>
        <Segmented
          label={t("several.count")}
          segments={CHART_COUNTS.map((count) => ({ value: String(count), label: String(count) }))}
          value={String(layout.count)}
          onChange={(text) => setChartCount(Number(text) as ChartCount)}
        />
        <p className={styles.note}>{t("several.hint")}</p>
        {CHART_LINKS.map((link) => (
          <div key={link} className={styles.row}>
            <div>
              <p className={styles.name}>{t(`several.link.${link}`)}</p>
              <p className={styles.note}>{t(`several.does.${link}`)}</p>
            </div>
            <Switch
              label={t(`several.link.${link}`)}
              isOn={layout.links[link]}
              onChange={(isOn) => setChartLink(link, isOn, first)}
            />
          </div>
        ))}
      </div>
    </Sheet>
  )
}
