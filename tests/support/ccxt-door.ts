/** ccxt's own classes for Binance, pointed at the door by their addresses alone, in tests. */

import type { RunningServer } from "#server/start/start-server.ts"

/** What tests use of a ccxt exchange, as it is documented. */
export interface CcxtPro {
  urls: { api: Record<string, unknown> }
  /** Named by what they do: `watchTrades`, `createOrderWs`. */
  [method: string]: unknown
}

type Pro = Record<string, new (settings: object) => CcxtPro>

/** One of ccxt's exchanges: `binance` for spot, `binanceusdm` for futures. */
export async function ccxtAt(
  server: RunningServer,
  id: "binance" | "binanceusdm",
  credentials: { apiKey?: string; secret?: string } = {},
): Promise<CcxtPro> {
  const { default: ccxt } = (await import("ccxt")) as unknown as { default: { pro: Pro } }
  const Exchange = ccxt.pro[id]
  if (!Exchange) throw new Error(`ccxt has no ${id}`)
  const exchange = new Exchange({ ...credentials, newUpdates: true, rateLimit: 20 })
  const http = `${server.address}/binance`
  const socket = http.replace(/^http/, "ws")
  const { api } = exchange.urls
  for (const [name, address] of Object.entries(api))
    if (typeof address === "string") api[name] = address.replace(/^https:\/\/[^/]+/, http)
  // The word tells ccxt that the market is spot.
  api.ws = {
    ...{ spot: `${socket}/stream/ws`, future: `${socket}/fstream/ws` },
    "ws-api": { spot: `${socket}/ws-api/v3`, future: `${socket}/ws-fapi/v1` },
  }
  // For sockets without TLS.
  await ask(exchange, "loadHttpProxyAgent")
  return exchange
}

/** Calls a method of ccxt by its name. */
export async function ask<Answer>(exchange: CcxtPro, method: string, ...given: unknown[]): Promise<Answer> {
  const call = exchange[method] as (...given: unknown[]) => Promise<Answer>
  return await call.apply(exchange, given)
}
