/** `/pages/kline/index?symbol=&interval=`: the candlestick page of one market. */

import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../app/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { KlineView } from "./kline.view.tsx"

/** Shown when an address names no market. */
const DEFAULT_SYMBOL = "BTC_USDT"

export function KlineScreen() {
  const { symbol = DEFAULT_SYMBOL, interval } = useScreenSearch()
  const settings = useSnapshot(chartSettings)
  const go = useGo()
  return (
    <KlineView
      symbol={symbol}
      interval={interval ?? settings.interval}
      onInterval={(next) => go("/pages/kline/index", { symbol, interval: next }, { isReplacing: true })}
    />
  )
}
