/** Markets, the connection, sparklines and problems for the page, each when it changed. */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { ConnectionStatus, Frame, WorkerProblem } from "../frame.ts"
import type { Surroundings } from "../surroundings.ts"
import type { FramePart } from "./frame-part.ts"

/** The list of markets, once its three calls have answered or failed. */
export class CataloguePart implements FramePart {
  #feeds: MarketFeeds
  #sentVersion = 0

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  dueAt(now: number): number | undefined {
    const { catalogue, loader } = this.#feeds
    return catalogue.version !== this.#sentVersion && !loader.isBusy ? now : undefined
  }

  put(frame: Frame): void {
    const { catalogue } = this.#feeds
    this.#sentVersion = catalogue.version
    frame.markets = catalogue.all()
    if (catalogue.feed) frame.feed = catalogue.feed
  }
}

/** Smaller changes of the clock's offset are noise of the network. */
const OFFSET_NOISE_MS = 20

/** Moments and the clock's offset are told by the device's clock: the page adds them to that, orders' times among them. */
export class ConnectionPart implements FramePart {
  #feeds: MarketFeeds
  #surroundings: Surroundings
  #sent: ConnectionStatus | null = null

  constructor(feeds: MarketFeeds, surroundings: Surroundings) {
    this.#feeds = feeds
    this.#surroundings = surroundings
  }

  dueAt(now: number): number | undefined {
    return this.#sent && isSameStatus(this.#status(), this.#sent) ? undefined : now
  }

  put(frame: Frame): void {
    this.#sent = this.#status()
    frame.connection = this.#sent
  }

  #status(): ConnectionStatus {
    const { socket, lastGap } = this.#feeds
    const { roundTrip, clockOffset, clockError, feedSilentSince } = socket.heartbeat
    const ahead = this.#surroundings.ahead()
    return {
      state: socket.state,
      since: socket.since - ahead,
      roundTrip: roundTrip === null ? null : Math.round(roundTrip),
      clockOffset: Math.round(clockOffset + ahead),
      clockError: clockError === null ? null : Math.round(clockError),
      reconnects: socket.reconnects,
      lastGap: lastGap === null ? null : lastGap - ahead,
      feedSilentSince,
    }
  }
}

function isSameStatus(one: ConnectionStatus, other: ConnectionStatus): boolean {
  return (
    one.state === other.state &&
    one.since === other.since &&
    one.roundTrip === other.roundTrip &&
    one.reconnects === other.reconnects &&
    one.lastGap === other.lastGap &&
    one.feedSilentSince === other.feedSilentSince &&
    Math.abs(one.clockOffset - other.clockOffset) < OFFSET_NOISE_MS &&
    isSameError(one.clockError, other.clockError)
  )
}

const isSameError = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) < OFFSET_NOISE_MS

export class SparklinePart implements FramePart {
  #feeds: MarketFeeds

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  dueAt(now: number): number | undefined {
    return this.#feeds.sparklines.hasFresh ? now : undefined
  }

  put(frame: Frame): void {
    frame.sparklines = this.#feeds.sparklines.takeFresh()
  }
}

/** Problems that wait for a frame; a hostile peer makes thousands, the page needs to know of each kind once a second. */
const PROBLEMS_WAITING_MAX = 16
const SAME_AGAIN_MS = 1000

export class ProblemPart implements FramePart {
  #now: () => number
  #waiting: WorkerProblem[] = []
  #saidAt = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(problem: WorkerProblem): void {
    const key = `${problem.kind} ${problem.name}`
    const now = this.#now()
    if (now - (this.#saidAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_AGAIN_MS) return
    if (this.#waiting.length >= PROBLEMS_WAITING_MAX) return
    this.#saidAt.set(key, now)
    this.#waiting.push(problem)
  }

  dueAt(now: number): number | undefined {
    return this.#waiting.length > 0 ? now : undefined
  }

  put(frame: Frame): void {
    frame.problems = this.#waiting
    this.#waiting = []
  }
}
