/** The door for programs written for Binance: its routes and its sockets, where the settings have it. */

import type { FastifyInstance } from "fastify"
import { addBinance, doorCounts } from "../binance/add-binance.ts"
import { binanceRoutes, doorGround } from "../binance/binance-routes.ts"
import { ApiLimits } from "../binance/streams/api-limits.ts"
import { StreamsDoor } from "../binance/streams/streams-door.ts"
import type { CallCounts } from "../calls/call-counts.ts"
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
  opened: Pick<OpenedStorage, "clock">
  market: Pick<OpenedMarket, "model" | "trading">
  accounts: Pick<Accounts, "signed">
  handlers: Handlers
  calls: CallCounts
}

/** Undefined: the settings don't have it. */
export function openBinance(
  { settings, log, proxies }: Stage,
  { opened, market, accounts, handlers, calls }: BinanceParts,
): BinanceDoor | undefined {
  if (!(settings.binanceDoor ?? settings.sandbox)) return undefined
  const { now } = opened.clock
  const counts = doorCounts(calls)
  const { ordersPerSecond } = settings
  const ground = doorGround({ reader: market.model, now, ordersPerSecond, orders: counts.orders })
  const limits = callLimits(settings)
  const { signed } = accounts
  const sockets = new StreamsDoor({
    ...{ ground, settings, log, now, accounts: market.trading.accounts },
    api: {
      ...{ handlers, signed, routes: binanceRoutes(ground) },
      limits: new ApiLimits({ calls, counts, limits, now, ordersPerSecond }),
    },
  })
  return {
    addRoutes: (app) =>
      addBinance(app, { ...ground, handlers, signed, proxies, limits, counts }, sockets.routes),
    sockets,
  }
}
