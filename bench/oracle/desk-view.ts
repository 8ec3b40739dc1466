/** The workload's subscription as the terminal sends it, for pages that have no panels. */

import type { View } from "#workers/market/market.api.ts"
import { ACTIVE_ID } from "../load/workload.ts"

export const DESK_VIEW: View = {
  list: {
    kind: "spot",
    chip: "all",
    query: "",
    sort: "turnover",
    direction: "down",
    favourites: [],
    first: 0,
    last: 499,
    hold: false,
  },
  tickers: [ACTIVE_ID],
  book: { instrument: ACTIVE_ID, group: 1, rows: 20, sides: "both", hold: false },
  tape: { instrument: ACTIVE_ID, rows: 30 },
  chart: { instrument: ACTIVE_ID, interval: "15m" },
  hud: false,
}
