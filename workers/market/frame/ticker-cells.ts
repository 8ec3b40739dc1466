/** The texts of one market's ticker, ready to show. */

import type { Listed } from "../feeds/catalogue.ts"
import type { Mark } from "../feeds/mark-feed.ts"
import type { Ticker } from "../feeds/ticker-feed.ts"
import type { Trade } from "../feeds/trade-feed.ts"
import type { TickerCells } from "../frame.ts"
import { largeFigure } from "../text/large-figure.ts"
import type { MarketText } from "../text/market-text.ts"
import { signedPercent, spreadPercent } from "../text/percent-text.ts"

const FUNDING_DECIMALS = 4

/** Plain numbers of a ticker, to sort and compare by; null where unknown. For order and colour only, never money. */
export interface TickerFigures {
  last: number | null
  /** Per cent over 24 h. */
  change: number | null
  turnover: number | null
  /** Per cent of the middle. */
  spread: number | null
  /** Where the last price lies between 24 h low and high, 0 … 1. */
  range: number | null
}

/** For order and colour only: money stays text. */
export const numberOf = (text: string): number | null => {
  const value = text === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export function tickerFigures(ticker: Ticker | undefined): TickerFigures {
  if (!ticker) return { last: null, change: null, turnover: null, spread: null, range: null }
  const [, last, open, high, low, , turnover, bid, ask] = ticker.row
  const [lastPrice, openPrice] = [numberOf(last), numberOf(open)]
  const [bidPrice, askPrice] = [numberOf(bid), numberOf(ask)]
  return {
    last: lastPrice,
    change: lastPrice !== null && openPrice ? ((lastPrice - openPrice) / openPrice) * 100 : null,
    turnover: numberOf(turnover),
    spread: bidPrice && askPrice ? ((askPrice - bidPrice) / ((askPrice + bidPrice) / 2)) * 100 : null,
    range: rangeOf(lastPrice, numberOf(high), numberOf(low)),
  }
}

export interface CellsSource {
  listed: Listed
  ticker: Ticker | undefined
  mark: Mark | undefined
  /** In the base currency, as on the wire. */
  openInterest: string | undefined
  text: MarketText
  /** Wire text of the last price that the page was given before; empty: none. */
  shownLast: string
  /** The newest trade of the tape that is shown beside it. */
  newest?: Trade | undefined
  /** What one unit of its quote is worth; null where unknown. */
  quoteWorth: number | null
}

export function tickerCells(source: CellsSource): TickerCells {
  const { listed, ticker, mark, openInterest = "", text, shownLast, newest, quoteWorth } = source
  const [, last = "", open = "", high = "", low = "", volume = "", turnover = "", bid = "", ask = ""] =
    ticker?.row ?? []
  const figures = tickerFigures(ticker)
  const moved = figures.last === null || shownLast === "" ? 0 : Math.sign(figures.last - Number(shownLast))
  const lastTicks = listed.tick.read(last)
  const openTicks = listed.tick.read(open)
  const difference = lastTicks - openTicks
  return {
    id: listed.market.id,
    last: text.price(last),
    lastValue: last || null,
    moved: toSign(moved),
    lastSide: newest && newest.price === lastTicks ? newest.side : 0,
    // By what is shown: a change that rounds to 0.00 % has no colour either.
    sign: figures.change === null ? 0 : toSign(Math.sign(Number(figures.change.toFixed(2)))),
    change: Number.isFinite(difference) ? text.signedTicks(difference) : null,
    changePercent: figures.change === null ? null : signedPercent(figures.change, text.marks),
    high: text.price(high),
    low: text.price(low),
    volume: largeFigure(volume, text.language, text.marks.decimal),
    turnover: largeFigure(turnover, text.language, text.marks.decimal),
    turnoverWorth: worthOf(figures.turnover, quoteWorth, text),
    worth: figures.turnover === null || quoteWorth === null ? null : figures.turnover * quoteWorth,
    changeNumber: figures.change,
    bid: text.price(bid),
    ask: text.price(ask),
    spreadPercent: figures.spread === null ? null : spreadPercent(figures.spread, text.marks),
    range: figures.range,
    ...markCells(mark, text),
    openInterest: largeFigure(openInterest, text.language, text.marks.decimal),
  }
}

type MarkCells = Pick<TickerCells, "mark" | "indexPrice" | "fundingRate" | "nextFunding">

function markCells(mark: Mark | undefined, text: MarketText): MarkCells {
  const rate = mark ? numberOf(mark.fundingRate) : null
  return {
    mark: mark ? text.price(mark.mark) : null,
    indexPrice: mark ? text.price(mark.index) : null,
    fundingRate: rate === null ? null : signedPercent(rate * 100, text.marks, FUNDING_DECIMALS),
    nextFunding: mark?.nextFunding || null,
  }
}

function rangeOf(last: number | null, high: number | null, low: number | null): number | null {
  if (last === null || high === null || low === null || high <= low) return null
  return Math.min(1, Math.max(0, (last - low) / (high - low)))
}

/** Of three figures: the product of two numbers is exact enough for them. */
const worthOf = (figure: number | null, worth: number | null, text: MarketText): string | null =>
  figure === null || worth === null
    ? null
    : largeFigure(String(figure * worth), text.language, text.marks.decimal)

const toSign = (value: number): -1 | 0 | 1 => (value > 0 ? 1 : value < 0 ? -1 : 0)
