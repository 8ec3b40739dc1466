/**
 * The conflated backlog of a client that can't be written to right now. Not messages but what they come to: the newest
 * ticker, one merged depth delta, the last trades (W2). So it can't grow with the market's rate.
 */

import type { Fragment, Frame } from "./frame.ts"

/** Bytes waiting in a client's socket from which on it counts as slow: it gets nothing new until all have left. */
export const SLOW_BUFFER_BYTES = 256 * 1024
/** Longest that a slow client may take to empty its socket; after that it is dropped. */
export const SLOW_STALL_MS = 10_000
/** Most memory that one connection may hold, socket buffer and what is kept for it together (W2). */
export const CONNECTION_BYTES_MAX = 2 * 1024 * 1024
/** Frames for one client are cut at about this size, so that a frame never overshoots the limits above. */
const FRAME_LENGTH_MAX = 128 * 1024
/** What the bookkeeping of one topic costs. */
const ENTRY_BYTES = 120

/** What news belong to: a topic, as far as keeping and writing them goes. */
export interface NewsTopic {
  readonly key: string
  readonly source: {
    merge(own: unknown, later: unknown): unknown
    size(news: unknown): number
    encode(key: string, news: unknown): string | readonly string[] | undefined
  }
}

interface Entry {
  news: unknown
  /** Nobody else holds these news: they may be changed. */
  isOwn: boolean
  size: number
}
/** An answer that goes out as it is, in its place between the news. */
interface Note {
  readonly message: Fragment
}

/** Writes out what is kept for a topic; texts may be shared with others in the same flush. */
export type WriteOut = (topic: NewsTopic, news: unknown) => Fragment | undefined

export class Backlog {
  readonly #entries = new Map<NewsTopic | Note, Entry>()
  #bytes = 0

  /** Memory it takes, roughly. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Merges what is new with what is kept. News that come once are shared with all others who get them. */
  add(topic: NewsTopic, news: unknown): void {
    const kept = this.#entries.get(topic)
    if (kept) {
      const own = kept.isOwn ? kept.news : topic.source.merge(undefined, kept.news)
      const merged = topic.source.merge(own, news)
      this.#keep(topic, { news: merged, isOwn: true, size: topic.source.size(merged) })
    } else {
      this.#keep(topic, { news, isOwn: false, size: topic.source.size(news) })
    }
  }

  /** The whole state of a topic makes what was kept of it needless. */
  replace(topic: NewsTopic, whole: unknown): void {
    this.#keep(topic, { news: whole, isOwn: false, size: topic.source.size(whole) })
  }

  /** Keeps an answer behind all that is kept already. */
  say(message: Fragment): void {
    this.#keep({ message }, { news: undefined, isOwn: false, size: message.text.length })
  }

  #keep(key: NewsTopic | Note, entry: Entry): void {
    this.remove(key)
    this.#bytes += entry.size + ENTRY_BYTES
    this.#entries.set(key, entry)
  }

  remove(key: NewsTopic | Note): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#bytes -= entry.size + ENTRY_BYTES
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Moves what is kept into a frame, one by one, until the frame is full or nothing is left. */
  pour(frame: Frame, writeOut: WriteOut): Frame {
    let filled = frame
    for (const [key, entry] of this.#entries) {
      if (filled.length > FRAME_LENGTH_MAX) break
      const message = "message" in key ? key.message : writeOut(key, entry.news)
      if (message) filled = filled.with(message)
      this.remove(key)
    }
    return filled
  }
}
