/** What `/healthz` tells: whether prices come, orders are matched and trades are saved. */

import type { SteadyClock } from "../exchange/steady-clock.ts"
import type { Feed } from "../feed/feed.ts"
import type { Health } from "../http/page-config.ts"
import type { StoredCheck } from "../journal/stored-check.ts"
import type { SelfAudit } from "../self-audit/self-audit.ts"
import type { Storage } from "../storage/storage.ts"
import type { OpenedMarket } from "./exchange-stage.ts"

interface HealthParts {
  clock: Pick<SteadyClock, "now" | "apart">
  storage: Pick<Storage, "disk">
  feed: Feed
  market: OpenedMarket
  audit: SelfAudit
  stored: Pick<StoredCheck, "state" | "failure">
  /** Open sockets. */
  connections(): number
}

/** Uptime is counted from this call, by the monotonic clock: the wall clock may be set back behind the start. */
export function watchHealth({
  clock,
  storage,
  feed,
  market,
  audit,
  stored,
  connections,
}: HealthParts): () => Health {
  const { exchange, journal, model, saver } = market
  const { replica } = market.trading
  const started = performance.now()
  return () => {
    const reason =
      exchange.failure() ??
      journal.failure() ??
      audit.failure() ??
      apartness(clock) ??
      stored.failure() ??
      saver.failure()
    const disk = storage.disk()
    return {
      ready: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      feed: feed.source ? `${feed.kind}:${feed.source}` : feed.kind,
      since: model.feed().since,
      lag: Math.max(0, clock.now() - model.now()),
      backlog: exchange.backlog(),
      connections: connections(),
      ...(replica ? { history: replica.state() } : {}),
      ...(disk ? { disk } : {}),
      stored: stored.state(),
      residentBytes: process.memoryUsage.rss(),
      uptimeSeconds: Math.floor((performance.now() - started) / 1000),
    }
  }
}

/** Time goes on meanwhile, and so does trading; but whoever compares with another clock sees the difference. */
function apartness(clock: HealthParts["clock"]): string | undefined {
  const seconds = Math.round(clock.apart() / 1000)
  if (seconds === 0) return undefined
  const where = seconds > 0 ? "ahead of" : "behind"
  return `the exchange's time is ${Math.abs(seconds)} s ${where} the wall clock, which was set while it ran or before it started; correct that clock, or start anew if it is right`
}
