/** Stage "metrics": what Prometheus may read of a running server, and traces of orders, where the operator asks for them. */

import type { SteadyClock } from "../exchange/steady-clock.ts"
import type { ReadMetric } from "../metrics/create-metrics.ts"
import type { SelfAudit } from "../self-audit/self-audit.ts"
import type { Storage } from "../storage/storage.ts"
import type { Stream } from "../stream/attach-stream.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import { historyMetrics } from "./history-stage.ts"
import type { Stage } from "./stage.ts"

/** What the process with the exchange and its gateways both tell. */
export interface CommonMetricsParts {
  clock: Pick<SteadyClock, "now">
  market: Pick<OpenedMarket, "exchange" | "model" | "trading">
  stream: Pick<Stream, "figures">
  isReady(): boolean
}

interface MetricsParts extends CommonMetricsParts {
  storage: Pick<Storage, "disk">
  market: OpenedMarket
  audit: SelfAudit
}

/** Loads nothing that isn't asked for; answers undefined where there is no port. @throws StartProblem when the port can't be had */
export async function startMetrics(
  { settings, onClose }: Stage,
  read: readonly ReadMetric[],
): Promise<string | undefined> {
  if (settings.traces) {
    const { traceOrders } = await import("../metrics/order-traces.ts")
    onClose(traceOrders())
  }
  if (settings.metricsPort === null) return undefined
  const { createMetrics } = await import("../metrics/create-metrics.ts")
  const { openMetricsDoor } = await import("../metrics/metrics-door.ts")
  const metrics = createMetrics(read)
  onClose(() => metrics.stop())
  const door = await openMetricsDoor(metrics, { host: settings.metricsHost, port: settings.metricsPort })
  onClose(() => door.close())
  return door.address
}

export const flag = (is: boolean): number => (is ? 1 : 0)

export function commonMetrics({ clock, market, stream, isReady }: CommonMetricsParts): ReadMetric[] {
  const { exchange, model } = market
  return [
    { name: "saker_ready", help: "1 while /healthz says ready", read: () => flag(isReady()) },
    {
      name: "saker_engine_backlog_commands",
      help: "Commands that wait for their answers",
      read: () => exchange.backlog(),
    },
    {
      name: "saker_committed_sequence",
      help: "Sequence of the last command that was kept",
      read: () => exchange.committed(),
    },
    {
      name: "saker_orders_accepted_per_second",
      help: "Orders accepted in the last seconds, the house's included",
      read: () => exchange.orderRate().perSecond,
    },
    {
      name: "saker_feed_age_seconds",
      help: "Age of the newest event of the market",
      read: () => Math.max(0, clock.now() - model.now()) / 1000,
    },
    {
      name: "saker_feed_silent",
      help: "1 while the price source sends nothing",
      read: () => flag((model.feed().silentSince ?? 0) > 0),
    },
    { name: "saker_sockets", help: "Open sockets", read: () => stream.figures().connections },
    {
      name: "saker_sockets_slow",
      help: "Open sockets that don't take what is sent",
      read: () => stream.figures().slow,
    },
    {
      name: "saker_socket_waiting_bytes",
      help: "Bytes that wait for slow sockets",
      read: () => stream.figures().waitingBytes,
    },
    ...historyMetrics(market.trading.replica),
  ]
}

/** Of the process with the exchange. */
export function exchangeMetrics(parts: MetricsParts): ReadMetric[] {
  const { storage, market, audit } = parts
  const { exchange, journal } = market
  return [
    ...commonMetrics(parts),
    {
      name: "saker_engine_failed",
      help: "1 once the engine takes no more commands; only a restart helps",
      read: () => flag(exchange.failure() !== undefined),
    },
    {
      name: "saker_database_failing",
      help: "1 while batches can't be kept",
      read: () => flag(journal.failure() !== undefined),
    },
    {
      name: "saker_self_audit_stopped",
      help: "1 while the self-audit has stopped trading",
      read: () => flag(audit.stopReason() !== undefined),
    },
    {
      name: "saker_self_audit_failing",
      help: "1 while the self-audit finds something that isn't right",
      read: () => flag(audit.failure() !== undefined),
    },
    { name: "saker_database_bytes", help: "Room that the data takes", read: () => storage.disk()?.bytes },
    {
      name: "saker_database_log_bytes",
      help: "Of these the write-ahead log",
      read: () => storage.disk()?.logBytes,
    },
    {
      name: "saker_database_free_bytes",
      help: "Room left on the disk",
      read: () => storage.disk()?.freeBytes,
    },
  ]
}
