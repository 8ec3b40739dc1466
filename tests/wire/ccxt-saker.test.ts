/** The ccxt exchange of the examples against the real server, and beside it ccxt's own class on the Binance door, by the same checks. */

import ccxt from "ccxt"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { ask, type CcxtPro, ccxtAt } from "#tests/support/ccxt-door.ts"
import * as structures from "#tests/support/ccxt-structures.ts"
import { newContractTrader } from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const SPOT = "BTC/USDT"
const SWAP = "BTC/USDT:USDT"
const HOUR_MS = 3_600_000
let server: RunningServer
let saker: CcxtPro
/** ccxt's classes on the door: spot, and futures. */
let doors: Record<typeof SPOT | typeof SWAP, CcxtPro>

type Fields = Record<string, unknown>
interface Order extends Fields {
  id: string
  status: string
}

beforeAll(async () => {
  server = await startInProcess({ SAKER_ORDERS_PER_SECOND: "1000" })
  const trader = await newContractTrader(server)
  const made = await newKey(server, trader, { scopes: ["read", "spot", "contract", "transfer"] })
  const by = { apiKey: made.key, secret: made.secret }
  const path = "../../examples/ccxt-saker/saker-pro.mjs"
  const { SakerPro } = (await import(path)) as { SakerPro: new (settings: object) => CcxtPro }
  saker = new SakerPro({ ...by, address: server.address, newUpdates: true, rateLimit: 5 })
  await ask(saker, "loadHttpProxyAgent")
  doors = { [SPOT]: await ccxtAt(server, "binance", by), [SWAP]: await ccxtAt(server, "binanceusdm", by) }
  await vi.waitFor(
    async () => {
      for (const symbol of [SPOT, SWAP]) expect(await ask(saker, "fetchTrades", symbol)).not.toEqual([])
      // In the first second after a start nothing that acts is taken (E5).
      await ask(saker, "setLeverage", 20, SWAP)
    },
    { timeout: 60_000, interval: 100 },
  )
})
afterAll(async () => {
  for (const one of [saker, ...Object.values(doors ?? {})]) await ask(one, "close")
  await server.close()
  removeFolders()
})

const CLASSES = [
  { name: "Saker", symbol: SPOT, of: () => saker, short: ccxt.InsufficientFunds },
  { name: "Saker", symbol: SWAP, of: () => saker, short: ccxt.InsufficientFunds },
  { name: "binance on the door", symbol: SPOT, of: () => doors[SPOT], short: ccxt.InsufficientFunds },
  // ccxt tells the codes of futures from those of spot by Binance's own host names: -2019 has no class of its own here.
  { name: "binanceusdm on the door", symbol: SWAP, of: () => doors[SWAP], short: ccxt.ExchangeError },
] as const

describe.each(CLASSES)("$name, $symbol", ({ symbol, of, short }) => {
  const quantity = symbol === SPOT ? 0.001 : 0.01
  /** Far from the market, on its steps. */
  async function lowPrice(): Promise<number> {
    const { last } = await ask<{ last: number }>(of(), "fetchTicker", symbol)
    return Math.round(last * 0.9)
  }

  test("market data has ccxt's structures", async () => {
    const markets = await ask<Record<string, Fields>>(of(), "loadMarkets")
    for (const market of Object.values(markets)) structures.expectMarket(market)
    structures.expectTicker(await ask(of(), "fetchTicker", symbol))
    const tickers = await ask<Record<string, Fields>>(of(), "fetchTickers", [symbol])
    expect(Object.keys(tickers)).toEqual([symbol])
    structures.expectBook(await ask(of(), "fetchOrderBook", symbol, 20))
    structures.expectTrades(await ask(of(), "fetchTrades", symbol, undefined, 20), false)
    const since = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 10 * HOUR_MS
    const candles = await ask<number[][]>(of(), "fetchOHLCV", symbol, "1h", since, 5)
    structures.expectCandles(candles, HOUR_MS)
    expect(candles.map(([time]) => time)).toEqual([0, 1, 2, 3, 4].map((hour) => since + hour * HOUR_MS))
  })

  test("an order is placed, found and cancelled, another trades, and money adds up", async () => {
    const price = await lowPrice()
    const order = await ask<Order>(of(), "createOrder", symbol, "limit", "buy", quantity, price, {
      postOnly: true,
    })
    structures.expectOrder(await ask(of(), "fetchOrder", order.id, symbol))
    const open = await ask<Order[]>(of(), "fetchOpenOrders", symbol)
    expect(open.map(({ id }) => id)).toEqual([order.id])
    for (const one of open) structures.expectOrder(one)
    await ask(of(), "cancelOrder", order.id, symbol)
    expect(await ask(of(), "fetchOrder", order.id, symbol)).toMatchObject({ status: "canceled", filled: 0 })
    await ask(of(), "createOrder", symbol, "limit", "buy", quantity, price)
    await ask(of(), "cancelAllOrders", symbol)
    expect(await ask(of(), "fetchOpenOrders", symbol)).toEqual([])
    const bought = await ask<Order>(of(), "createOrder", symbol, "market", "buy", quantity)
    expect(await ask(of(), "fetchOrder", bought.id, symbol)).toMatchObject({
      status: "closed",
      filled: quantity,
    })
    const trades = await ask<Fields[]>(of(), "fetchMyTrades", symbol)
    structures.expectTrades(trades, true)
    expect(trades.at(-1)).toMatchObject({ order: bought.id, side: "buy", symbol })
    structures.expectBalance(await ask(of(), "fetchBalance", symbol === SWAP ? { type: "swap" } : {}))
    await ask(of(), "createOrder", symbol, "market", "sell", quantity)
  })

  test("refusals are ccxt's errors", async () => {
    const price = await lowPrice()
    await expect(ask(of(), "createOrder", symbol, "limit", "buy", 5, price)).rejects.toBeInstanceOf(short)
    await expect(ask(of(), "cancelOrder", "1", symbol)).rejects.toBeInstanceOf(ccxt.OrderNotFound)
    await expect(ask(of(), "fetchOrder", "1", symbol)).rejects.toBeInstanceOf(ccxt.OrderNotFound)
  })

  test("books, trades and own orders come by the socket", async () => {
    structures.expectBook(await ask(of(), "watchOrderBook", symbol))
    structures.expectTrades(await ask(of(), "watchTrades", symbol), false)
    const coming = ask<Order[]>(of(), "watchOrders", symbol)
    // The first that is told may be of either: its order is looked for until it is there.
    const order = await ask<Order>(of(), "createOrder", symbol, "limit", "buy", quantity, await lowPrice())
    let told = await coming
    while (!told.some(({ id }) => id === order.id)) told = await ask<Order[]>(of(), "watchOrders", symbol)
    for (const one of told) structures.expectOrder(one)
    await ask(of(), "cancelOrder", order.id, symbol)
  })
})

describe("Saker's contracts", () => {
  test("positions, leverage, funding and transfers", async () => {
    await ask(saker, "setLeverage", 10, SWAP)
    await ask(saker, "createOrder", SWAP, "market", "buy", 0.01)
    const [position, ...more] = await ask<Fields[]>(saker, "fetchPositions", [SWAP])
    expect(more).toEqual([])
    expect(position).toMatchObject({ symbol: SWAP, side: "long", contracts: 0.01, leverage: 10 })
    structures.expectPosition(position ?? {})
    await ask(saker, "createOrder", SWAP, "market", "sell", 0.01, undefined, { reduceOnly: true })
    expect(await ask(saker, "fetchPositions", [SWAP])).toEqual([])
    expect(await ask(saker, "fetchFundingRate", SWAP)).toMatchObject({
      ...{ symbol: SWAP, fundingRate: expect.any(Number), markPrice: expect.any(Number) },
    })
    expect(await ask(saker, "fetchFundingRateHistory", SWAP)).toEqual([])
    expect(await ask(saker, "transfer", "USDT", 10, "swap", "spot")).toMatchObject({
      status: "ok",
      amount: 10,
    })
  })

  test("a stop waits by its trigger, and a key's own errors have their own names", async () => {
    const { last } = await ask<{ last: number }>(saker, "fetchTicker", SPOT)
    const trigger = Math.round(last * 1.1)
    const stop = await ask<Order>(saker, "createOrder", SPOT, "limit", "buy", 0.001, trigger, {
      triggerPrice: trigger,
    })
    expect(stop).toMatchObject({ status: "open", triggerPrice: trigger, type: "limit" })
    await ask(saker, "cancelOrder", stop.id, SPOT)
    const { secret } = saker as unknown as { secret: string }
    Object.assign(saker, { secret: "none" })
    await expect(ask(saker, "fetchBalance")).rejects.toBeInstanceOf(ccxt.AuthenticationError)
    Object.assign(saker, { secret })
    await expect(ask(saker, "createOrder", SPOT, "limit", "buy", 0.001, last * 5)).rejects.toBeInstanceOf(
      ccxt.InvalidOrder,
    )
  })
})
