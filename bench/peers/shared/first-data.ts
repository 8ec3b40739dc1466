/** What a peer reads by HTTP before it subscribes: the list of markets, and the candles of the chart. */

import type { CandleRow, SpotMarket } from "#core/wire/market.ts"
import { ACTIVE, BARS, INTERVAL } from "./contract.ts"

export interface FirstData {
  /** Most turnover first: the order in which the list stays. */
  markets: readonly SpotMarket[]
  candles: readonly CandleRow[]
}

export async function fetchFirstData(): Promise<FirstData> {
  const [list, bars] = await Promise.all([
    get<{ rows: SpotMarket[] }>("/market/exchange"),
    get<{ rows: CandleRow[] }>(`/market/kline?symbol=${ACTIVE}&interval=${INTERVAL}&limit=${BARS}`),
  ])
  return {
    markets: list.rows.toSorted((a, b) => Number(b.ticker[6]) - Number(a.ticker[6])),
    candles: bars.rows,
  }
}

/** Answers come in an envelope: `data` holds what was asked for. */
async function get<Data>(path: string): Promise<Data> {
  const response = await fetch(path)
  const body = (await response.json()) as { data?: Data } & Data
  return body.data ?? body
}
