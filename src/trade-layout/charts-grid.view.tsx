/** Two, four or six charts on a desk, each with its own market, interval and indicators; one of them is worked with. */

import { type ReactNode, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ChartPlace } from "../panels/chart/chart-place.ts"
import { useGo } from "../places/screen-link.tsx"
import { TRADE_PLACES } from "../places/trade-address.ts"
import { changeChartSettings } from "../stores/chart-store.ts"
import {
  changeDeskChart,
  chooseDeskChart,
  deskCharts,
  type ShownChart,
  shownCharts,
} from "../stores/charts-store.ts"
import { isHotkey } from "../stores/hotkeys.ts"
import { market as markets } from "../stores/market-store.ts"
import { marketTitle } from "../text/market-title.ts"
import { Badge } from "../ui/badge.tsx"
import { usePageKeys } from "../ui/page-keys.ts"
import { Select } from "../ui/select.tsx"
import styles from "./charts-grid.module.css"
import type { DeskChartsProps } from "./desk-charts.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"

export function ChartsGrid(props: DeskChartsProps & { button: ReactNode }) {
  const { market, interval, onInterval, onTicket, button } = props
  const { t } = useTranslation("chart")
  const { layout, chosen } = useSnapshot(deskCharts)
  const grid = useRef<HTMLDivElement>(null)
  const go = useGo()
  useNextChartKey(grid, layout.count)
  const charts = shownCharts(layout, { market: market.id, interval })
  const chooseMarket = (at: number, id: string) => {
    if (at > 0 && !layout.links.symbol) {
      changeDeskChart(at, { market: id })
      return
    }
    const kind = markets.catalogue?.byId.get(id)?.kind
    if (kind && kind !== "second") go(TRADE_PLACES[kind], { symbol: id, interval }, { isReplacing: true })
  }
  const chooseInterval = (at: number, next: ShownChart["interval"]) => {
    if (at > 0 && !layout.links.interval) {
      changeDeskChart(at, { interval: next })
      return
    }
    changeChartSettings({ interval: next })
    onInterval(next)
  }
  return (
    <div ref={grid} className={styles.grid} data-charts={layout.count}>
      {charts.map((chart, at) => (
        <ChartPlace
          // biome-ignore lint/suspicious/noArrayIndexKey: a chart is its place
          key={at}
          value={{ at, isChosen: at === chosen, hasLinkedCrosshair: layout.links.crosshair }}
        >
          <div
            className={styles.cell}
            data-chart={at + 1}
            data-chosen-chart={at === chosen ? "" : undefined}
            onPointerDownCapture={() => chooseDeskChart(at)}
            onFocusCapture={() => chooseDeskChart(at)}
          >
            <LazyChart
              instrument={chart.market}
              interval={chart.interval}
              onInterval={(next) => chooseInterval(at, next)}
              onTicket={chart.market === market.id ? onTicket : undefined}
              name={t("several.chart", { number: at + 1, market: marketTitle(chart.market) })}
              head={
                <MarketChoice
                  label={t("several.market", { number: at + 1 })}
                  shown={chart.market}
                  isTicket={chart.market === market.id}
                  onChange={(id) => chooseMarket(at, id)}
                />
              }
              bar={at === 0 ? button : undefined}
            />
          </div>
        </ChartPlace>
      ))}
    </div>
  )
}

interface MarketChoiceProps {
  label: string
  shown: string
  /** The ticket trades it. */
  isTicket: boolean
  onChange: (id: string) => void
}

function MarketChoice({ label, shown, isTicket, onChange }: MarketChoiceProps) {
  const { t } = useTranslation("chart")
  const all = (useSnapshot(markets).catalogue?.all ?? []).filter(({ kind }) => kind !== "second")
  const options = all.map(({ id }) => ({ value: id as string, label: marketTitle(id) }))
  // One that isn't listed any more is named nevertheless.
  if (!options.some(({ value }) => value === shown))
    options.unshift({ value: shown, label: marketTitle(shown) })
  return (
    <div className={styles.choice}>
      <Select label={label} options={options} value={shown} onChange={onChange} />
      {isTicket ? <Badge>{t("several.ticket")}</Badge> : null}
    </div>
  )
}

/** The key goes to the next chart, from where the arrows move it. */
function useNextChartKey(grid: { readonly current: HTMLElement | null }, count: number): void {
  usePageKeys(
    (chord) => isHotkey("nextChart", chord),
    () => {
      const next = ((deskCharts.chosen + 1) % count) + 1
      const cell = grid.current?.querySelector(`[data-chart="${next}"]`)
      cell?.querySelector<HTMLElement>("figure")?.focus()
    },
  )
}
