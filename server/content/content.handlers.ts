/** What is said about the platform itself? */

import type { MarketReader } from "#server/read-model/market-reader.ts"
import { answer, type HandlersOf } from "../http/handlers.ts"
import type { Settings } from "../settings.ts"

export const contentHandlers = (reader: MarketReader, settings: Settings): HandlersOf<"logo"> => ({
  logo: () =>
    answer({ head_logo: settings.logo, name: settings.name, time: reader.now(), feed: reader.feed() }),
})
