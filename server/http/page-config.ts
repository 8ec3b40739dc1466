/** Serves the page's configuration and the health check. */

import type { FastifyInstance } from "fastify"
import type { PageConfig } from "#core/wire/index.ts"
import { passkeyHome } from "../settings/passkey-home.ts"
import type { Settings } from "../settings/settings.ts"

/** What `/healthz` tells. */
export interface Health {
  /** Prices come, orders are matched, and what is traded is saved. */
  ready: boolean
  /** Why not, in one line. */
  reason?: string
  /** As set: `simulated`, or `replay:FILE`. */
  feed: string
  /** First millisecond that the engine of this data folder traded. */
  since: number
  /** Age of the newest batch, ms. */
  lag: number
  /** Commands that wait for the engine. */
  backlog: number
  /** Open sockets. */
  connections: number
  /**
   * Room that the data takes, bytes, measured once a minute; absent in the first moments. Embedded also what of it is
   * write-ahead log, what is left on the disk, and why the log can't be shortened at the moment.
   */
  disk?: { bytes: number; logBytes?: number; freeBytes?: number; problem?: string }
  /** How much of what is stored was read since the start, and what differs. A gateway leaves that to the exchange's process. */
  stored?: { readPercent: number; differences: readonly string[] }
  /** Where a database replica is named: whether history is read from it, or it is too far behind, away, or of another database. */
  history?: "used" | "behind" | "away" | "foreign"
  /** At a gateway: whether calls are counted for all of them, or by this one alone since the exchange can't be asked. */
  limits?: "shared" | "alone"
  /** Memory of the process: what is in the machine's memory at the moment, bytes. */
  residentBytes: number
  /** By a clock that nobody sets. */
  uptimeSeconds: number
}

export function addPageConfig(app: FastifyInstance, settings: Settings, health: () => Health): void {
  const config: PageConfig = {
    api: settings.api,
    socket: settings.socket,
    mobileSite: settings.mobileSite,
    downloads: { ios: settings.ios, android: settings.android },
    defaultLanguage: settings.defaultLanguage,
    passkeys: passkeyHome(settings)?.domain ?? "",
  }
  app.get("/config.json", (_request, reply) => reply.header("cache-control", "no-cache").send(config))
  app.get("/healthz", (_request, reply) => {
    const state = health()
    return reply
      .code(state.ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send(state)
  })
}
