/** A panel in a window of its own: a line that says what it is and whether it follows the desk, and the panel. */

import { lazy, type MouseEvent, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { WindowPanel } from "#core/workspace/window-panels.ts"
import { PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { market } from "../../stores/market-store.ts"
import { readTab, writeTab } from "../../stores/tab-storage.ts"
import { marketTitle } from "../../text/market-title.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Link2, SearchX } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./panel-window.module.css"
import { useOwnDesk } from "./use-own-desk.ts"

const WindowBody = lazy(() =>
  import("./window-body.view.tsx").then((module) => ({ default: module.WindowBody })),
)

const LINKED_KEY = "saker:window-linked"

export interface PanelWindowProps {
  panel: WindowPanel
  symbol: string
  interval: Interval
  /** The name of the desk that it belongs to; empty: none. */
  desk: string
}

export function PanelWindowView({ panel, symbol, interval, desk }: PanelWindowProps) {
  const { t } = useTranslation("workspace")
  const { catalogue } = useSnapshot(market)
  const [isLinked, setIsLinked] = useState(() => readTab(LINKED_KEY) !== "off")
  const own = useOwnDesk({ panel, symbol, interval, desk, isLinked })
  const listed = catalogue?.byId.get(symbol)
  const pair = marketTitle(symbol)
  const name = t(`desk.panel.${panel}`)
  useTitlePrice(symbol, `${pair} ${name}`)
  const link = () => {
    writeTab(LINKED_KEY, isLinked ? "off" : "on")
    setIsLinked(!isLinked)
    if (!isLinked) own.ask()
  }
  return (
    <div className={styles.window} onClickCapture={(event) => leadLinks(event, own.go)}>
      <header className={styles.head}>
        <h2 className={styles.name}>
          {name} <span className={styles.pair}>{pair}</span>
        </h2>
        {listed && panel !== "orders" && panel !== "positions" ? (
          <PriceLine market={listed as TradedMarket} />
        ) : null}
        <IconButton
          glyph={Link2}
          size={16}
          label={t("window.linked")}
          isOn={isLinked}
          className={styles.link}
          onClick={link}
        />
      </header>
      <div className={styles.body}>
        {catalogue && !listed ? (
          <EmptyState glyph={SearchX}>{t("market:head.unknownSymbol", { symbol: pair })}</EmptyState>
        ) : listed && listed.kind !== "second" ? (
          <Suspense fallback={<SkeletonRows count={10} />}>
            <WindowBody panel={panel} market={listed} interval={interval} own={own} />
          </Suspense>
        ) : (
          <SkeletonRows count={10} />
        )}
      </div>
    </div>
  )
}

/** Other screens have no room here: the desk shows them. */
function leadLinks(event: MouseEvent, go: (address: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
  const address = link?.hash.slice(1)
  if (!address || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  go(address)
}
