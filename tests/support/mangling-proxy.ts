/** A proxy between a page and a server that mangles the market socket: loses, repeats, swaps, delays and cuts by a seed. */

import { once } from "node:events"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { WebSocket, WebSocketServer } from "ws"
import { LevelBook } from "#core/book/level-book.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"

/** How likely each trouble of a message is while it mangles. */
const TROUBLES = { dropped: 0.08, repeated: 0.12, swapped: 0.06, stalled: 0.02, cut: 0.006 }
const STALL_MS_MAX = 400
/** Minutes of a market, far more than a page may lag behind. */
const STATES_KEPT = 5000

interface Depth {
  instrument: string
  snapshot?: boolean
  seq: number
  bids: [string, string][]
  asks: [string, string][]
}

/** The levels of a book at one sequence: side, price and total as a page writes them in numbers. */
type BookState = ReadonlySet<string>
export const levelOf = (side: "bid" | "ask", price: number, total: number): string =>
  `${side} ${price} ${total}`

export class ManglingProxy {
  readonly counts: Record<string, number> = {}
  /** Every state of the book that the server has told of, in order, whatever of it arrived; old ones make room. */
  readonly #states: BookState[] = []
  #forgotten = 0
  isMangling = true
  readonly #chance: SeededChance
  readonly #instrument: string
  readonly #upstream: URL
  readonly #http: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #known = new Set<number>()

  private constructor(upstream: string, seed: number, instrument: string) {
    this.#upstream = new URL(upstream)
    this.#chance = new SeededChance(seed)
    this.#instrument = instrument
    this.#http = createServer((asked, answer) => {
      const { hostname, port } = this.#upstream
      const { method, url, headers } = asked
      const onward = request({ hostname, port, method, path: url, headers }, (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
      })
      onward.on("error", () => answer.destroy())
      asked.pipe(onward)
    })
    this.#http.on("upgrade", (asked, socket, head) => {
      this.#sockets.handleUpgrade(asked, socket, head, (page) => this.#join(page, asked.headers.host ?? ""))
    })
  }

  static async open(upstream: string, of: { seed: number; instrument: string }): Promise<ManglingProxy> {
    const proxy = new ManglingProxy(upstream, of.seed, of.instrument)
    proxy.#http.listen(0, "127.0.0.1")
    await once(proxy.#http, "listening")
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** How many states of the book the server has told of. */
  get stateCount(): number {
    return this.#forgotten + this.#states.length
  }

  /** The place of the first state from `from` on that has all these levels; -1: none has. */
  stateWith(levels: readonly string[], from: number): number {
    const start = Math.max(0, from - this.#forgotten)
    const at = this.#states.findIndex(
      (state, place) => place >= start && levels.every((level) => state.has(level)),
    )
    return at < 0 ? -1 : this.#forgotten + at
  }

  /** Faults so far. */
  get faults(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  async close(): Promise<void> {
    for (const page of this.#sockets.clients) page.terminate()
    this.#http.close()
    this.#http.closeAllConnections()
    await once(this.#http, "close")
  }

  #join(page: WebSocket, host: string): void {
    const { host: upstream } = this.#upstream
    const server = new WebSocket(`ws://${upstream}/socket`, { headers: { host }, perMessageDeflate: false })
    const book = new LevelBook()
    const early: string[] = []
    let held: string | undefined
    let stalled: Promise<void> = Promise.resolve()
    const give = (text: string) => {
      stalled = stalled.then(() => page.readyState === page.OPEN && page.send(text)).then(() => undefined)
    }
    server.on("open", () => {
      for (const text of early.splice(0)) server.send(text)
    })
    page.on("message", (data) => {
      if (server.readyState === server.OPEN) server.send(String(data))
      else early.push(String(data))
    })
    server.on("message", (data) => {
      const text = String(data)
      this.#learn(text, book)
      const fault = this.isMangling ? this.#fault() : undefined
      if (fault === "cut") return page.terminate()
      if (fault === "stalled") {
        const ms = this.#chance.whole(1, STALL_MS_MAX)
        stalled = stalled.then(() => new Promise((resolve) => setTimeout(resolve, ms)))
      }
      if (fault === "dropped") return
      if (fault === "swapped" && held === undefined) {
        held = text
        return
      }
      give(text)
      if (fault === "repeated") give(text)
      if (held !== undefined) give(held)
      held = undefined
    })
    server.on("close", () => page.terminate())
    page.on("close", () => server.terminate())
    for (const one of [server, page]) one.on("error", () => undefined)
  }

  #fault(): keyof typeof TROUBLES | undefined {
    for (const [fault, likely] of Object.entries(TROUBLES) as [keyof typeof TROUBLES, number][])
      if (this.#chance.happens(likely)) {
        this.counts[fault] = (this.counts[fault] ?? 0) + 1
        return fault
      }
    return undefined
  }

  #learn(text: string, book: LevelBook): void {
    const said = JSON.parse(text) as unknown
    for (const { type, data } of (Array.isArray(said) ? said : [said]) as { type: string; data: Depth }[]) {
      if (type !== "depth" || data.instrument !== this.#instrument) continue
      if (data.snapshot) book.clear()
      for (const [side, rows] of [
        ["bid", data.bids],
        ["ask", data.asks],
      ] as const)
        for (const [price, total] of rows) book.set(side, toWhole(price), toWhole(total))
      if (this.#known.has(data.seq)) continue
      this.#known.add(data.seq)
      const state = new Set<string>()
      for (const side of ["bid", "ask"] as const)
        for (const [price, total] of grouped(book, side)) state.add(levelOf(side, price, total / SCALE))
      this.#states.push(state)
      if (this.#states.length <= STATES_KEPT) continue
      this.#states.shift()
      this.#forgotten += 1
    }
  }
}

/** In groups of one coin of the quote, as the page shows such prices at first: asks go up to the group, bids down. */
function grouped(book: LevelBook, side: "bid" | "ask"): Map<number, number> {
  const groups = new Map<number, number>()
  for (const { price, total } of book.levels(side, 5000)) {
    const group = side === "bid" ? Math.floor(price / SCALE) : Math.ceil(price / SCALE)
    groups.set(group, (groups.get(group) ?? 0) + total)
  }
  return groups
}

/** Steps finer than any market's here. */
const SCALE = 1e6
const toWhole = (text: string): number => Math.round(Number(text) * SCALE)
