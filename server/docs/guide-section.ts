/** Sections of the guide, as `/docs` and both documents of the contract show them. */

import type { Settings } from "../settings/settings.ts"

/** Text may hold `code`. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { code: string; says: string }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

export interface Section {
  id: string
  title: string
  blocks: readonly Block[]
}

/** What the documents need to know of the server that serves them. */
export type DocumentSettings = Pick<
  Settings,
  | "name"
  | "api"
  | "socket"
  | "port"
  | "heartbeatMs"
  | "coalesceMs"
  | "readsPerSecond"
  | "historyPerSecond"
  | "accountCallsPerSecond"
  | "uploadsPerSecond"
  | "ordersPerSecond"
  | "cancelsPerSecond"
  | "sessionIdleMinutes"
  | "sessionLifetimeMinutes"
  | "connectionsPerAddress"
  | "httpConnectionsPerAddress"
  | "keepAliveSeconds"
  | "requestSeconds"
  | "subscriptionsMax"
  | "messagesPerSecond"
>
