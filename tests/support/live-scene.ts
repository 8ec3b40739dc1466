/** A live feed under test: a stand-in as its exchange, an engine in memory, and fake time. */

import { setImmediate } from "node:timers/promises"
import type { IndexEvent, TradeEvent } from "#server/engine/event.ts"
import type { CcxtSettings } from "#server/feed/ccxt/open-venues.ts"
import { createFeed } from "#server/feed/create-feed.ts"
import type { Feed } from "#server/feed/feed.ts"
import { Beat } from "#server/maker/beat.ts"
import { MemoryDoor } from "#tests/support/memory-door.ts"
import { ExchangeStandIn } from "./exchange-stand-in.ts"

export const START = Date.UTC(2026, 10, 20, 12, 0, 30)
export const BTC = {
  bids: [
    ["60000.00000000", "1.00000000"],
    ["59999.50000000", "2.00000000"],
  ],
  asks: [
    ["60000.10000000", "0.50000000"],
    ["60001.00000000", "3.00000000"],
  ],
} as const
const PEPE = {
  bids: [["0.00001020", "5000000.00"]],
  asks: [["0.00001021", "4000000.00"]],
} as const

export const WEIGHTS = new Map([
  ["binance", 3n],
  ["binanceus", 1n],
])

/** What a scene needs of a stand-in; tests talk with the rest of it. */
interface Startable {
  start(): Promise<string>
  close(): Promise<void>
}

/** Loading ccxt alone takes seconds on a busy machine. */
const PATIENCE_MS = 60_000

/** Time stands still but for {@link pass}; only the sockets are real. */
export class LiveScene<Stand extends Startable = ExchangeStandIn> {
  /** The server gives its engine the feed's weights; here they are given beforehand. */
  readonly door = new MemoryDoor(START, { indexWeights: WEIGHTS })
  readonly beat = new Beat()
  readonly said: string[] = []
  readonly trades: TradeEvent[] = []
  readonly indexes: IndexEvent[] = []
  /** How long each failed try made its channel wait, ms. */
  readonly pauses: number[] = []
  readonly stand: Stand
  feed!: Feed
  #waiting: { due: number; end: () => void }[] = []

  /** `make`: of a stand-in that knows its markets; left out: Binance's, with some. */
  constructor(make?: (now: () => number) => Stand) {
    const now = () => this.door.now()
    this.stand = make ? make(now) : (binanceWithMarkets(now) as unknown as Stand)
  }

  async open(settings: Partial<CcxtSettings> & { feed?: string } = {}): Promise<Feed> {
    const address = await this.stand.start()
    const { feed = "ccxt:binance", addresses, ...rest } = settings
    const opening = createFeed({
      feed,
      say: (text) => this.said.push(text),
      ccxt: {
        addresses: { "*": address, ...addresses },
        beat: this.beat,
        surroundings: { now: () => this.door.now(), pause: (ms, signal) => this.#pause(ms, signal) },
        ...rest,
      },
    })
    let isOpen = false
    const done = opening.finally(() => {
      isOpen = true
    })
    done.catch(() => undefined)
    await this.until(() => isOpen, 200)
    this.feed = await done
    return this.feed
  }

  /** Resolves when the market named has a book here. */
  async start(id = "BTC_USDT"): Promise<void> {
    this.door.listen(({ events }) => {
      for (const event of events)
        if (event.type === "trade") this.trades.push(event)
        else if (event.type === "index") this.indexes.push(event)
    })
    this.door.list(this.feed.instruments)
    void this.feed.start(this.door)
    await this.until(() => this.levels(id, "buy").length > 0)
  }

  pass(ms: number): void {
    this.door.pass(ms)
    const due = this.#waiting.filter((one) => one.due <= this.door.now())
    this.#waiting = this.#waiting.filter((one) => one.due > this.door.now())
    for (const { end } of due) end()
    this.beat.advance(this.door.now())
  }

  /** Lets time pass in small steps, and the sockets talk between them, until something is so. */
  async until(isSo: () => boolean, stepMs = 50): Promise<void> {
    const patience = performance.now() + PATIENCE_MS
    while (!isSo()) {
      if (performance.now() > patience) throw new Error(`never so: ${isSo}; said: ${this.said.join(" | ")}`)
      this.pass(stepMs)
      await new Promise((resolve) => setTimeout(resolve, 1))
      await setImmediate()
    }
  }

  levels(id: string, side: "buy" | "sell"): [number, number][] {
    return this.door.engine.levels(id, side).map(({ price, total }) => [price, total])
  }

  async close(): Promise<void> {
    await this.feed?.stop()
    await this.stand.close()
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    this.pauses.push(ms)
    return new Promise((resolve) => {
      this.#waiting.push({ due: this.door.now() + ms, end: resolve })
      signal.addEventListener("abort", () => resolve())
    })
  }
}

function binanceWithMarkets(now: () => number): ExchangeStandIn {
  const stand = new ExchangeStandIn(now)
  stand.list("BTC", "USDT", { tick: "0.01000000", lot: "0.00001000" }, BTC)
  stand.list("PEPE", "USDT", { tick: "0.00000001", lot: "1.00" }, PEPE)
  stand.list("UNHEARD", "USDT", { tick: "0.01000000", lot: "0.01000000" }, BTC)
  return stand
}
