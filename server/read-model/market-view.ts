/** The view of one instrument: book, trades, ticker, candles and mark, updated from the engine's events. */

import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { PriceText, TimeMs } from "#core/money/units.ts"
import { DayWindow, type SeedMinute } from "#core/ticker/day-window.ts"
import {
  type CandleRow,
  type MarkRow,
  type OpenInterestRow,
  type TickerRow,
  TRADES_KEPT,
  type TradeRow,
} from "#core/wire/index.ts"
import type { MarkEvent, OpenInterestEvent, TradeEvent } from "#server/engine/event.ts"
import { BookView } from "./book-view.ts"
import { EngineCandles, type FoldedTrade } from "./engine-candles.ts"
import { indexInTicks, TICK_QUANTITY } from "./index-ticks.ts"
import { LiveCandles } from "./live-candles.ts"
import type { WindowView } from "./market-reader.ts"
import { Ring } from "./ring.ts"
import { MarketTexts } from "./step-texts.ts"

export class MarketView {
  instrument: Instrument
  /** Rises with each change of its fields or state. */
  version = 1
  readonly texts: MarketTexts
  /** Undefined: it has no book of its own. */
  readonly book: BookView | undefined
  engineCandles: EngineCandles
  readonly live: LiveCandles
  readonly #trades = new Ring<TradeRow>(TRADES_KEPT)
  readonly #window = new DayWindow()
  #ticker: TickerRow | undefined
  #tickerOf: { time: TimeMs; seq: number } | undefined
  #markRow: MarkRow | undefined
  #openInterest: OpenInterestRow | undefined
  #lastTradeId: number

  constructor(instrument: Instrument, parts: { seq: number; lastTradeId: number }) {
    this.instrument = instrument
    this.texts = new MarketTexts(instrument)
    this.book = instrument.kind === "second" ? undefined : new BookView(this.texts, parts.seq)
    this.engineCandles = new EngineCandles(instrument.kind === "second")
    this.live = new LiveCandles(instrument.kind)
    this.#lastTradeId = parts.lastTradeId
  }

  get lastTradeId(): number {
    return this.#lastTradeId
  }

  /** Minutes of the last 24 h, ascending, for the ticker. */
  seedTicker(minutes: readonly SeedMinute[]): void {
    const counted = this.book
      ? minutes
      : minutes.map((minute) => ({ ...minute, volume: TICK_QUANTITY as never }))
    this.#window.seed(counted)
    this.#ticker = undefined
  }

  /** Trades of an earlier run, oldest first. */
  resumeTrades(rows: readonly TradeRow[]): void {
    for (const row of rows) this.#trades.push(row)
  }

  tradeRow({ id, price, quantity, time, takerSide }: TradeEvent): TradeRow {
    const side = takerSide === "buy" ? 1 : -1
    return [id, this.texts.price(price), this.texts.quantity(quantity), side, time]
  }

  trade(event: TradeEvent): TradeRow {
    const { id, price, quantity, time } = event
    const row = this.tradeRow(event)
    this.#trades.push(row)
    this.#lastTradeId = id
    this.#fold({ time, price, quantity, id })
    return row
  }

  /** A tick of the index that a second contract follows; `id` is the tick's number. */
  indexTick(time: TimeMs, price8: bigint, id: number): void {
    this.#fold({ time, price: indexInTicks(price8, this.instrument.tick), quantity: TICK_QUANTITY, id })
  }

  #fold(trade: FoldedTrade): void {
    this.engineCandles.fold(trade)
    this.live.fold(trade)
    this.#window.add(trade.time, trade.price, trade.quantity)
  }

  /** Takes its state and its times (N3, N5). Answers whether anything of them is new. */
  setListing({ state, openAt, delistAt }: Pick<Instrument, "state" | "openAt" | "delistAt">): boolean {
    const { openAt: openedAt, delistAt: delistedAt, ...same } = this.instrument
    if (same.state === state && openedAt === openAt && delistedAt === delistAt) return false
    this.instrument = {
      ...same,
      state,
      ...(openAt === undefined ? {} : { openAt }),
      ...(delistAt === undefined ? {} : { delistAt }),
    }
    this.version += 1
    return true
  }

  /** Something of the ticker changed; its row is written when it is next read. */
  tickerChanged(time: TimeMs, seq: number): void {
    this.#tickerOf = { time, seq }
    this.#ticker = undefined
  }

  ticker(): TickerRow | undefined {
    if (!this.#ticker && this.#tickerOf)
      this.#ticker = this.#writeTicker(this.#tickerOf.time, this.#tickerOf.seq)
    return this.#ticker
  }

  #writeTicker(time: TimeMs, seq: number): TickerRow {
    const figures = this.#window.at(time)
    const { price, quantity } = this.texts
    const turnover = figures ? formatAmount(figures.turnover * this.instrument.notionalUnit) : ""
    return [
      this.instrument.id,
      figures ? price(figures.last) : "",
      figures ? price(figures.open) : "",
      figures ? price(figures.high) : "",
      figures ? price(figures.low) : "",
      figures && this.book ? quantity(figures.volume) : "",
      this.book ? turnover : "",
      this.book?.bestText("bid") ?? "",
      this.book?.bestText("ask") ?? "",
      time,
      seq,
    ]
  }

  /** The newest minutes, of a market with a book. */
  within(now: TimeMs, minutes: number): WindowView | undefined {
    const figures = this.#window.within(now, minutes)
    if (!figures) return undefined
    const { price, quantity } = this.texts
    return {
      ...{ open: price(figures.open), high: price(figures.high), low: price(figures.low) },
      ...{ last: price(figures.last), volume: quantity(figures.volume) },
      turnover: formatAmount(figures.turnover * this.instrument.notionalUnit),
    }
  }

  markChanged(event: MarkEvent, seq: number): void {
    const { priceDecimals } = this.texts
    this.#markRow = [
      this.instrument.id,
      formatAmount(event.index, priceDecimals),
      formatAmount(event.mark, priceDecimals),
      formatAmount(event.rate),
      event.nextFunding,
      seq,
    ]
  }

  /** P31. */
  openInterestChanged({ size }: OpenInterestEvent, seq: number): void {
    const { id, lot } = this.instrument
    this.#openInterest = [id, this.texts.quantity(Number(size / lot)), seq]
  }

  get openInterest(): OpenInterestRow | undefined {
    return this.#openInterest
  }

  get markRow(): MarkRow | undefined {
    return this.#markRow
  }

  /** Newest first. */
  trades(before: number, limit: number): TradeRow[] {
    return this.#trades.newest(limit, ([id]) => id < before)
  }

  candleRow(candle: Candle): CandleRow {
    const { price, quantity } = this.texts
    return [
      candle.openTime,
      price(candle.open),
      price(candle.high),
      price(candle.low),
      price(candle.close),
      this.book ? quantity(candle.volume) : quantity(0),
      candle.lastTradeId,
      candle.closed ? 1 : 0,
      candle.generated ? 1 : 0,
    ]
  }

  liveRow(interval: Interval, now: TimeMs): CandleRow | undefined {
    const candle = this.live.at(interval, now)
    return candle && this.candleRow(candle)
  }

  sparkline(now: TimeMs): PriceText[] {
    return this.live.sparkline(now).map(this.texts.price)
  }
}
