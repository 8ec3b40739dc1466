/** `/pages/option/trade?symbol=BTC_USDT_SEC&interval=5s`: which second contract, at which interval? */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { readLastMarket, writeLastMarket } from "../../stores/last-market.ts"
import { market } from "../../stores/market-store.ts"
import { noteMarket } from "../../stores/recent-markets.ts"
import { TradeFaces } from "../../trade-layout/trade-faces.view.tsx"
import { chosenMarket } from "../../trade-layout/trade-layout.model.ts"
import { OptionTradeView } from "./option-trade.view.tsx"

export function OptionTradeScreen() {
  const search = useScreenSearch()
  const go = useGo()
  const { catalogue, failure } = useSnapshot(market)
  const { secondInterval } = useSnapshot(chartSettings)
  const chosen = chosenMarket(catalogue, "second", search.symbol, readLastMarket("second"))
  const id = typeof chosen === "string" ? undefined : chosen.id
  useEffect(() => {
    if (!id) return
    writeLastMarket("second", id)
    noteMarket(id)
  }, [id])
  if (typeof chosen === "string")
    return <TradeFaces kind="second" face={chosen} symbol={search.symbol} hasFailed={failure !== null} />
  return (
    <OptionTradeView
      market={chosen}
      interval={search.interval ?? secondInterval}
      onInterval={(next) =>
        go("/pages/option/trade", { symbol: chosen.id, interval: next }, { isReplacing: true })
      }
    />
  )
}
