/** The entry: says which markets are on screen, and places the parts. */

import { useSnapshot } from "valtio"
import { useView } from "../../feed/view.ts"
import { market, marketList } from "../../stores/market-store.ts"
import { HomeView } from "./home.view.tsx"

/** Enough for a first look; the market list has all. */
const ROWS = 8

export function HomeScreen() {
  const { freshness, failure } = useSnapshot(market)
  const { ids } = useSnapshot(marketList)
  useView({
    list: {
      kind: "spot",
      chip: "all",
      query: "",
      sort: "turnover",
      direction: "down",
      favourites: [],
      first: 0,
      last: ROWS - 1,
      hold: false,
    },
  })
  return (
    <HomeView
      ids={ids?.slice(0, ROWS) ?? null}
      rows={ROWS}
      freshness={freshness.list}
      hasFailed={failure !== null}
    />
  )
}
