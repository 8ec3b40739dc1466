/** `/pages/contract/trade?symbol=BTC_USDT_PERP&interval=15m`: which contract, at which interval? */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { chartSettings } from "../../stores/chart-store.ts"
import { readLastMarket, writeLastMarket } from "../../stores/last-market.ts"
import { market } from "../../stores/market-store.ts"
import { noteMarket } from "../../stores/recent-markets.ts"
import { TradeFaces } from "../../trade-layout/trade-faces.view.tsx"
import { chosenMarket } from "../../trade-layout/trade-layout.model.ts"
import { ContractTradeView } from "./contract-trade.view.tsx"

export function ContractTradeScreen() {
  const search = useScreenSearch()
  const go = useGo()
  const { catalogue, failure } = useSnapshot(market)
  const { interval } = useSnapshot(chartSettings)
  const chosen = chosenMarket(catalogue, "perpetual", search.symbol, readLastMarket("perpetual"))
  const id = typeof chosen === "string" ? undefined : chosen.id
  useEffect(() => {
    if (!id) return
    writeLastMarket("perpetual", id)
    noteMarket(id)
  }, [id])
  if (typeof chosen === "string") {
    return <TradeFaces kind="perpetual" face={chosen} symbol={search.symbol} hasFailed={failure !== null} />
  }
  return (
    <ContractTradeView
      market={chosen}
      interval={search.interval ?? interval}
      onInterval={(next) =>
        go("/pages/contract/trade", { symbol: chosen.id, interval: next }, { isReplacing: true })
      }
    />
  )
}
