/** What do we use of ccxt, and how is an exchange of it opened? Lazily, quietly, spot only, and behind the rate gate. */

import { RateGate, ToldToWait } from "./rate-gate.ts"
import { type ExchangeAddress, redirectUrls } from "./redirect-urls.ts"

/** A figure as ccxt gives it: text, since we ask for text; order books are numbers all the same. */
export type Figure = string | number | undefined

export interface CcxtMarket {
  symbol: string
  base: string
  quote: string
  spot?: boolean
  active?: boolean
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
interface CcxtClient {
  future(hash: string): Promise<unknown>
}

export interface CcxtExchange {
  id: string
  has: Record<string, boolean | string | undefined>
  urls: { api: Parameters<typeof redirectUrls>[0] | string }
  options: Record<string, unknown>
  timeframes?: Record<string, unknown>
  precisionMode: number
  markets: Record<string, CcxtMarket>
  orderbooks: Record<string, CcxtBook | undefined>
  bidsasks?: Record<string, CcxtTicker | undefined>
  tickers: Record<string, CcxtTicker | undefined>
  clients?: Record<string, { connection?: { terminate?(): void } }>
  number: unknown
  client(url: string): CcxtClient
  log(...values: unknown[]): void
  isSpotUrl?: () => boolean
  fetch(...values: unknown[]): Promise<unknown>
  handleErrors(status: number, ...rest: unknown[]): unknown
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(isAnew: boolean): Promise<unknown>
  watchOrderBookForSymbols(symbols: readonly string[]): Promise<CcxtBook>
  watchOrderBook(symbol: string): Promise<CcxtBook>
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
export const PRECISION_MODES = { decimalPlaces: 2, tickSize: 4 } as const
/** Levels a snapshot is asked for, where ccxt lets one choose. */
const SNAPSHOT_LEVELS = 100

export interface OpenedExchange {
  exchange: CcxtExchange
  gate: RateGate
}

/**
 * Makes the exchange; nothing is asked of it yet.
 * @throws Error in plain words for a name that ccxt doesn't know.
 */
export async function openExchange(
  name: string,
  { now, address }: { now: () => number; address?: ExchangeAddress | undefined },
): Promise<OpenedExchange> {
  const exchange = await construct(name)
  const gate = new RateGate(now)
  // ccxt writes frames that it can't read to the console.
  exchange.log = () => undefined
  exchange.number = String
  exchange.has.fetchCurrencies = false
  chooseSpot(exchange)
  guard(exchange, gate)
  holdRejections(exchange)
  if (address) await redirectTo(exchange, address)
  return { exchange, gate }
}

async function construct(name: string): Promise<CcxtExchange> {
  const { default: ccxt } = (await import("ccxt")) as unknown as {
    default: {
      exchanges: readonly string[]
      pro: Record<string, unknown> & { exchanges: readonly string[] }
    } & Record<string, unknown>
  }
  if (!ccxt.exchanges.includes(name))
    throw new Error(
      `There is no exchange ${name}: choose of ${ccxt.exchanges.join(", ")}. Simulated needs no exchange.`,
    )
  const make = (ccxt.pro.exchanges.includes(name) ? ccxt.pro[name] : ccxt[name]) as new (
    settings: object,
  ) => CcxtExchange
  return new make({ enableRateLimit: true, newUpdates: true })
}

/** Only spot markets are asked for, where an exchange lets one choose; and our own back-off is the only one. */
function chooseSpot({ options }: CcxtExchange): void {
  const listed = options.fetchMarkets
  if (Array.isArray(listed) && listed.includes("spot")) options.fetchMarkets = ["spot"]
  const types = (listed as { types?: unknown } | undefined)?.types
  if (Array.isArray(types) && types.includes("spot"))
    options.fetchMarkets = { ...(listed as object), types: ["spot"] }
  options.defaultType = "spot"
  options.watchOrderBookLimit = SNAPSHOT_LEVELS
  options.ws = { ...(options.ws as object | undefined), backoff: { base: 0 } }
}

/** Every answer is looked at, and nothing is sent while we have been told to wait. */
function guard(exchange: CcxtExchange, gate: RateGate): void {
  const fetch = exchange.fetch.bind(exchange)
  exchange.fetch = (...values) =>
    gate.left > 0 ? Promise.reject(new ToldToWait(exchange.id, gate.left)) : fetch(...values)
  const handleErrors = exchange.handleErrors.bind(exchange)
  exchange.handleErrors = (status, ...rest) => {
    gate.heed(status, rest[3] as Record<string, unknown> | undefined)
    return handleErrors(status, ...rest)
  }
}

/**
 * ccxt makes a promise for each symbol and may reject one that it no longer looks at; nobody could catch it then, and
 * Node would end the process.
 */
function holdRejections(exchange: CcxtExchange): void {
  const clientAt = exchange.client.bind(exchange)
  const held = new WeakSet<object>()
  exchange.client = (url) => {
    const client = clientAt(url)
    if (held.has(client)) return client
    held.add(client)
    const futureOf = client.future.bind(client)
    client.future = (hash) => {
      const future = futureOf(hash)
      // Once for each: a quiet symbol is asked for again with every message of the others.
      if (!held.has(future)) {
        held.add(future)
        future.catch(() => undefined)
      }
      return future
    }
    return client
  }
}

async function redirectTo(exchange: CcxtExchange, address: ExchangeAddress): Promise<void> {
  const { api } = exchange.urls
  exchange.urls.api = typeof api === "string" ? address.rest : redirectUrls(api, address)
  // Binance tells spot sockets by their host; we listen to no others.
  if (exchange.isSpotUrl) exchange.isSpotUrl = () => true
  // Without it ccxt refuses `ws://`.
  await exchange.loadHttpProxyAgent()
}
