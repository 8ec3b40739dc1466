/** Methods of the WebSocket API, each with the route that does the same over HTTP. */

import type { Venue } from "../door-error.ts"

const SPOT = {
  ping: "GET /api/v3/ping",
  time: "GET /api/v3/time",
  exchangeInfo: "GET /api/v3/exchangeInfo",
  depth: "GET /api/v3/depth",
  "trades.recent": "GET /api/v3/trades",
  "trades.historical": "GET /api/v3/historicalTrades",
  "trades.aggregate": "GET /api/v3/aggTrades",
  klines: "GET /api/v3/klines",
  uiKlines: "GET /api/v3/uiKlines",
  avgPrice: "GET /api/v3/avgPrice",
  "ticker.24hr": "GET /api/v3/ticker/24hr",
  ticker: "GET /api/v3/ticker",
  "ticker.tradingDay": "GET /api/v3/ticker/tradingDay",
  "ticker.price": "GET /api/v3/ticker/price",
  "ticker.book": "GET /api/v3/ticker/bookTicker",
  "order.place": "POST /api/v3/order",
  "order.test": "POST /api/v3/order/test",
  "order.status": "GET /api/v3/order",
  "order.cancel": "DELETE /api/v3/order",
  "order.cancelReplace": "POST /api/v3/order/cancelReplace",
  "order.amend.keepPriority": "PUT /api/v3/order/amend/keepPriority",
  "orderList.place.oco": "POST /api/v3/orderList/oco",
  "orderList.status": "GET /api/v3/orderList",
  "orderList.cancel": "DELETE /api/v3/orderList",
  "openOrders.status": "GET /api/v3/openOrders",
  "openOrders.cancelAll": "DELETE /api/v3/openOrders",
  "openOrderLists.status": "GET /api/v3/openOrderList",
  allOrderLists: "GET /api/v3/allOrderList",
  allOrders: "GET /api/v3/allOrders",
  myTrades: "GET /api/v3/myTrades",
  "account.status": "GET /api/v3/account",
  "account.commission": "GET /api/v3/account/commission",
  "account.rateLimits.orders": "GET /api/v3/rateLimit/order",
  "userDataStream.start": "POST /api/v3/userDataStream",
  "userDataStream.ping": "PUT /api/v3/userDataStream",
  "userDataStream.stop": "DELETE /api/v3/userDataStream",
} as const

const FUTURES = {
  ping: "GET /fapi/v1/ping",
  time: "GET /fapi/v1/time",
  exchangeInfo: "GET /fapi/v1/exchangeInfo",
  depth: "GET /fapi/v1/depth",
  "ticker.price": "GET /fapi/v2/ticker/price",
  "ticker.book": "GET /fapi/v1/ticker/bookTicker",
  "order.place": "POST /fapi/v1/order",
  "order.modify": "PUT /fapi/v1/order",
  "order.status": "GET /fapi/v1/order",
  "order.cancel": "DELETE /fapi/v1/order",
  "algoOrder.place": "POST /fapi/v1/algoOrder",
  "algoOrder.cancel": "DELETE /fapi/v1/algoOrder",
  "account.balance": "GET /fapi/v2/balance",
  "v2/account.balance": "GET /fapi/v3/balance",
  "account.status": "GET /fapi/v2/account",
  "v2/account.status": "GET /fapi/v3/account",
  "account.position": "GET /fapi/v2/positionRisk",
  "v2/account.position": "GET /fapi/v3/positionRisk",
  "userDataStream.start": "POST /fapi/v1/listenKey",
  "userDataStream.ping": "PUT /fapi/v1/listenKey",
  "userDataStream.stop": "DELETE /fapi/v1/listenKey",
} as const

const METHODS: Readonly<Record<Venue, ReadonlyMap<string, string>>> = {
  spot: new Map(Object.entries(SPOT)),
  futures: new Map(Object.entries(FUTURES)),
}

/** Method and path of the route; undefined: there is no such method. */
export const routeOfMethod = (venue: Venue, method: string): string | undefined => METHODS[venue].get(method)
