/** `/pages/spot/trade?symbol=BTC_USDT&interval=15m`: which market, at which interval? */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { readLastMarket, writeLastMarket } from "../../stores/last-market.ts"
import { market } from "../../stores/market-store.ts"
import { noteMarket } from "../../stores/recent-markets.ts"
import { TradeFaces } from "../../trade-layout/trade-faces.view.tsx"
import { chosenMarket } from "../../trade-layout/trade-layout.model.ts"
import { SpotTradeView } from "./spot-trade.view.tsx"

export function SpotTradeScreen() {
  const search = useScreenSearch()
  const go = useGo()
  const { catalogue, failure } = useSnapshot(market)
  const { interval } = useSnapshot(chartSettings)
  const chosen = chosenMarket(catalogue, "spot", search.symbol, readLastMarket("spot"))
  const id = typeof chosen === "string" ? undefined : chosen.id
  useEffect(() => {
    if (!id) return
    writeLastMarket("spot", id)
    noteMarket(id)
  }, [id])
  if (typeof chosen === "string") {
    return <TradeFaces kind="spot" face={chosen} symbol={search.symbol} hasFailed={failure !== null} />
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
