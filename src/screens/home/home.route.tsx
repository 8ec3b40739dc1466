/** The entry: says which markets are on screen, and places the parts. */

import { useSnapshot } from "valtio"
import { useIsDesk } from "../../app/width.ts"
import { useView } from "../../feed/view.ts"
import { listedIds, market, marketList } from "../../stores/market-store.ts"
import { HomeView } from "./home.view.tsx"

/** Enough for a first look; the market list has all. */
const PHONE_ROWS = 8
const DESK_ROWS = 15

export function HomeScreen() {
  const { freshness, failure } = useSnapshot(market)
  const ids = listedIds(useSnapshot(marketList), "spot")
  const rows = useIsDesk() ? DESK_ROWS : PHONE_ROWS
  useView({
    list: {
      kind: "spot",
      chip: "all",
      query: "",
      sort: "turnover",
      direction: "down",
      favourites: [],
      first: 0,
      last: rows - 1,
      hold: false,
    },
  })
  return (
    <HomeView
      ids={ids?.slice(0, rows) ?? null}
      rows={rows}
      freshness={freshness.list}
      hasFailed={failure !== null}
    />
  )
}
