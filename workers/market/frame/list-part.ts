/** Orders the market list: at once when the user changes it, at most once a second by itself, never while held. */

import type { Market } from "#core/wire/market.ts"
import type { Listed } from "../feeds/catalogue.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame } from "../frame.ts"
import type { ListView } from "../view.ts"
import { FigureMemory } from "./figure-memory.ts"
import type { FramePart } from "./frame-part.ts"
import { countDirections, type FigureOf, filterMarkets, orderMarkets } from "./list-order.ts"
import { QuoteWorth } from "./quote-worth.ts"
import { numberOf } from "./ticker-cells.ts"

/** Rows don't jump more often than this. */
const REORDER_MS = 1000

type ListFrame = NonNullable<Frame["list"]>

export class ListPart implements FramePart {
  /** The order as last given to the page. */
  ids: readonly string[] = []
  #feeds: MarketFeeds
  #sent: ListFrame | null = null
  #pending: ListFrame | null = null
  #question = ""
  #orderedAt = 0
  /** Of tickers and catalogue together: both only rise. */
  #orderedVersion = -1
  #figures: FigureMemory
  #worth: QuoteWorth

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
    this.#figures = new FigureMemory(feeds.tickers)
    this.#worth = new QuoteWorth(feeds)
  }

  dueAt(now: number): number | undefined {
    const { view, tickers, catalogue, loader } = this.#feeds
    if (!view.list || !catalogue.hasKind(view.list.kind)) return undefined
    // The first order comes with the markets that it names.
    if (!this.#sent && loader.isBusy) return undefined
    const question = questionOf(view.list)
    const isAsked = question !== this.#question
    const isMoved = !view.list.hold && tickers.version + catalogue.version !== this.#orderedVersion
    if (isAsked || (isMoved && now >= this.#orderedAt + REORDER_MS)) {
      this.#question = question
      this.#order(view.list, now)
    } else if (isMoved && !this.#pending) return this.#orderedAt + REORDER_MS
    return this.#pending ? now : undefined
  }

  put(frame: Frame): void {
    if (!this.#pending) return
    frame.list = this.#pending
    this.#sent = this.#pending
    this.#pending = null
    this.ids = frame.list.ids
  }

  #order(view: ListView, now: number): void {
    const { catalogue, tickers } = this.#feeds
    const all = catalogue.ofKind(view.kind)
    const figuresOf = (id: string) => this.#figures.of(id)
    const chosen = filterMarkets(all, view, figuresOf, this.#feeds.serverNow(now))
    const places = new Map(view.favourites.map((id, place) => [id, place]))
    const ids = orderMarkets(chosen, view, (listed, sort) =>
      sort === "recent" ? (places.get(listed.market.id) ?? null) : this.#figureOf(listed, sort),
    )
    const counts = countDirections(all, figuresOf)
    const list = { kind: view.kind, ids, total: all.length, ...counts, worthIn: this.#worth.reference }
    this.#orderedAt = now
    this.#orderedVersion = tickers.version + catalogue.version
    this.#pending = this.#sent && isSameList(list, this.#sent) ? null : list
  }

  #figureOf(listed: Listed, sort: Exclude<Parameters<FigureOf>[1], "recent">): number | null {
    const { market } = listed
    const mark = this.#feeds.marks.get(market.id)
    switch (sort) {
      case "funding":
        return numberOf(mark?.fundingRate ?? "")
      case "mark":
        return this.#inReference(numberOf(mark?.mark ?? ""), market.quote)
      case "nextFunding":
        return mark?.nextFunding || null
      case "payout":
        return extremeOf(market, Math.max, ({ payoutRate }) => Number(payoutRate))
      case "periods":
        return extremeOf(market, Math.min, ({ seconds }) => seconds)
      case "listed":
        return market.listedAt || null
      case "last":
      case "turnover":
        return this.#inReference(this.#figures.of(market.id)[sort], market.quote)
      default:
        return this.#figures.of(market.id)[sort]
    }
  }

  /** Plain figures of different currencies can't be compared: 0.05 BTC is more than 100 USDT. */
  #inReference(figure: number | null, quote: string): number | null {
    const worth = figure === null ? null : this.#worth.of(quote)
    return figure === null || worth === null ? null : figure * worth
  }
}

type Period = Extract<Market, { kind: "second" }>["periods"][number]

/** The highest or lowest of what `figure` says of its periods; null of a market without any. */
function extremeOf(
  market: Market,
  extreme: (...figures: number[]) => number,
  figure: (period: Period) => number,
): number | null {
  if (market.kind !== "second" || market.periods.length === 0) return null
  return extreme(...market.periods.map(figure))
}

/** All that decides the order besides the tickers; scrolling and holding don't. */
function questionOf({ kind, chip, query, sort, direction, favourites }: ListView): string {
  return [kind, chip, sort, direction, query, ...favourites].join("\n")
}

function isSameList(one: ListFrame, other: ListFrame): boolean {
  return (
    one.kind === other.kind &&
    one.total === other.total &&
    one.rising === other.rising &&
    one.falling === other.falling &&
    one.worthIn === other.worthIn &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, index) => id === other.ids[index])
  )
}
