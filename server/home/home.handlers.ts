/** Handlers of the home page: figures that are counted or set by the operator. */

import type { Language, MarketingBlock } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import type { OrderRate } from "../exchange/order-rate.ts"
import type { Settings } from "../settings/settings.ts"
import { dayTurnover, marketCounts } from "./home.queries.ts"

interface HomeHandlerParts {
  reader: MarketReader
  settings: Pick<Settings, "regions">
  orderRate: () => OrderRate
  /** What the operator says to readers of a language. */
  marketing: (language: Language) => MarketingBlock[]
}

export const homeHandlers = (parts: HomeHandlerParts): HandlersOf<"home"> => ({
  home: (_request, { language }) => {
    const { perSecond, seconds } = parts.orderRate()
    return answer({
      time: parts.reader.now(),
      regions: parts.settings.regions,
      ordersPerSecond: perSecond,
      orderSeconds: seconds,
      markets: marketCounts(parts.reader),
      turnover: dayTurnover(parts.reader),
      marketing: parts.marketing(language),
    })
  },
})
