/** Which of Binance's codes a refusal of ours is: one table for spot, and what futures say differently. */

import type { Problem, ProblemName } from "#core/wire/index.ts"
import { DoorError, type Venue } from "./door-error.ts"

type Said = readonly [code: number, msg: string, status?: number]

const FILTER = "Filter failure: "
const CLOSED: Said = [-1013, "Market is closed."]
const PERCENT: Said = [-1013, `${FILTER}PERCENT_PRICE_BY_SIDE`]
const TRIGGERS: Said = [-2010, "Stop price would trigger immediately."]
const NOT_ALLOWED: Said = [-2015, "Invalid API-key, IP, or permissions for action.", 401]
const COMBINATION: Said = [-1128, "Combination of optional parameters invalid."]
const MARGIN: Said = [-2019, "Margin is insufficient."]
const SIGNATURE: Said = [-1022, "Signature for this request is not valid."]
const INTERNAL: Said = [-1000, "An unknown error occurred while processing the request.", 500]

const ON_SPOT: Partial<Record<ProblemName, Said>> = {
  SESSION: NOT_ALLOWED,
  FORBIDDEN: NOT_ALLOWED,
  API_KEY_UNKNOWN: NOT_ALLOWED,
  API_KEY_ADDRESS: NOT_ALLOWED,
  API_KEY_SCOPE: NOT_ALLOWED,
  API_KEY_SIGNATURE: SIGNATURE,
  API_KEY_REPEATED: SIGNATURE,
  API_KEY_TIME: [-1021, "Timestamp for this request is outside of the recvWindow."],
  REQUEST_EXPIRED: [-1021, "Timestamp for this request is outside of the recvWindow."],
  RATE_LIMIT: [-1003, "Too many requests; please use the websocket for live updates.", 429],
  INTERNAL,
  UNKNOWN_PATH: [-5000, "Path or method is invalid.", 404],
  ENGINE_BUSY: [-1008, "Server is currently overloaded with other requests. Please try again.", 503],
  TIME_RANGE: [-1128, "Combination of optional parameters invalid: startTime is after endTime."],
  KEY_CONFLICT: [-2010, "Duplicate order sent."],
  ACCOUNT_FROZEN: [-2010, "This account may not place or cancel orders."],
  UNKNOWN_INSTRUMENT: [-1121, "Invalid symbol."],
  UNKNOWN_CURRENCY: [-1121, "Invalid asset."],
  UNKNOWN_ORDER: [-2013, "Order does not exist."],
  DELISTED: CLOSED,
  TRADING_STATE: CLOSED,
  PRECISION: [-1111, "Precision is over the maximum defined for this asset."],
  AMOUNT_LIMIT: [-1111, "Parameter is over the maximum defined for this asset."],
  TYPE_COMBINATION: COMBINATION,
  TICK: [-1013, `${FILTER}PRICE_FILTER`],
  LOT: [-1013, `${FILTER}LOT_SIZE`],
  WRONG_SIZE: [-1013, "Invalid quantity."],
  MIN_QUANTITY: [-1013, `${FILTER}LOT_SIZE`],
  MAX_QUANTITY: [-1013, `${FILTER}LOT_SIZE`],
  MIN_NOTIONAL: [-1013, `${FILTER}NOTIONAL`],
  DISTANCE_RANGE: [-1013, `${FILTER}TRAILING_DELTA`],
  ICEBERG_RANGE: [-1013, `${FILTER}ICEBERG_PARTS`],
  NO_BEST_PRICE: [-1112, "No orders on book for symbol."],
  PRICE_RANGE: PERCENT,
  PRICE_RULE: PERCENT,
  PRICE_BAND: PERCENT,
  STOP_WOULD_TRIGGER: TRIGGERS,
  TRIGGER_WOULD_FIRE: TRIGGERS,
  OPEN_ORDERS: [-1013, `${FILTER}MAX_NUM_ORDERS`],
  STOPS: [-1013, `${FILTER}MAX_NUM_ALGO_ORDERS`],
  OCO_PRICES: [-2010, "The relationship of the prices for the orders is not correct."],
  OCO_FIXED: [-2038, "Order amend (keep priority) request has been rejected."],
  INSUFFICIENT_BALANCE: [-2010, "Account has insufficient balance for requested action."],
  INSUFFICIENT_MARGIN: MARGIN,
  POST_ONLY_WOULD_TAKE: [-2010, "Order would immediately match and take."],
  FOK_NOT_FILLABLE: [-2010, "Order could not be filled immediately and completely."],
}

const POSITION_LIMIT: Said = [-2027, "Exceeded the maximum allowable position at current leverage."]
const NOT_OPENING: Said = [-4140, "Invalid symbol status for opening position."]
const BEST_PRICE: Said = [
  -4131,
  "The counterparty's best price does not meet the PERCENT_PRICE filter limit.",
]
const FIRES: Said = [-2021, "Order would immediately trigger."]

const ON_FUTURES: Partial<Record<ProblemName, Said>> = {
  KEY_CONFLICT: [-4116, "ClientOrderId is duplicated."],
  ACCOUNT_FROZEN: [-4088, "User can not place order currently."],
  LIQUIDATING: [-2023, "User in liquidation mode now."],
  DELISTED: NOT_OPENING,
  TRADING_STATE: NOT_OPENING,
  CLOSING_ONLY: NOT_OPENING,
  INDEX_STALE: NOT_OPENING,
  TICK: [-4014, "Price not increased by tick size."],
  LOT: [-4023, "Quantity not increased by step size."],
  WRONG_SIZE: [-4003, "Quantity less than or equal to zero."],
  MIN_QUANTITY: [-4004, "Quantity less than min quantity."],
  MAX_QUANTITY: [-4005, "Quantity greater than max quantity."],
  MIN_NOTIONAL: [-4164, "Order's notional is below the minimum (unless you choose reduce only)."],
  DISTANCE_RANGE: [-2007, "Invalid callBack rate."],
  PRICE_RANGE: BEST_PRICE,
  PRICE_RULE: BEST_PRICE,
  PRICE_BAND: BEST_PRICE,
  STOP_WOULD_TRIGGER: FIRES,
  TRIGGER_WOULD_FIRE: FIRES,
  OPEN_ORDERS: [-2025, "Reach max open order limit."],
  STOPS: [-4045, "Reach max stop order limit."],
  POSITION_SIDE: [-4061, "Order's position side does not match user's setting."],
  REDUCE_ONLY_NO_POSITION: [-2022, "ReduceOnly Order is rejected."],
  UNKNOWN_POSITION: [-4054, "Cannot add position margin: position is 0."],
  LEVERAGE_RANGE: [-4028, "Leverage is not valid."],
  TIER_LIMIT: POSITION_LIMIT,
  ADD_MARGIN_FIRST: [
    -4161,
    "Leverage reduction is not supported in Isolated Margin Mode with open positions.",
  ],
  POST_ONLY_WOULD_TAKE: [
    -5022,
    "Due to the order could not be executed as maker, the Post Only order will be rejected.",
  ],
  FOK_NOT_FILLABLE: [
    -5021,
    "Due to the order could not be filled immediately, the FOK order has been rejected.",
  ],
}

/** What is off the steps is told by the field that it is in. */
const PRICE_FIELDS: ReadonlySet<unknown> = new Set(["price", "stopPrice", "stopLimit", "from", "to"])

function offTheSteps({ values }: Problem, venue: Venue): Said | undefined {
  if (PRICE_FIELDS.has(values?.field)) return said("TICK", venue)
  return values?.field === "quantity" && venue === "spot" ? said("LOT", venue) : undefined
}

const said = (name: ProblemName, venue: Venue): Said | undefined =>
  (venue === "futures" ? ON_FUTURES[name] : undefined) ?? ON_SPOT[name]

/**
 * The refusal as Binance would say it; what Binance has no word for is a rejected order (-2010) with our name for it.
 * @example doorErrorOf({ name: "POST_ONLY_WOULD_TAKE" }, "futures").code // -5022
 */
export function doorErrorOf(problem: Problem, venue: Venue): DoorError {
  if (problem.name === "FORMAT") {
    const field = String(problem.values?.field ?? "")
    return new DoorError(-1102, `Mandatory parameter '${field}' was not sent, was empty/null, or malformed.`)
  }
  const own = problem.name === "PRECISION" ? offTheSteps(problem, venue) : undefined
  const [code, msg, status] = own ??
    said(problem.name, venue) ?? [-2010, `The request was rejected: ${problem.name}.`]
  return new DoorError(code, msg, status)
}
