/** What has no room in a phone's row of intervals: all intervals, and what else can be done with a chart. */

import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import { ChipBar } from "../../ui/chip.tsx"
import {
  Camera,
  ChartArea,
  ChartLine,
  type Glyph,
  History,
  Icon,
  PencilRuler,
  Settings2,
  Table2,
} from "../../ui/icon.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { intervalsOf } from "./interval-bar.view.tsx"
import styles from "./more-sheet.module.css"
import { OwnSwitches } from "./own-switches.view.tsx"

export interface ChartTools {
  isDepth: boolean
  /** Of markets with a book. */
  onDepth: (() => void) | undefined
  onPicture: () => void
  /** Takes the drawing tools out, or puts them away. */
  onDraw: () => void
  isDrawing: boolean
  onTable: () => void
  onSettings: () => void
  /** How mark, index and funding went; of contracts. */
  onPrices: (() => void) | undefined
  /** Plays the market's past; of markets with a book. */
  onReplay: (() => void) | undefined
}

interface MoreSheetProps {
  instrument: string
  interval: Interval
  onInterval: (interval: Interval) => void
  tools: ChartTools
  onClose: () => void
}

export function MoreSheet({ instrument, interval, onInterval, tools, onClose }: MoreSheetProps) {
  const { t } = useTranslation("market")
  const entries: readonly (readonly [Glyph, string, () => void])[] = [
    ...(tools.onDepth
      ? ([[ChartArea, t(tools.isDepth ? "chart.candles" : "chart.depth"), tools.onDepth]] as const)
      : []),
    ...(tools.onPrices ? ([[ChartLine, t("perpetual:prices.title"), tools.onPrices]] as const) : []),
    [PencilRuler, t(tools.isDrawing ? "chart.drawEnd" : "chart.draw"), tools.onDraw],
    ...(tools.onReplay ? ([[History, t("replay:open"), tools.onReplay]] as const) : []),
    [Settings2, t("chart.settings"), tools.onSettings],
    [Camera, t("chart.picture"), tools.onPicture],
    [Table2, t("chart.table"), tools.onTable],
  ]
  return (
    <Sheet isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={t("chart.title")}>
      <div className={styles.sheet}>
        <ChipBar
          label={t("chart.intervals")}
          place="sheet"
          chips={intervalsOf(instrument).map((value) => ({ value, label: t(`chart.interval.${value}`) }))}
          value={interval}
          onChange={(value) => {
            onInterval(value)
            onClose()
          }}
        />
        <ul className={styles.tools}>
          {entries.map(([glyph, name, act]) => (
            <li key={name}>
              <button
                type="button"
                className={styles.tool}
                onClick={() => {
                  onClose()
                  act()
                }}
              >
                <Icon glyph={glyph} />
                {name}
              </button>
            </li>
          ))}
        </ul>
        <OwnSwitches />
      </div>
    </Sheet>
  )
}
