/** The tickers that the page lacks: only rows in view, only those that changed since it got them. */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import { shownTickers } from "../feeds/targets.ts"
import type { Frame } from "../frame.ts"
import type { View } from "../view.ts"
import type { FramePart } from "./frame-part.ts"
import type { MarketTexts } from "./market-texts.ts"
import { QuoteWorth } from "./quote-worth.ts"
import { tickerCells } from "./ticker-cells.ts"

/** Rows sent at most in one list view; nobody sees more. */
const ROWS_IN_VIEW_MAX = 200

/** Which rows the page has, and in which order. */
interface ShownOrders {
  readonly list: { readonly ids: readonly string[] }
  readonly boards: { readonly ids: ReadonlySet<string> }
}

interface Seen {
  view: View
  list: readonly string[]
  boards: ReadonlySet<string>
}

export class TickerPart implements FramePart {
  #feeds: MarketFeeds
  #texts: MarketTexts
  #orders: ShownOrders
  #worth: QuoteWorth
  #textVersion = 0
  #shown = new Set<string>()
  /** Of those shown: the page has the newest. */
  #current = new Set<string>()
  /** Wire text of the last price as the page has it. */
  #lastOf = new Map<string, string>()
  #isDue = false
  /** What was in view, and in which order, when {@link #shown} was made of it. */
  #seen: Seen | null = null

  constructor(feeds: MarketFeeds, texts: MarketTexts, orders: ShownOrders) {
    this.#feeds = feeds
    this.#texts = texts
    this.#orders = orders
    this.#worth = new QuoteWorth(feeds)
  }

  noteChange(id: string): void {
    // Said of every row that comes, and most are not in view: nothing is done for those.
    if (!this.#shown.has(id)) return
    this.#current.delete(id)
    this.#isDue = true
  }

  /** Other rows are in view, or in another order. */
  #look(): void {
    const { view } = this.#feeds
    const { list, boards } = this.#orders
    if (this.#seen?.view === view && this.#seen.list === list.ids && this.#seen.boards === boards.ids) return
    this.#seen = { view, list: list.ids, boards: boards.ids }
    const before = this.#shown
    this.#shown = shownTickers(view)
    if (view.list) {
      const first = Math.max(0, view.list.first)
      const end = Math.min(view.list.last + 1, first + ROWS_IN_VIEW_MAX)
      for (const id of list.ids.slice(first, end)) this.#shown.add(id)
    }
    if (view.boards) for (const id of boards.ids) this.#shown.add(id)
    // What was out of view may have changed meanwhile.
    for (const id of this.#current) if (!this.#shown.has(id)) this.#current.delete(id)
    for (const id of this.#shown) if (!before.has(id)) this.#current.delete(id)
    this.#isDue = true
  }

  dueAt(now: number): number | undefined {
    this.#look()
    if (this.#textVersion !== this.#texts.version) {
      this.#textVersion = this.#texts.version
      this.#current.clear()
      this.#isDue = true
    }
    if (!this.#isDue) return undefined
    for (const id of this.#shown) if (this.#isMissing(id)) return now
    this.#isDue = false
    return undefined
  }

  put(frame: Frame): void {
    const { catalogue, tickers, marks, openInterests } = this.#feeds
    this.#isDue = false
    frame.tickers = [...this.#shown].flatMap((id) => {
      const listed = catalogue.get(id)
      if (!listed || !this.#isMissing(id)) return []
      const ticker = tickers.get(id)
      const shownLast = this.#lastOf.get(id) ?? ""
      this.#current.add(id)
      this.#lastOf.set(id, ticker?.row[1] ?? "")
      const quoteWorth = this.#worth.of(listed.market.quote)
      const text = this.#texts.of(listed)
      const [mark, openInterest] = [marks.get(id), openInterests.get(id)]
      return tickerCells({ listed, ticker, mark, openInterest, text, shownLast, quoteWorth })
    })
  }

  #isMissing(id: string): boolean {
    return !this.#current.has(id) && this.#feeds.catalogue.get(id) !== undefined
  }
}
