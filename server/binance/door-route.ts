/** The form of a route of the door, and what its handler gets. */

import type { LimitName } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import type { KeySession } from "../calls/signed-request.ts"
import type { OwnCalls } from "./own-calls.ts"
import type { Parameters } from "./parameters.ts"
import type { StopTypes } from "./stop-types.ts"
import type { Symbols } from "./symbols.ts"
import type { OrderCounts } from "./weights.ts"

/** `none`: anyone. `key`: who names a key. `signed`: who proves one. */
type DoorAccess = "none" | "key" | "signed"

export interface DoorRequest {
  parameters: Parameters
  /** Our own calls, as this caller may make them. */
  calls: OwnCalls
  /** 0: nobody in particular. */
  userId: number
  /** Of the key that was proven or named; null: none was. */
  session: KeySession | null
}

export interface DoorRoute {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** Behind `/binance`: `/api/v3/order`. What begins with `/fapi` is of futures, all else of spot. */
  path: `/${string}`
  access: DoorAccess
  /** Which of our own limits it counts against. */
  limit: LimitName
  /** What Binance weighs it with. */
  weight: number | ((parameters: Parameters) => number)
  /** Orders that it places; left out: none. */
  orders?: number | ((parameters: Parameters) => number)
  /** What is answered as JSON. @throws DoorError */
  handle(request: DoorRequest): unknown
}

/** What the routes of all domains of the door stand on. */
export interface DoorGround {
  reader: MarketReader
  symbols: Symbols
  stops: StopTypes
  /** Epoch ms. */
  now(): number
  /** What exchangeInfo tells of limits. */
  ordersPerSecond: number
  /** What users have placed, over HTTP and sockets together. */
  orders: OrderCounts
}

/** Orders that a request places; undefined: its route places none. */
export const ordersOf = ({ orders }: DoorRoute, parameters: Parameters): number | undefined =>
  typeof orders === "function" ? orders(parameters) : orders
