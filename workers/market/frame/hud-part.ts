/** Rates, gaps and latencies for the debug panel (`?hud`): once a second, only while it is open. */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame, HudFigures } from "../frame.ts"
import type { FlushRate } from "./flush-rate.ts"
import type { FramePart } from "./frame-part.ts"

const EVERY_MS = 1000

interface Counts {
  at: number
  messages: number
  frames: number
  characters: number
  flushes: number
}

export class HudPart implements FramePart {
  #feeds: MarketFeeds
  #rate: FlushRate
  #before: Counts | null = null
  /** Of the newest datum that was on its way at the last frame: how long it waited for that frame. */
  #framedMs = 0
  #framedTime = 0

  constructor(feeds: MarketFeeds, rate: FlushRate) {
    this.#feeds = feeds
    this.#rate = rate
  }

  dueAt(now: number): number | undefined {
    if (!this.#feeds.view.hud) {
      this.#before = null
      return undefined
    }
    this.#before ??= this.#counts(now)
    return this.#before.at + EVERY_MS
  }

  /** A frame goes out: what was applied since the last one has been framed. */
  noteFrame(builtAt: number): void {
    const { time, appliedAt } = this.#feeds.router.newest
    if (time <= this.#framedTime) return
    this.#framedTime = time
    this.#framedMs = Math.max(0, builtAt - appliedAt)
  }

  put(frame: Frame, now: number): void {
    const counts = this.#counts(now)
    frame.hud = this.#figures(this.#before ?? counts, counts)
    this.#before = counts
  }

  #counts(at: number): Counts {
    const { messages, frames, characters } = this.#feeds.socket.traffic
    return { at, messages, frames, characters, flushes: this.#rate.asked }
  }

  #figures(before: Counts, now: Counts): HudFigures {
    const feeds = this.#feeds
    const seconds = Math.max(0.001, (now.at - before.at) / 1000)
    const perSecond = (name: Exclude<keyof Counts, "at">) => Math.round((now[name] - before[name]) / seconds)
    const { time, receivedAt, appliedAt } = feeds.router.newest
    return {
      messagesPerSecond: perSecond("messages"),
      framesPerSecond: perSecond("frames"),
      bytesPerSecond: perSecond("characters"),
      flushesPerSecond: perSecond("flushes"),
      flushTargetHz: this.#rate.hz,
      missedFrames: this.#rate.missedFrames,
      gaps: feeds.gaps,
      parseErrors: feeds.socket.traffic.parseErrors,
      dataAgeMs: time === 0 ? 0 : Math.round(feeds.serverNow(now.at) - time),
      hops: {
        received: time === 0 ? 0 : Math.round(feeds.serverNow(receivedAt) - time),
        applied: appliedAt - receivedAt,
        framed: this.#framedMs,
      },
    }
  }
}
