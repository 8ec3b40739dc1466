/** `/pages/panel/index?panel=chart&symbol=BTC_USDT&interval=15m&id=…`: one panel in a window of its own, beside the desk of that name. */

import { WINDOW_PANELS } from "#core/workspace/window-panels.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { readLastMarket } from "../../stores/last-market.ts"
import { PanelWindowView } from "./panel-window.view.tsx"

const FIRST_MARKET = "BTC_USDT"

export function PanelWindowScreen() {
  const { panel, symbol, interval, id = "" } = useScreenSearch()
  return (
    <PanelWindowView
      panel={WINDOW_PANELS.find((one) => one === panel) ?? "chart"}
      symbol={symbol ?? readLastMarket("spot") ?? FIRST_MARKET}
      interval={interval ?? chartSettings.interval}
      desk={id}
    />
  )
}
