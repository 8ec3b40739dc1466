/** `/pages/kline/index?symbol=&interval=`: the candlestick page of one market. */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { market } from "../../stores/market-store.ts"
import { noteMarket } from "../../stores/recent-markets.ts"
import { KlineView } from "./kline.view.tsx"

/** Shown when an address names no market, where it is listed. */
const DEFAULT_SYMBOL = "BTC_USDT"

export function KlineScreen() {
  const { symbol: asked, interval } = useScreenSearch()
  const { catalogue } = useSnapshot(market)
  // A live feed may list other markets.
  const first = catalogue && !catalogue.byId.has(DEFAULT_SYMBOL) ? catalogue.all[0]?.id : undefined
  const symbol = asked ?? first ?? DEFAULT_SYMBOL
  const settings = useSnapshot(chartSettings)
  const go = useGo()
  const isListed = catalogue?.byId.has(symbol) ?? false
  useEffect(() => {
    if (isListed) noteMarket(symbol)
  }, [isListed, symbol])
  return (
    <KlineView
      symbol={symbol}
      interval={interval ?? settings.interval}
      onInterval={(next) => go("/pages/kline/index", { symbol, interval: next }, { isReplacing: true })}
    />
  )
}
