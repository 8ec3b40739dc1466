/**
 * The tickers that the page lacks: only rows in view, only those that changed since it got them. Prices of heads go
 * first, their figures of the day and the rows of lists less often (rates.ts).
 */

import type { Mark } from "../feeds/mark-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import { shownTickers } from "../feeds/targets.ts"
import type { Frame, TickerCells } from "../frame.ts"
import type { View } from "../view.ts"
import type { FramePart } from "./frame-part.ts"
import type { MarketTexts } from "./market-texts.ts"
import { QuoteWorth } from "./quote-worth.ts"
import { DAY_EVERY_MS, HEAD_EVERY_MS, isTurn, ROWS_EVERY_MS } from "./rates.ts"
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
  /** Of those shown: heads, which follow their price with every frame. */
  #heads = new Set<string>()
  /** Wire text of the last price as the page has it. */
  #lastOf = new Map<string, string | undefined>()
  /** Mark of a head as the page has it. */
  #markOf = new Map<string, Mark | undefined>()
  /** Heads whose price went out without the day's figures: those that the page has, and has to get yet. */
  #day = new Map<string, DayCells>()
  #owedDay = new Set<string>()
  /** Something came into view, or all texts are others. */
  #isDue = false
  #isHeadDue = false
  /** Whether the head that is due moved after a pause; undefined until it was looked at. */
  #isHeadUrgent: boolean | undefined
  #headAt = 0
  #areRowsDue = false
  #rowsAt = 0
  #dayAt = 0
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
    if (!this.#heads.has(id)) this.#areRowsDue = true
    else if (this.#isFirstInterest(id)) this.#isDue = true
    else if (this.#hasMoved(id)) this.#isHeadDue = true
    else this.#owedDay.add(id)
  }

  /** It comes by a message of its own, some time after the rest. */
  #isFirstInterest(id: string): boolean {
    return this.#day.get(id)?.openInterest === null && this.#feeds.openInterests.get(id) !== undefined
  }

  /** Its price, or its mark, is another one than the page has. */
  #hasMoved(id: string): boolean {
    const { tickers, marks } = this.#feeds
    return tickers.get(id)?.row[1] !== this.#lastOf.get(id) || marks.get(id) !== this.#markOf.get(id)
  }

  /** Other rows are in view, or in another order. */
  #look(): void {
    const { view } = this.#feeds
    const { list, boards } = this.#orders
    if (this.#seen?.view === view && this.#seen.list === list.ids && this.#seen.boards === boards.ids) return
    this.#seen = { view, list: list.ids, boards: boards.ids }
    const before = this.#shown
    this.#heads = shownTickers(view)
    this.#shown = new Set(this.#heads)
    if (view.list) {
      const first = Math.max(0, view.list.first)
      const end = Math.min(view.list.last + 1, first + ROWS_IN_VIEW_MAX)
      for (const id of list.ids.slice(first, end)) this.#shown.add(id)
    }
    if (view.boards) for (const id of boards.ids) this.#shown.add(id)
    for (const id of this.#day.keys()) if (!this.#heads.has(id)) this.#day.delete(id)
    for (const id of this.#owedDay) if (!this.#heads.has(id)) this.#owedDay.delete(id)
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
    if (this.#isDue && this.#isAnyMissing(this.#shown)) return now
    this.#isDue = false
    if (this.#isHeadDue && !this.#isAnyMissing(this.#heads)) this.#endHead()
    const headAt = this.#isHeadDue ? this.#headAt + HEAD_EVERY_MS : Number.POSITIVE_INFINITY
    const rowsAt = this.#areRowsDue ? this.#rowsAt + ROWS_EVERY_MS : Number.POSITIVE_INFINITY
    const dayAt = this.#owedDay.size > 0 ? this.#dayAt + DAY_EVERY_MS : Number.POSITIVE_INFINITY
    const at = Math.min(headAt, rowsAt, dayAt)
    return Number.isFinite(at) ? Math.max(now, at) : undefined
  }

  /** A head that moves all the time isn't: it was judged when it was due first, too soon after the last one. */
  isUrgent(now: number): boolean {
    if (!this.#isHeadDue) return false
    this.#isHeadUrgent ??= now >= this.#headAt + HEAD_EVERY_MS
    return this.#isHeadUrgent
  }

  #endHead(): void {
    this.#isHeadDue = false
    this.#isHeadUrgent = undefined
  }

  put(frame: Frame, now: number): void {
    this.#put(frame, now, isTurn(this.#rowsAt, ROWS_EVERY_MS, now), isTurn(this.#dayAt, DAY_EVERY_MS, now))
  }

  putUrgent(frame: Frame, now: number): void {
    this.#put(frame, now, false, false)
  }

  #put(frame: Frame, now: number, areRowsIn: boolean, isDayIn: boolean): void {
    const hasRows = this.#isDue || areRowsIn
    const hasDay = this.#isDue || isDayIn
    const ids = new Set<string>()
    for (const id of hasRows ? this.#shown : this.#heads) if (this.#isMissing(id)) ids.add(id)
    if (hasDay) for (const id of this.#owedDay) ids.add(id)
    if (hasRows) this.#rowsAt = now
    if (hasDay) this.#dayAt = now
    if (hasRows) this.#areRowsDue = false
    if (this.#isDue || this.#isHeadDue) this.#headAt = now
    this.#isDue = false
    this.#endHead()
    frame.tickers = [...ids].flatMap((id) => {
      const cells = this.#cells(id)
      if (!cells) return []
      return [this.#heads.has(id) ? this.#withDay(cells, hasDay) : cells]
    })
  }

  #cells(id: string): TickerCells | undefined {
    const { catalogue, tickers, marks, openInterests, shown } = this.#feeds
    const listed = catalogue.get(id)
    if (!listed) return undefined
    const ticker = tickers.get(id)
    const shownLast = this.#lastOf.get(id) ?? ""
    this.#current.add(id)
    this.#lastOf.set(id, ticker?.row[1])
    const quoteWorth = this.#worth.of(listed.market.quote)
    const text = this.#texts.of(listed)
    const [mark, openInterest] = [marks.get(id), openInterests.get(id)]
    if (this.#heads.has(id)) this.#markOf.set(id, mark)
    const newest = shown.trades?.listed.market.id === id ? shown.trades.newest : undefined
    return tickerCells({ listed, ticker, mark, openInterest, text, shownLast, newest, quoteWorth })
  }

  /** The day's figures as they are, or as the page has them until their turn comes. */
  #withDay(cells: TickerCells, isTheirTurn: boolean): TickerCells {
    const { id } = cells
    const shown = this.#day.get(id)
    if (shown && !isTheirTurn) {
      this.#owedDay.add(id)
      return { ...cells, ...shown }
    }
    this.#owedDay.delete(id)
    this.#day.set(id, dayCells(cells))
    return cells
  }

  #isAnyMissing(ids: ReadonlySet<string>): boolean {
    for (const id of ids) if (this.#isMissing(id)) return true
    return false
  }

  #isMissing(id: string): boolean {
    return !this.#current.has(id) && this.#feeds.catalogue.get(id) !== undefined
  }
}

type DayCells = Pick<
  TickerCells,
  | "sign"
  | "change"
  | "changePercent"
  | "high"
  | "low"
  | "volume"
  | "turnover"
  | "turnoverWorth"
  | "spreadPercent"
  | "range"
  | "openInterest"
>

const dayCells = (cells: TickerCells): DayCells => ({
  sign: cells.sign,
  change: cells.change,
  changePercent: cells.changePercent,
  high: cells.high,
  low: cells.low,
  volume: cells.volume,
  turnover: cells.turnover,
  turnoverWorth: cells.turnoverWorth,
  spreadPercent: cells.spreadPercent,
  range: cells.range,
  openInterest: cells.openInterest,
})
