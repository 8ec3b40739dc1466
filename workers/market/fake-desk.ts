/** A whole worker for tests: a desk with a socket, a page that looks at one market, and a book server. */

import { FakeBookServer, seededChance } from "./fake-book.ts"
import { FakePage } from "./fake-page.ts"
import { type Answers, FakeSurroundings, fakeLists, fakeMarket } from "./fake-surroundings.ts"
import type { BookFrame } from "./frame.ts"
import { MarketDesk } from "./market-desk.ts"
import type { View } from "./view.ts"

export const ID = "BTC_USDT"
export const NOTHING: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }
/** Price head, book and tape of one market. */
export const TRADE_VIEW: View = {
  ...NOTHING,
  tickers: [ID],
  book: { instrument: ID, group: 1, rows: 8, sides: "both", hold: false },
  tape: { instrument: ID, rows: 20 },
}
/** Shorter than two silent heartbeats. */
const BEAT_MS = 2000

export class FakeDesk {
  readonly world = new FakeSurroundings()
  readonly desk = new MarketDesk(this.world)
  readonly page = new FakePage(this.desk, this.world)
  readonly server = new FakeBookServer(ID, "0.1", "0.001", seededChance(3))

  /** Connected, subscribed, but without any data yet. `lists`: the markets that there are. */
  async open(
    lists: Answers = fakeLists([fakeMarket(ID), fakeMarket("ETH_USDT"), fakeMarket("SOL_USDT")]),
  ): Promise<this> {
    this.world.answers = lists
    await this.desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
    await this.desk.show(TRADE_VIEW)
    this.page.look()
    this.world.socket.open()
    await this.world.advance(50)
    return this
  }

  say(type: string, data: unknown): void {
    this.world.socket.say(type, data)
  }

  pong(): void {
    this.say("pong", { time: this.world.time, roundTrip: 20 })
  }

  /** A delta of the server's book, or what is given. */
  depth(data = this.server.change()): void {
    this.say("depth", data)
  }

  snapshot(): void {
    this.server.time = this.world.time
    this.depth(this.server.snapshot())
  }

  trade(id: number, price = "1000.1", quantity = "0.5", side: 1 | -1 = 1): unknown[] {
    return [id, price, quantity, side, this.world.time]
  }

  trades(...rows: unknown[]): void {
    this.say("trade", { instrument: ID, rows })
  }

  /** What the server answers to the subscriptions. */
  async answerAll(): Promise<void> {
    this.say("subscribed", { channel: "ticker", key: ID })
    this.snapshot()
    this.trades(this.trade(1), this.trade(2))
    await this.world.advance(200)
  }

  /** Time passes while the heart beats. */
  async live(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= BEAT_MS) {
      await this.world.advance(Math.min(BEAT_MS, left))
      this.pong()
    }
  }

  /** What the server's book has at the prices that a frame has rows for, as {@link shownBook} writes it. */
  truth(frame: BookFrame | undefined): string[][] {
    return (["bid", "ask"] as const).map((side) => {
      const rows = new Set((side === "bid" ? frame?.bids : frame?.asks)?.map((row) => row.priceValue))
      return this.server.book
        .levels(side, 1000)
        .map(({ price, total }) => [(price / 10).toFixed(1), (total / 1000).toFixed(3)] as const)
        .filter(([price]) => rows.has(price))
        .map(([price, total]) => `${price} ${total}`)
    })
  }
}

/** What a frame shows of the book, as price and size, best first; emptied rows left out. */
export const shownBook = (frame: BookFrame | undefined): string[][] =>
  [frame?.bids, frame?.asks].map((rows) =>
    (rows ?? []).flatMap((row) =>
      row.size === null ? [] : [`${row.priceValue} ${row.size.replace(",", "")}`],
    ),
  )
