/** Limits and intervals of the stream: the operator's (server/settings/settings.ts), and the fixed ones. */

import type { BucketSize } from "./token-bucket.ts"

export interface StreamSettings {
  /** How often the server sends `pong`. */
  heartbeatMs: number
  /** How long changes are gathered before they leave in one frame; 0 sends each batch at once. */
  coalesceMs: number
  connectionsMax: number
  connectionsPerAddress: number
  /** Channel and key pairs of one connection. */
  subscriptionsMax: number
  /** What waits for all connections together, in MiB; each has a limit of its own (CONNECTION_BYTES_MAX). */
  socketMegabytesMax: number
  /** Frames are compressed for clients that offer it. */
  isCompressing: boolean
  /** Client messages a second of one connection; after a reconnect all its subscriptions may come at once. */
  messagesPerSecond: number
  /** Origins of pages served elsewhere, as browsers write them: `https://example.org`. */
  origins: readonly string[]
}

/** Where the socket is. */
export const SOCKET_PATH = "/socket"

/** Whole states (snapshots) a second that one connection may ask for. */
const SNAPSHOTS_PER_SECOND = 20
/** `problem` messages that one connection gets: a faulty client is told, a hostile one is not fed. */
export const PROBLEM_BUCKET: BucketSize = { burst: 20, perSecond: 2 }
/** How long a client has to take `closing` and the close frame before its socket is cut. */
export const CLOSING_GRACE_MS = 1000

type Rates = Pick<StreamSettings, "subscriptionsMax" | "messagesPerSecond">

/** What one connection may say. After a reconnect all its subscriptions may come at once. */
export const messageBucket = ({ subscriptionsMax, messagesPerSecond }: Rates): BucketSize => ({
  burst: subscriptionsMax + messagesPerSecond,
  perSecond: messagesPerSecond,
})

/** How many whole states one connection may ask for; all its subscriptions may come at once. */
export const snapshotBucket = ({ subscriptionsMax }: Rates): BucketSize => ({
  burst: subscriptionsMax + SNAPSHOTS_PER_SECOND,
  perSecond: SNAPSHOTS_PER_SECOND,
})
