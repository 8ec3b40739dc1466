/** Surroundings for tests: a fake clock with its timers, fake sockets, and calls answered from tables. */

import type { PriceText, QuantityText } from "#core/money/units.ts"
import type { Market, TickerRow } from "#core/wire/market.ts"
import type { AnswerLike, CallSettings, SocketLike, Surroundings } from "./surroundings.ts"

export const START = Date.UTC(2026, 0, 5, 12, 0, 0)
/** Promises chained in one step of the code under test, at most. */
const MICROTASKS = 30

export class FakeSocket implements SocketLike {
  readyState = 0
  protocol = ""
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  readonly sent: { type: string; data: Record<string, unknown> }[] = []

  constructor(url: string) {
    this.url = url
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  /** The server or the network ends it, with an event. */
  drop(): void {
    this.readyState = 3
    this.onclose?.()
  }

  text(text: unknown): void {
    this.onmessage?.({ data: text })
  }

  /** One message, as the server would write it. */
  say(type: string, data: unknown): void {
    this.text(JSON.stringify({ type, data }))
  }

  /** Keys of the subscriptions asked for and not taken back, in order: `depth BTC_USDT`. */
  get subscribed(): string[] {
    const keys = new Set<string>()
    for (const { type, data } of this.sent) {
      const key = `${data.channel} ${data.key}`
      if (type === "subscribe") keys.add(key)
      if (type === "unsubscribe") keys.delete(key)
    }
    return [...keys]
  }

  count(type: string): number {
    return this.sent.filter((message) => message.type === type).length
  }
}

export type Answers = Record<string, (query: URLSearchParams) => unknown>

/** `now` stands still until {@link advance}; timers run in the order of their times, promises in between. */
export class FakeSurroundings implements Surroundings {
  time = START
  /** What {@link ahead} tells. */
  wentBack = 0
  readonly sockets: FakeSocket[] = []
  readonly calls: string[] = []
  /** By path: what `data` is. One that throws is a network that fails. */
  answers: Answers = {}
  /** The next sockets can't even be made. */
  refusesSockets = false
  #timers = new Map<number, { at: number; run: () => void }>()
  #nextTimer = 1

  now(): number {
    return this.time
  }

  ahead(): number {
    return this.wentBack
  }

  random(): number {
    return 0.5
  }

  setTimer(run: () => void, afterMs: number): number {
    const timer = this.#nextTimer
    this.#nextTimer += 1
    this.#timers.set(timer, { at: this.time + afterMs, run })
    return timer
  }

  clearTimer(timer: number): void {
    this.#timers.delete(timer)
  }

  openSocket(url: string): FakeSocket {
    if (this.refusesSockets) throw new Error("no socket")
    const socket = new FakeSocket(url)
    this.sockets.push(socket)
    return socket
  }

  async fetch(url: string, _settings: CallSettings): Promise<AnswerLike> {
    this.calls.push(url)
    const { pathname, searchParams } = new URL(url)
    const answer = this.answers[pathname]
    if (!answer) return { ok: false, status: 404, json: async () => null }
    const data = await answer(searchParams)
    return { ok: true, status: 200, json: async () => ({ code: 200, message: "", data }) }
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error("no socket was opened")
    return socket
  }

  get timers(): number {
    return this.#timers.size
  }

  /** Lets time pass, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms
    await settle()
    for (;;) {
      const next = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)[0]
      if (!next || next[1].at > end) break
      this.#timers.delete(next[0])
      this.time = Math.max(this.time, next[1].at)
      next[1].run()
      await settle()
    }
    this.time = end
    await settle()
  }

  /** The machine sleeps: time passes, nothing runs. Timers that came due run with the next {@link advance}. */
  sleep(ms: number): void {
    this.time += ms
  }
}

/** Lets promises run on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve()
}

interface MarketShape {
  tick?: string
  lot?: string
  kind?: "spot" | "perpetual"
  listedAt?: number
  name?: string
}

/** A listed market with a ticker: last 100, up 25 % from 80. */
export function fakeMarket(id: string, shape: MarketShape = {}): Market {
  const [base = "", quote = ""] = id.split("_")
  const common = {
    id,
    base,
    quote,
    name: shape.name ?? base,
    tick: (shape.tick ?? "0.1") as PriceText,
    lot: (shape.lot ?? "0.001") as QuantityText,
    state: "open" as const,
    listedAt: shape.listedAt ?? 0,
    openAt: 0,
    delistAt: 0,
    ticker: fakeTicker(id),
    minQuantity: "0.001" as QuantityText,
    maxQuantity: "1000" as QuantityText,
    maxMarketQuantity: "100" as QuantityText,
    minNotional: "5",
    priceRule: "strict" as const,
    band: "0.05",
    marketProtection: "0.05",
  }
  if (shape.kind !== "perpetual") return { kind: "spot", ...common }
  const perpetual = { index: `${base}_${quote}`, leverageMax: 100, fundingHours: 8 }
  const prices = { indexPrice: "100", mark: "100", fundingRate: "0.0001", nextFunding: START }
  return { kind: "perpetual", ...common, ...perpetual, ...prices }
}

/** A second-contract market with a period for each payout rate. */
export function fakeSecond(id: string, payoutRates: readonly string[]): Market {
  const { tick, lot, name, base, quote, state, listedAt, openAt, delistAt, ticker } = fakeMarket(id)
  const periods = payoutRates.map((payoutRate, at) => ({
    seconds: 30 * (at + 1),
    payoutRate,
    minStake: "5",
    maxStake: "1000",
  }))
  const listed = { id, tick, lot, name, base, quote, state, listedAt, openAt, delistAt, ticker }
  return { kind: "second", ...listed, index: `${base}_${quote}`, periods }
}

interface TickerShape {
  last?: string
  open?: string
  turnover?: string
  bid?: string
  ask?: string
  time?: number
  seq?: number
}

export function fakeTicker(id: string, shape: TickerShape = {}): TickerRow {
  const { last = "100", open = "80", turnover = "1000000", bid = "99.9", ask = "100.1" } = shape
  return [id, last, open, "120", "60", "10000", turnover, bid, ask, shape.time ?? START, shape.seq ?? 0]
}

/** The three lists of markets. */
export function fakeLists(spot: Market[], perpetual: Market[] = [], second: Market[] = []): Answers {
  const feed = { kind: "simulated", source: "", practice: true, since: START }
  const list = (rows: Market[]) => () => ({ time: START, feed, rows })
  return {
    "/market/exchange": list(spot),
    "/market/contract": list(perpetual),
    "/market/second": list(second),
    "/market/sparklines": () => ({ time: START, rows: [] }),
  }
}
