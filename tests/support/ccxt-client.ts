/** ccxt's own classes for Binance, with nothing changed but their addresses. */

import { expect, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"

interface CcxtOrder {
  id: string
  clientOrderId: string
  symbol: string
  type: string
  side: string
  status: string
  price?: number
  amount: number
  filled: number
  triggerPrice?: number
  timeInForce?: string
  postOnly?: boolean
  reduceOnly?: boolean
  trades?: object[]
  info: Record<string, unknown>
}
type Params = Record<string, unknown>
type Level = [price: number, amount: number]

/** What tests ask of it. */
export interface CcxtClient {
  apiKey: string
  secret: string
  urls: { api: Record<string, string> }
  markets: Record<string, { id: string; active: boolean; precision: object; limits: object }>
  options: Record<string, unknown>
  loadMarkets(): Promise<object>
  fetchTime(): Promise<number>
  fetchStatus(): Promise<{ status: string }>
  fetchCurrencies(): Promise<Record<string, object>>
  fetchOrderBook(symbol: string, limit?: number): Promise<{ bids: Level[]; asks: Level[]; nonce: number }>
  fetchTrades(symbol: string, since?: number, limit?: number, params?: Params): Promise<{ id: string }[]>
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since?: number,
    limit?: number,
    params?: Params,
  ): Promise<number[][]>
  fetchTicker(symbol: string): Promise<Record<string, number>>
  fetchTickers(symbols?: string[]): Promise<Record<string, Record<string, number>>>
  fetchBidsAsks(symbols?: string[]): Promise<Record<string, { bid: number; ask: number }>>
  fetchLastPrices(symbols?: string[]): Promise<Record<string, { price: number }>>
  fetchBalance(): Promise<Record<string, { free: number; used: number; total: number }>>
  fetchTradingFee(symbol: string): Promise<{ maker: number; taker: number }>
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: Params,
  ): Promise<CcxtOrder>
  createOrders(orders: object[]): Promise<CcxtOrder[]>
  editOrder(
    id: string,
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: Params,
  ): Promise<CcxtOrder>
  fetchOrder(id: string, symbol: string, params?: Params): Promise<CcxtOrder>
  fetchOrders(symbol: string, since?: number, limit?: number, params?: Params): Promise<CcxtOrder[]>
  fetchOpenOrders(symbol?: string, since?: number, limit?: number, params?: Params): Promise<CcxtOrder[]>
  cancelOrder(id: string, symbol: string, params?: Params): Promise<CcxtOrder>
  cancelAllOrders(symbol: string, params?: Params): Promise<object[]>
  fetchMyTrades(symbol: string, since?: number, limit?: number): Promise<{ order: string; cost: number }[]>
  transfer(code: string, amount: number, from: string, to: string): Promise<{ id: string }>
  fetchPositions(symbols?: string[]): Promise<CcxtPosition[]>
  fetchPositionMode(symbol?: string): Promise<{ hedged: boolean }>
  setPositionMode(hedged: boolean, symbol?: string): Promise<object>
  setLeverage(leverage: number, symbol: string): Promise<object>
  setMarginMode(mode: string, symbol: string): Promise<object>
  fetchLeverages(symbols?: string[]): Promise<Record<string, { longLeverage: number; marginMode: string }>>
  fetchMarginModes(symbols?: string[]): Promise<Record<string, { marginMode: string }>>
  fetchLeverageTiers(symbols?: string[]): Promise<Record<string, { maxLeverage: number }[]>>
  addMargin(symbol: string, amount: number): Promise<object>
  fetchFundingRate(symbol: string): Promise<{ fundingRate: number; markPrice: number }>
  fetchFundingRates(symbols?: string[]): Promise<Record<string, { fundingRate: number }>>
  fetchFundingRateHistory(symbol: string): Promise<object[]>
  fetchFundingHistory(symbol: string): Promise<object[]>
  fetchOpenInterest(symbol: string): Promise<{ openInterestAmount: number }>
  fetchLedger(code?: string): Promise<object[]>
}
interface CcxtPosition {
  symbol: string
  side: string
  contracts: number
  entryPrice: number
  markPrice: number
  liquidationPrice?: number
  unrealizedPnl: number
  initialMargin: number
  maintenanceMargin: number
  marginMode: string
  hedged: boolean
}

type Ccxt = Record<"binance" | "binanceusdm", new (options: object) => CcxtClient>

/** `https://api.binance.com/api/v3` becomes `<server>/binance/api/v3`, and so with all others. */
export async function ccxtClient(
  server: Pick<RunningServer, "address">,
  name: keyof Ccxt,
  key: { apiKey: string; secret: string } = { apiKey: "", secret: "" },
): Promise<CcxtClient> {
  const { default: ccxt } = (await import("ccxt")) as unknown as { default: Ccxt }
  const client = new ccxt[name]({ ...key, enableRateLimit: false })
  const { api } = client.urls
  for (const [part, url] of Object.entries(api))
    api[part] = `${server.address}/binance${new URL(url).pathname}`
  return client
}

/**
 * Waits until the market has traded and what acts is taken: in the first second after a start it isn't (E5). `act` lacks a parameter, which is
 * what it is refused for then. Answers the best prices.
 */
export async function untilTaken(
  bot: CcxtClient,
  symbol: string,
  act: () => Promise<{ body: object }>,
): Promise<{ bid: number; ask: number }> {
  return await vi.waitFor(
    async () => {
      const { bids, asks } = await bot.fetchOrderBook(symbol, 5)
      const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0]
      expect(Math.min(bid, ask)).toBeGreaterThan(0)
      expect(await bot.fetchTrades(symbol)).not.toEqual([])
      expect((await act()).body).toMatchObject({ code: -1102 })
      return { bid, ask }
    },
    { timeout: 60_000, interval: 100 },
  )
}
