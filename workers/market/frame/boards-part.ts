/** Orders the boards: at once when others are asked for, at most once a second by itself, never while held. */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame } from "../frame.ts"
import type { BoardsView } from "../view.ts"
import { boardOrders } from "./board-order.ts"
import { FigureMemory } from "./figure-memory.ts"
import type { FramePart } from "./frame-part.ts"
import { countDirections } from "./list-order.ts"
import { QuoteWorth } from "./quote-worth.ts"

/** Rows don't change places more often than this. */
const REORDER_MS = 1000

type BoardsFrame = NonNullable<Frame["boards"]>

export class BoardsPart implements FramePart {
  /** All markets that stand in a board as the page has them. */
  ids: ReadonlySet<string> = new Set()
  #feeds: MarketFeeds
  #figures: FigureMemory
  #worth: QuoteWorth
  #sentText = ""
  #pending: BoardsFrame | null = null
  #question = ""
  #orderedAt = 0
  /** Of tickers and catalogue together: both only rise. */
  #orderedVersion = -1

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
    this.#figures = new FigureMemory(feeds.tickers)
    this.#worth = new QuoteWorth(feeds)
  }

  dueAt(now: number): number | undefined {
    const { view, tickers, catalogue, loader } = this.#feeds
    const { boards } = view
    if (!boards || !catalogue.hasKind(boards.kind)) return undefined
    // The first order comes with the markets that it names.
    if (this.#sentText === "" && loader.isBusy) return undefined
    const question = [boards.kind, boards.rows, ...boards.boards].join()
    const isAsked = question !== this.#question
    const isMoved = !boards.hold && tickers.version + catalogue.version !== this.#orderedVersion
    if (isAsked || (isMoved && now >= this.#orderedAt + REORDER_MS)) {
      this.#question = question
      this.#order(boards, now)
    } else if (isMoved && !this.#pending) return this.#orderedAt + REORDER_MS
    return this.#pending ? now : undefined
  }

  put(frame: Frame): void {
    if (!this.#pending) return
    frame.boards = this.#pending
    this.#sentText = JSON.stringify(this.#pending)
    this.ids = new Set(Object.values(this.#pending.ids).flat())
    this.#pending = null
  }

  #order({ kind, boards, rows }: BoardsView, now: number): void {
    const { catalogue, tickers } = this.#feeds
    const all = catalogue.ofKind(kind)
    const figuresOf = (id: string) => this.#figures.of(id)
    const source = { figuresOf, worthOf: (quote: string) => this.#worth.of(quote) }
    const ids = boardOrders(all, source, boards, rows)
    const frame = { kind, ids, ...countDirections(all, figuresOf) }
    this.#orderedAt = now
    this.#orderedVersion = tickers.version + catalogue.version
    this.#pending = JSON.stringify(frame) === this.#sentText ? null : frame
  }
}
