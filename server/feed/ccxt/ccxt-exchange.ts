/** The part of ccxt that is used: exchanges, their markets, books, trades and candles. */

/** A figure as ccxt gives it: text, since we ask for text; order books are numbers all the same. */
export type Figure = string | number | undefined

export interface CcxtMarket {
  symbol: string
  base: string
  quote: string
  spot?: boolean
  swap?: boolean
  linear?: boolean
  /** Coins of one contract, where amounts are contracts. */
  contractSize?: Figure
  active?: boolean
  /** Epoch ms at which the exchange listed it; many don't tell. */
  created?: number | null
  precision?: { price?: Figure; amount?: Figure }
  limits?: { amount?: { min?: Figure; max?: Figure }; cost?: { min?: Figure } }
}
export interface CcxtBook {
  symbol?: string
  bids: readonly (readonly Figure[])[]
  asks: readonly (readonly Figure[])[]
  nonce?: number
  timestamp?: number
}
export interface CcxtTicker {
  symbol?: string
  bid?: Figure
  ask?: Figure
  last?: Figure
}
export interface CcxtTrade {
  id?: string
  symbol?: string
  side?: string
  price?: Figure
  amount?: Figure
  timestamp?: number
}
/** [open time, open, high, low, close, volume]. */
export type CcxtCandle = readonly Figure[]

/** A socket of ccxt's, with a promise for each thing that is waited for. */
export interface CcxtClient {
  url: string
  options?: { agent?: unknown }
  connected?: Promise<unknown>
  /** When the other side last showed that it lives, by the machine's clock. */
  lastPong?: number
  connection?: { terminate?(): void }
  future(hash: string): Promise<unknown>
  createConnection(): void
  send(message: unknown): Promise<unknown>
}

type MakeBook = (
  snapshot?: { bids?: readonly unknown[][]; asks?: readonly unknown[][] } & Record<string, unknown>,
  depth?: number,
) => CcxtBook

export interface CcxtExchange {
  id: string
  has: Record<string, boolean | string | undefined>
  /** Ms between two questions. */
  rateLimit: number
  features?: { spot?: { fetchOHLCV?: { limit?: number } } }
  options: Record<string, unknown>
  timeframes?: Record<string, unknown>
  precisionMode: number
  markets: Record<string, CcxtMarket>
  orderbooks: Record<string, CcxtBook | undefined>
  bidsasks?: Record<string, CcxtTicker | undefined>
  tickers: Record<string, CcxtTicker | undefined>
  clients?: Record<string, CcxtClient>
  number: unknown
  client(url: string): CcxtClient
  handleMessage(client: CcxtClient, message: unknown): void
  log(...values: unknown[]): void
  orderBook: MakeBook
  indexedOrderBook: MakeBook
  countedOrderBook: MakeBook
  parseOrderBookBidsAsks(...values: unknown[]): unknown[][]
  fetch(url: string, ...values: unknown[]): Promise<unknown>
  handleErrors(status: number, ...rest: unknown[]): unknown
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(isAnew: boolean): Promise<unknown>
  watchOrderBookForSymbols(symbols: readonly string[], levels?: number): Promise<CcxtBook>
  watchOrderBook(symbol: string, levels?: number): Promise<CcxtBook>
  fetchOrderBook(symbol: string): Promise<CcxtBook>
  watchTradesForSymbols(symbols: readonly string[]): Promise<CcxtTrade[]>
  watchTrades(symbol: string): Promise<CcxtTrade[]>
  fetchTrades(symbol: string, since?: number): Promise<CcxtTrade[]>
  watchBidsAsks(symbols: readonly string[]): Promise<Record<string, CcxtTicker>>
  watchTickers(symbols: readonly string[]): Promise<Record<string, CcxtTicker>>
  fetchTickers(symbols: readonly string[]): Promise<Record<string, CcxtTicker>>
  fetchTicker(symbol: string): Promise<CcxtTicker>
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<CcxtCandle[]>
  close(): Promise<unknown>
}

/** As ccxt numbers them: how `precision` is to be read. */
export const PRECISION_MODES = { decimalPlaces: 2, significantDigits: 3, tickSize: 4 } as const
