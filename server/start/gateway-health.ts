/** What `/healthz` of a gateway tells: whether it follows the exchange. */

import type { SharedCounts } from "../bus/shared-counts.ts"
import type { SteadyClock } from "../exchange/steady-clock.ts"
import type { Health } from "../http/page-config.ts"
import type { ReplicaMarket } from "./replica-stage.ts"

interface GatewayHealthParts {
  clock: Pick<SteadyClock, "now">
  market: ReplicaMarket
  calls: Pick<SharedCounts, "isAlone">
  /** Open sockets. */
  connections(): number
}

export function gatewayHealth({ clock, market, calls, connections }: GatewayHealthParts): () => Health {
  const { exchange, model } = market
  const { replica } = market.trading
  const started = performance.now()
  return () => {
    const reason = exchange.failure()
    const { kind, source, since } = model.feed()
    return {
      ready: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      feed: source ? `${kind}:${source}` : kind,
      since,
      lag: Math.max(0, clock.now() - model.now()),
      backlog: exchange.backlog(),
      connections: connections(),
      ...(replica ? { history: replica.state() } : {}),
      limits: calls.isAlone() ? "alone" : "shared",
      residentBytes: process.memoryUsage.rss(),
      uptimeSeconds: Math.floor((performance.now() - started) / 1000),
    }
  }
}
