/** All routes of the door: spot and futures. */

import type { DoorGround, DoorRoute } from "./door-route.ts"
import { spotAccountRoutes } from "./spot/spot-account.ts"
import { spotMarketRoutes } from "./spot/spot-market.ts"
import { Symbols } from "./symbols.ts"

export function binanceRoutes(parts: Omit<DoorGround, "symbols">): DoorRoute[] {
  const ground: DoorGround = { ...parts, symbols: new Symbols(parts.reader) }
  return [...spotMarketRoutes(ground), ...spotAccountRoutes(ground)]
}
