/** All routes of the door: spot and futures. */

import type { DoorGround, DoorRoute } from "./door-route.ts"
import { futuresAccountRoutes } from "./futures/futures-account.ts"
import { futuresHistoryRoutes } from "./futures/futures-history.ts"
import { futuresMarketRoutes } from "./futures/futures-market.ts"
import { futuresOrderRoutes } from "./futures/futures-orders.ts"
import { futuresSettingRoutes } from "./futures/futures-settings.ts"
import { orderCountRoutes } from "./order-counts.ts"
import { spotAccountRoutes } from "./spot/spot-account.ts"
import { spotCapitalRoutes } from "./spot/spot-capital.ts"
import { spotHistoryRoutes } from "./spot/spot-history.ts"
import { spotKeyRoutes } from "./spot/spot-key.ts"
import { spotListRoutes } from "./spot/spot-lists.ts"
import { spotMarketRoutes } from "./spot/spot-market.ts"
import { spotOrderRoutes } from "./spot/spot-orders.ts"
import { spotWindowRoutes } from "./spot/spot-windows.ts"
import { StopTypes } from "./stop-types.ts"
import { Symbols } from "./symbols.ts"

/** What the door's routes share; what they remember of stops is in it, so there is one of it. */
export const doorGround = (parts: Omit<DoorGround, "symbols" | "stops">): DoorGround => ({
  ...parts,
  symbols: new Symbols(parts.reader),
  stops: new StopTypes(),
})

export function binanceRoutes(ground: DoorGround): DoorRoute[] {
  return [
    ...spotMarketRoutes(ground),
    ...spotAccountRoutes(ground),
    ...spotOrderRoutes(ground),
    ...spotHistoryRoutes(ground),
    ...spotListRoutes(ground),
    ...spotWindowRoutes(ground),
    ...spotCapitalRoutes(ground),
    ...spotKeyRoutes(),
    ...orderCountRoutes(ground),
    ...futuresMarketRoutes(ground),
    ...futuresAccountRoutes(ground),
    ...futuresOrderRoutes(ground),
    ...futuresHistoryRoutes(ground),
    ...futuresSettingRoutes(ground),
  ]
}
