/** `/pages/spot/trade?symbol=BTC_USDT&interval=15m`: which market, at which interval? */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../app/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { readLastMarket, writeLastMarket } from "../../stores/last-market.ts"
import { market } from "../../stores/market-store.ts"
import { chosenMarket } from "./spot-trade.model.ts"
import { SpotTradeView } from "./spot-trade.view.tsx"
import { SpotTradeFaces } from "./spot-trade-faces.view.tsx"

export function SpotTradeScreen() {
  const search = useScreenSearch()
  const go = useGo()
  const { catalogue, failure } = useSnapshot(market)
  const { interval } = useSnapshot(chartSettings)
  const chosen = chosenMarket(catalogue, search.symbol, readLastMarket())
  const id = typeof chosen === "string" ? undefined : chosen.id
  useEffect(() => {
    if (id) writeLastMarket(id)
  }, [id])
  if (typeof chosen === "string") {
    return <SpotTradeFaces face={chosen} symbol={search.symbol} hasFailed={failure !== null} />
  }
  return (
    <SpotTradeView
      market={chosen}
      interval={search.interval ?? interval}
      onInterval={(next) =>
        go("/pages/spot/trade", { symbol: chosen.id, interval: next }, { isReplacing: true })
      }
    />
  )
}
