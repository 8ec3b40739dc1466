/** All market data that the worker holds, as wire text, to be compared with what was sent (bench, support). */

import { bookChecksum } from "#core/book/checksum.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Listed } from "./feeds/catalogue.ts"
import type { MarketFeeds } from "./feeds/market-feeds.ts"
import type { MarketDump, Traffic } from "./market.api.ts"

/** Trades told; of older ones there is the count. */
const TRADES_TOLD = 200
const CANDLES_TOLD = 10

export function trafficOf({ socket, gaps }: MarketFeeds): Traffic {
  const { messages, frames, characters, parseErrors } = socket.traffic
  return { messages, frames, characters, malformed: parseErrors, gaps }
}

export function dumpOf(feeds: MarketFeeds): MarketDump {
  const { catalogue, tickers } = feeds
  return {
    ...trafficOf(feeds),
    tickers: catalogue.all().flatMap(({ id }) => {
      const ticker = tickers.get(id)
      return ticker ? [ticker.row] : []
    }),
    book: bookOf(feeds),
    trades: tradesOf(feeds),
    candles: candlesOf(feeds),
  }
}

function bookOf({ shown }: MarketFeeds): MarketDump["book"] {
  const feed = shown.book
  if (feed?.prove() !== "good") return null
  const { tick, lot, market } = feed.listed
  const side = (name: "bid" | "ask") =>
    feed
      .proveBook()
      .levels(name, Number.POSITIVE_INFINITY)
      .map(({ price, total }) => [tick.write(price), lot.write(total)] as const)
  return {
    instrument: market.id,
    seq: feed.proveSequence(),
    bids: side("bid"),
    asks: side("ask"),
    checksum: bookChecksum(feed.proveBook(), tick.write, lot.write),
  }
}

function tradesOf({ shown }: MarketFeeds): MarketDump["trades"] {
  const feed = shown.trades
  if (!feed) return null
  const { tick, lot, market } = feed.listed
  const rows = feed.trades
    .slice(-TRADES_TOLD)
    .map(({ id, price, quantity, side, time }) => [id, tick.write(price), lot.write(quantity), side, time])
  return { instrument: market.id, count: feed.taken, rows }
}

function candlesOf({ shown }: MarketFeeds): MarketDump["candles"] {
  const feed = shown.candles
  if (!feed) return null
  const rows = feed.series.bars.slice(-CANDLES_TOLD).map((bar) => candleTexts(bar, feed.listed))
  return { instrument: feed.listed.market.id, interval: feed.interval, rows }
}

const candleTexts = ({ openTime, open, high, low, close, volume }: Candle, { tick, lot }: Listed) => [
  openTime,
  ...[open, high, low, close].map(tick.write),
  volume === 0 ? "0" : lot.write(volume),
]
