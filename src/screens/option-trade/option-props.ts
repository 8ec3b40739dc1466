/** What every shape of the screen of second contracts gets. */

import type { Interval } from "#core/candle/interval.ts"
import type { SecondMarket } from "#core/wire/market.ts"

export interface OptionTradeProps {
  market: SecondMarket
  interval: Interval
  onInterval: (interval: Interval) => void
}
