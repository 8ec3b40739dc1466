/** What Prometheus may read of a gateway, besides what the process with the exchange tells as well. */

import type { SharedCounts } from "../bus/shared-counts.ts"
import type { ReadMetric } from "../metrics/create-metrics.ts"
import { type CommonMetricsParts, commonMetrics, flag } from "./metrics-stage.ts"
import type { ReplicaMarket } from "./replica-stage.ts"

interface GatewayMetricsParts extends CommonMetricsParts {
  market: ReplicaMarket
  calls: Pick<SharedCounts, "isAlone" | "countedAlone">
  isCut(): boolean
}

export function gatewayMetrics(parts: GatewayMetricsParts): ReadMetric[] {
  const { market, calls, isCut } = parts
  return [
    ...commonMetrics(parts),
    {
      name: "saker_gateway_cut_off",
      help: "1 while the process with the exchange doesn't answer",
      read: () => flag(isCut()),
    },
    {
      name: "saker_gateway_follow_failed",
      help: "1 once the command log can't be followed any more; the process ends",
      read: () => flag(market.replica.failure() !== undefined),
    },
    {
      name: "saker_limits_alone",
      help: "1 while this gateway counts the limits of calls for itself, as the shared count can't be reached",
      read: () => flag(calls.isAlone()),
    },
    {
      name: "saker_limits_alone_calls",
      help: "Calls since the start that this gateway counted for itself",
      read: () => calls.countedAlone(),
    },
  ]
}
