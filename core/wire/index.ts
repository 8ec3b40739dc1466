/** The agreed messages: the only barrel. Calls by name in `endpoints`, socket messages, refusals. */

import {
  aboutEntries,
  announcements,
  article,
  articles,
  customerService,
  pdfDocument,
  secDocument,
} from "./content-calls.ts"
import { home } from "./home-calls.ts"
import {
  contractMarkets,
  depth,
  kline,
  secondMarkets,
  sparklines,
  spotMarkets,
  trades,
} from "./market-calls.ts"
import { logo } from "./platform.ts"

/** The whole HTTP contract. Routes, the typed client and the documents are made from it. */
export const endpoints = {
  logo,
  home,
  spotMarkets,
  contractMarkets,
  secondMarkets,
  sparklines,
  kline,
  depth,
  trades,
  announcements,
  articles,
  article,
  customerService,
  aboutEntries,
  pdfDocument,
  secDocument,
} as const
export type EndpointName = keyof typeof endpoints

export * from "./content.ts"
export * from "./content-calls.ts"
export * from "./endpoint.ts"
export * from "./home-calls.ts"
export * from "./language.ts"
export * from "./market.ts"
export * from "./market-calls.ts"
export * from "./platform.ts"
export * from "./problem.ts"
export * from "./socket.ts"
export * from "./socket-messages.ts"
