/** What ccxt's manual says of its structures, as checks: every exchange class must answer in this form. */

import { expect } from "vitest"

type Fields = Record<string, unknown>

const isNumberOrNone = (value: unknown) => value === undefined || typeof value === "number"

function expectNumbers(of: Fields, names: readonly string[], what: string): void {
  for (const name of names)
    expect(isNumberOrNone(of[name]), `${what}.${name} is ${String(of[name])}`).toBe(true)
}

function expectTime({ timestamp, datetime }: Fields, what: string): void {
  expect(timestamp, what).toBeGreaterThan(1_500_000_000_000)
  expect(Date.parse(String(datetime)), what).toBe(timestamp)
}

export function expectMarket(market: Fields): void {
  const what = String(market.symbol)
  for (const name of ["id", "symbol", "base", "quote", "baseId", "quoteId", "type"])
    expect(market[name], `${what}.${name}`).toBeTypeOf("string")
  for (const name of ["active", "spot", "swap", "contract", "margin"])
    expect(market[name], `${what}.${name}`).toBeTypeOf("boolean")
  const { precision, limits } = market as { precision: Fields; limits: Record<string, Fields> }
  expectNumbers(precision, ["price", "amount"], what)
  expect(precision.price, what).toBeGreaterThan(0)
  for (const name of ["amount", "price", "cost"])
    expectNumbers(limits[name] ?? {}, ["min", "max"], `${what} ${name}`)
  if (market.contract) expect(market).toMatchObject({ settle: market.quote, linear: true, inverse: false })
  expect(market.info, what).toBeDefined()
}

export function expectTicker(ticker: Fields): void {
  const what = `ticker ${String(ticker.symbol)}`
  expectTime(ticker, what)
  const numbers = [
    "last",
    "close",
    "open",
    "high",
    "low",
    "bid",
    "ask",
    "baseVolume",
    "quoteVolume",
    "change",
    "percentage",
  ]
  expectNumbers(ticker, numbers, what)
  expect(ticker.last, what).toBe(ticker.close)
  expect(Number(ticker.high), what).toBeGreaterThanOrEqual(Number(ticker.low))
}

/** Best first, without a level that stands twice or crosses. */
export function expectBook(book: { bids: number[][]; asks: number[][]; symbol?: string }): void {
  for (const [side, way] of [
    ["bids", -1],
    ["asks", 1],
  ] as const) {
    expect(book[side].length).toBeGreaterThan(0)
    for (const [place, [price = 0, amount = 0]] of book[side].entries()) {
      expect(amount).toBeGreaterThan(0)
      const before = book[side][place - 1]?.[0]
      if (before !== undefined) expect((price - before) * way).toBeGreaterThan(0)
    }
  }
  expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]))
}

export function expectTrades(trades: readonly Fields[], isOwn: boolean): void {
  expect(trades.length).toBeGreaterThan(0)
  for (const [place, trade] of trades.entries()) {
    const what = `trade ${String(trade.id)}`
    expectTime(trade, what)
    expect(["buy", "sell"], what).toContain(trade.side)
    expectNumbers(trade, ["price", "amount", "cost"], what)
    expect(Number(trade.price) * Number(trade.amount), what).toBeCloseTo(Number(trade.cost), 4)
    const before = trades[place - 1]
    if (before) expect(Number(trade.timestamp), what).toBeGreaterThanOrEqual(Number(before.timestamp))
    if (!isOwn) continue
    expect(trade.order, what).toBeTypeOf("string")
    expect(["maker", "taker"], what).toContain(trade.takerOrMaker)
    expect((trade.fee as Fields).cost, what).toBeGreaterThanOrEqual(0)
  }
}

export function expectCandles(candles: readonly number[][], stepMs: number): void {
  expect(candles.length).toBeGreaterThan(0)
  for (const [place, candle] of candles.entries()) {
    expect(candle).toHaveLength(6)
    const [time = 0, open = 0, high = 0, low = 0, close = 0] = candle
    expect(time % stepMs).toBe(0)
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
    expect(low).toBeLessThanOrEqual(Math.min(open, close))
    const before = candles[place - 1]?.[0]
    if (before !== undefined) expect(time).toBeGreaterThan(before)
  }
}

/** Each currency by itself and all of them by kind are the same numbers, and they add up. */
export function expectBalance(balance: Fields): void {
  const all = balance as Record<"free" | "used" | "total", Record<string, number>>
  for (const [currency, total] of Object.entries(all.total)) {
    expect((all.free[currency] ?? 0) + (all.used[currency] ?? 0), currency).toBeCloseTo(total, 8)
    expect(balance[currency], currency).toMatchObject({ free: all.free[currency], total })
  }
}

const STATES = ["open", "closed", "canceled", "expired", "rejected"]

export function expectOrder(order: Fields): void {
  const what = `order ${String(order.id)}`
  expect(order.id, what).toBeTypeOf("string")
  expectTime(order, what)
  expect(["limit", "market"], what).toContain(order.type)
  expect(["buy", "sell"], what).toContain(order.side)
  expect(STATES, what).toContain(order.status)
  expectNumbers(order, ["price", "average", "amount", "filled", "remaining", "cost", "triggerPrice"], what)
  expect(Number(order.filled) + Number(order.remaining), what).toBeCloseTo(Number(order.amount), 8)
  if (order.status === "closed") expect(order.remaining, what).toBe(0)
}

export function expectPosition(position: Fields): void {
  const what = `position ${String(position.symbol)}`
  expectTime(position, what)
  expect(["long", "short"], what).toContain(position.side)
  expect(["cross", "isolated"], what).toContain(position.marginMode)
  const numbers = [
    "contracts",
    "contractSize",
    "entryPrice",
    "markPrice",
    "notional",
    "leverage",
    "unrealizedPnl",
  ]
  expectNumbers(position, [...numbers, "liquidationPrice", "initialMargin", "maintenanceMargin"], what)
  expect(position.contracts, what).toBeGreaterThan(0)
}
