/** A table of the last bars, for those who can't see the chart or want its figures. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./bar-table.module.css"
import type { Bar } from "./bars.model.ts"
import type { ChartText } from "./chart-text.ts"

const ROWS = 50

interface BarTableProps {
  bars: readonly Bar[]
  /** Market and interval. */
  name: string
  text: ChartText
  onClose: () => void
}

/** As it stands when it is opened: a table that moves can't be read. */
export function BarTable({ bars, name, text, onClose }: BarTableProps) {
  const { t } = useTranslation("market")
  const [rows] = useState(() => bars.slice(-ROWS - 1).map((bar) => ({ ...bar })))
  const columns = ["time", "open", "high", "low", "close", "change", "volume"] as const
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("chart.tableTitle", { count: Math.min(ROWS, bars.length), name })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={t("chart.table")}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`chart.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="num">
            {rows
              .map((bar, at) => ({ bar, before: rows[at - 1]?.close ?? bar.open }))
              .slice(-ROWS)
              .reverse()
              .map(({ bar, before }) => (
                <tr key={bar.time}>
                  <th scope="row">{text.moment(bar.time)}</th>
                  <td>{text.price(bar.open)}</td>
                  <td>{text.price(bar.high)}</td>
                  <td>{text.price(bar.low)}</td>
                  <td>{text.price(bar.close)}</td>
                  <td>{text.percent(before ? bar.close / before - 1 : 0)}</td>
                  <td>{text.volume(bar.volume)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </Sheet>
  )
}
