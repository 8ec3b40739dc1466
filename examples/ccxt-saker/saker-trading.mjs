/** What orders, fills, positions and refusals of Saker's own contract are in ccxt's words: tables, without a connection. */

import ccxt from "ccxt"

export const ORDER_STATES = {
  waiting: "open",
  new: "open",
  "partly-filled": "open",
  filled: "closed",
  cancelled: "canceled",
  expired: "expired",
  "expired-in-match": "expired",
  rejected: "rejected",
}

/** By the code of a refusal (/docs lists all); whatever else is refused of an order is an InvalidOrder, of all else an ExchangeError. */
export const REFUSALS = {
  999: ccxt.AuthenticationError, // SESSION
  1001: ccxt.RateLimitExceeded, // RATE_LIMIT
  1002: ccxt.BadRequest, // FORMAT
  1004: ccxt.PermissionDenied, // FORBIDDEN
  1013: ccxt.AuthenticationError, // API_KEY_UNKNOWN
  1014: ccxt.AuthenticationError, // API_KEY_SIGNATURE
  1015: ccxt.InvalidNonce, // API_KEY_TIME
  1016: ccxt.InvalidNonce, // API_KEY_REPEATED
  1017: ccxt.PermissionDenied, // API_KEY_ADDRESS
  1018: ccxt.PermissionDenied, // API_KEY_SCOPE
  1101: ccxt.ExchangeNotAvailable, // ENGINE_BUSY
  1103: ccxt.DuplicateOrderId, // KEY_CONFLICT
  1201: ccxt.AccountSuspended, // ACCOUNT_FROZEN
  1301: ccxt.BadSymbol, // UNKNOWN_INSTRUMENT
  1302: ccxt.OrderNotFound, // UNKNOWN_ORDER
  1401: ccxt.MarketClosed, // TRADING_STATE
  5001: ccxt.InsufficientFunds, // INSUFFICIENT_BALANCE
  5002: ccxt.InsufficientFunds, // INSUFFICIENT_MARGIN
  6001: ccxt.OrderImmediatelyFillable, // POST_ONLY_WOULD_TAKE
  6002: ccxt.OrderNotFillable, // FOK_NOT_FILLABLE
}

/** The same order in the request of our call; amounts are texts on the steps already. */
export function orderRequest({ instrument, type, side, amount, price }, { isContract, params }) {
  const { timeInForce, postOnly, reduceOnly, triggerPrice, clientOrderId, ...rest } = params
  const life = timeInForce?.toLowerCase()
  const isPostOnly = postOnly === true || life === "po"
  return {
    ...{ instrument, side, ...rest },
    type: triggerPrice === undefined ? type : price === undefined ? "stop-market" : "stop-limit",
    ...(amount !== undefined && { quantity: amount }),
    ...(price !== undefined && { price }),
    ...(triggerPrice !== undefined && { stopPrice: triggerPrice }),
    ...(life !== undefined && life !== "po" && { timeInForce: life }),
    ...(isPostOnly && { postOnly: true }),
    ...(isContract && reduceOnly === true && { reduceOnly: true }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  }
}
