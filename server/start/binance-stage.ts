/** The door for programs written for Binance: its routes and its sockets, where the settings have it. */

import type { FastifyInstance } from "fastify"
import { addBinance, newCounts } from "../binance/add-binance.ts"
import { binanceRoutes, doorGround } from "../binance/binance-routes.ts"
import { ApiLimits } from "../binance/streams/api-limits.ts"
import { StreamsDoor } from "../binance/streams/streams-door.ts"
import type { Handlers } from "../calls/handler.ts"
import { callLimits } from "../http/http-limits.ts"
import type { SocketDoor } from "../stream/socket-door.ts"
import type { Accounts } from "../user/open-accounts.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

export interface BinanceDoor {
  addRoutes(app: FastifyInstance): Promise<void>
  sockets: SocketDoor
}

interface BinanceParts {
  opened: OpenedStorage
  market: OpenedMarket
  accounts: Accounts
  handlers: Handlers
}

/** Undefined: the settings don't have it. */
export function openBinance(
  { settings, log, proxies }: Stage,
  { opened, market, accounts, handlers }: BinanceParts,
): BinanceDoor | undefined {
  if (!(settings.binanceDoor ?? settings.sandbox)) return undefined
  const { now } = opened.clock
  const ground = doorGround({ reader: market.model, now, ordersPerSecond: settings.ordersPerSecond })
  const limits = callLimits(settings)
  const counts = newCounts()
  const { signed } = accounts
  const sockets = new StreamsDoor({
    ...{ ground, settings, log, now, accounts: market.trading.accounts },
    api: {
      ...{ handlers, signed, routes: binanceRoutes(ground) },
      limits: new ApiLimits({ counts, limits, now, ordersPerSecond: settings.ordersPerSecond }),
    },
  })
  return {
    addRoutes: (app) =>
      addBinance(app, { ...ground, handlers, signed, proxies, limits, counts }, sockets.routes),
    sockets,
  }
}
