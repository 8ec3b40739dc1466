/** All routes of the door: spot and futures. */

import type { DoorGround, DoorRoute } from "./door-route.ts"
import { spotAccountRoutes } from "./spot/spot-account.ts"
import { spotMarketRoutes } from "./spot/spot-market.ts"
import { Symbols } from "./symbols.ts"

/** What all of the door stands on. */
export const openGround = (parts: Omit<DoorGround, "symbols">): DoorGround => ({
  ...parts,
  symbols: new Symbols(parts.reader),
})

export const binanceRoutes = (ground: DoorGround): DoorRoute[] => [
  ...spotMarketRoutes(ground),
  ...spotAccountRoutes(ground),
]
