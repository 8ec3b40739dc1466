/** What can be subscribed to: topics with their audience, and the sources that write their messages. */

import type { MarketChange } from "#server/read-model/market-reader.ts"
import type { Fragment } from "./frame.ts"
import type { Outlet } from "./outlet.ts"

/** A connection, as far as topics and what is sent of them are concerned. */
export interface Subscriber {
  readonly topics: Set<Topic>
  readonly outlet: Outlet
  /** Closes it: it took too little for too long. */
  drop(reason: "slow"): void
}

/** One channel and key with its audience; exists while it has one. */
export interface Topic {
  readonly source: Source
  readonly key: string
  /** The `subscribed` message. */
  readonly confirmation: Fragment
  /** They hold the whole state and get what changes. */
  readonly members: Set<Subscriber>
  /** They get the whole state with the next flush. */
  readonly joining: Set<Subscriber>
}

/**
 * How one channel reads the market. `News` is what changed under a key since the last flush, in a form that can be
 * merged for a slow reader and written out later. `take`, `whole` and `encode` are called only within a flush, so
 * they may read the market as it stands: by then everything gathered up to now has been taken.
 */
export interface Source<News = unknown> {
  readonly channel: string
  readonly topics: Map<string, Topic>
  /** The key names something that this channel has. */
  knows(key: string): boolean
  /** Notes what a batch changed for keys with members. True: there is something to publish. */
  gather(change: MarketChange): boolean
  /** Ends the gathering and hands out the news by key; keys without an audience may be among them. */
  take(): Iterable<readonly [key: string, news: News]>
  /** What a new subscriber needs first. */
  whole(key: string): News
  /**
   * Adds later news to those kept for one slow reader. `own` is his alone and may change, `later` is shared and may
   * not; without `own` the answer is a copy.
   */
  merge(own: News | undefined, later: News): News
  /** What a subscriber needs who has everything up to `n`; left out: the whole. */
  since?(key: string, n: number): News
  /** The message, several of them that must not be parted, or undefined when there is nothing to say. */
  encode(key: string, news: News): string | readonly string[] | undefined
  /** Memory that news kept for a slow reader take, in bytes, roughly. */
  size(news: News): number
  /** The last of the audience has left. */
  forget(key: string): void
}

/** A message in the agreed form; `data` is JSON text already. */
export const messageText = (type: string, data: string): string => `{"type":"${type}","data":${data}}`
