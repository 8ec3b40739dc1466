/** The catalogue of refusals: every code that an answer or a socket `problem` may carry. */

/** Families rise by precedence: the first that fails is the answer. */
export const PROBLEMS = {
  // door
  SESSION: 999,
  RATE_LIMIT: 1001,
  FORMAT: 1002,
  PRECISION: 1003,
  FORBIDDEN: 1004,
  TRADE_PASSWORD: 1005,
  CODE: 1006,
  UNKNOWN_PATH: 1007,
  INTERNAL: 1008,
  MESSAGE_SIZE: 1009,
  SUBSCRIPTION_LIMIT: 1010,
  UNKNOWN_CHANNEL: 1011,
  TIME_RANGE: 1012,
  // envelope
  ENGINE_BUSY: 1101,
  REQUEST_EXPIRED: 1102,
  KEY_CONFLICT: 1103,
  // user
  ACCOUNT_FROZEN: 1201,
  IDENTITY_NEEDED: 1202,
  LIQUIDATING: 1203,
  CLAIMS_OPEN: 1204,
  // target
  UNKNOWN_INSTRUMENT: 1301,
  UNKNOWN_ORDER: 1302,
  UNKNOWN_POSITION: 1303,
  UNKNOWN_PRODUCT: 1304,
  UNKNOWN_ADDRESS: 1305,
  UNKNOWN_ARTICLE: 1306,
  UNKNOWN_CURRENCY: 1307,
  UNKNOWN_CONTRACT: 1308,
  UNKNOWN_HOLDING: 1309,
  UNKNOWN_WITHDRAWAL: 1310,
  UNKNOWN_ALERT: 1311,
  // state
  DELISTED: 1400,
  TRADING_STATE: 1401,
  CLOSING_ONLY: 1402,
  INDEX_STALE: 1403,
  FEED_STALE: 1404,
  MODE_LOCKED: 1405,
  WRONG_STATE: 1406,
  TRANSFERS_STOPPED: 1407,
  TOO_SOON: 1408,
  WITHDRAWALS_FROZEN: 1409,
  CHAIN_CLOSED: 1410,
  // form of the order
  TYPE_COMBINATION: 2001,
  TICK: 2002,
  LOT: 2003,
  WRONG_SIZE: 2004,
  MIN_QUANTITY: 2005,
  MAX_QUANTITY: 2006,
  MIN_NOTIONAL: 2007,
  LEVEL_LIMIT: 2008,
  DISTANCE_RANGE: 2009,
  ALERT_TERMS: 2010,
  EXPIRY_RANGE: 2011,
  // price
  PRICE_RANGE: 2101,
  PRICE_RULE: 2102,
  PRICE_BAND: 2103,
  PRICE_OVER_RESERVE: 2104,
  STOP_WOULD_TRIGGER: 2105,
  TRIGGER_WOULD_FIRE: 2106,
  PRICE_MOVED: 2107,
  ALERT_REACHED: 2108,
  // counts
  OPEN_ORDERS: 2201,
  STOPS: 2202,
  OPEN_CONTRACTS: 2203,
  ADDRESS_COUNT: 2204,
  DRAWING_COUNT: 2205,
  ALERT_COUNT: 2206,
  PUSH_COUNT: 2207,
  // address of a chain
  ADDRESS_FORM: 2301,
  ADDRESS_CHECKSUM: 2302,
  ADDRESS_CHAIN: 2303,
  ADDRESS_KNOWN: 2304,
  // position
  POSITION_SIDE: 3001,
  REDUCE_ONLY_NO_POSITION: 3002,
  LEVERAGE_RANGE: 3003,
  TIER_LIMIT: 3004,
  ADD_MARGIN_FIRST: 3005,
  OVER_POSITION: 3006,
  // limits
  STAKE_RANGE: 4001,
  OPEN_STAKES: 4002,
  DAILY_LOSS: 4003,
  PURCHASE_LIMIT: 4101,
  ISSUE_FULL: 4102,
  MIN_WITHDRAWAL: 4201,
  ADDRESS_WAITING: 4202,
  REST_AFTER_CHANGE: 4203,
  DAILY_LIMIT: 4204,
  OWN_LIMIT: 4901,
  // money
  INSUFFICIENT_BALANCE: 5001,
  INSUFFICIENT_MARGIN: 5002,
  NOT_FINAL: 5003,
  AMOUNT_LIMIT: 5004,
  HOUSE_LIMIT: 5101,
  RESERVE_LIMIT: 5102,
  // book
  POST_ONLY_WOULD_TAKE: 6001,
  FOK_NOT_FILLABLE: 6002,
  FOK_BUDGET: 6003,
  // account
  CREDENTIALS: 7001,
  PASSWORDS_DIFFER: 7002,
  PASSWORD_WEAK: 7003,
  PASSWORD_SAME: 7004,
  ACCOUNT_FORM: 7005,
  INVITE_NEEDED: 7006,
  INVITE_CODE: 7007,
  TOTP_NEEDED: 7008,
  TOTP_WRONG: 7009,
  WAIT: 7010,
  UNKNOWN_SESSION: 7011,
  PICTURE_KIND: 7012,
  PICTURE_SIZE: 7013,
  UNKNOWN_PICTURE: 7014,
  UNKNOWN_USER: 7015,
  NO_PHONES: 7016,
  PUSH_SERVICE: 7017,
} as const

export type ProblemName = keyof typeof PROBLEMS

/** A refusal a person can cause: its name (also its translation key, `problem:NAME`) and the values to show. */
export interface Problem<Name extends ProblemName = ProblemName> {
  name: Name
  values?: Readonly<Record<string, string | number>>
}

/** The answer of anything that can be refused. */
export type Result<T, Name extends ProblemName = ProblemName> =
  | { ok: true; value: T }
  | { ok: false; problem: Problem<Name> }

export const refuse = <Name extends ProblemName>(
  name: Name,
  values?: Record<string, string | number>,
): { ok: false; problem: Problem<Name> } => ({
  ok: false,
  problem: values ? { name, values } : { name },
})
