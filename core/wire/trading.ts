/** Schemas of own orders, fills and balances: the same rows in answers and in private messages. */

import { z } from "zod/mini"
import { BEST_PRICES } from "../order/best-price.ts"
import { GROUP_KINDS } from "../order/order-group.ts"
import { ORDER_STATUSES, ORDER_TYPES, TRIGGER_SOURCES } from "../order/order-status.ts"
import { described, named } from "./described.ts"
import { amountText, instrumentId, priceText, quantityText, rateText, sequence, timeMs } from "./scalar.ts"

/** The three accounts of a user. `funding` is spot money. */
export const WALLETS = ["funding", "contract", "second"] as const
export const wallet = z.enum(WALLETS)
export type Wallet = z.infer<typeof wallet>

export const orderSide = z.enum(["buy", "sell"])
/** Of rows. */
export const orderType = z.enum(ORDER_TYPES)
/** What may be placed by call. */
export const spotOrderType = z.enum(["limit", "market", "stop-limit", "trailing-stop"])
export const timeInForce = z.enum(["gtc", "ioc", "fok"])
/** S5; `NONE` isn't offered to users. */
export const stpMode = z.enum(["EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"])

/** Which price a stop, a take-profit or a stop-loss waits for. */
export const triggerSource = z.enum(TRIGGER_SOURCES)
/** S18. */
export const bestPrice = described(
  z.enum(BEST_PRICES),
  "Of a limit order, in place of `price`: the best price of its own side of the book (`queue`) or of the other (`counterparty`), found as the order is accepted; the answer has it as `price`. NO_BEST_PRICE where nobody stands there.",
)

/** S9. */
export const distanceText = named(
  "DistanceText",
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,2})(?:\.\d{1,8})?$/)),
  {
    description:
      'How far a trailing stop stays behind the highest price (a sell) or the lowest (a buy), as a rate: "0.01" is 1 %; from 0.001 to 0.5.',
  },
)

/** S12: 1–36 of `A–Z a–z 0–9 . _ : / -`. */
export const clientOrderId = named("ClientOrderId", z.string().check(z.regex(/^[A-Za-z0-9._:/-]{1,36}$/)), {
  description:
    "Chosen by the caller, unique among their own: the same id with the same fields is answered as the first time and acts once; with other fields it is KEY_CONFLICT. Remembered for an hour.",
})
/** The key of any other call that moves money; the same rules. */
export const requestKey = named("RequestKey", z.string().check(z.regex(/^[A-Za-z0-9._:/-]{1,36}$/)), {
  description: "Chosen by the caller: the same key gives the same answer and acts once, for an hour.",
})
/** S14. */
export const expiresAt = described(
  timeMs,
  "Good till then, by the server's clock, 5 seconds to 90 days ahead; left out: till it is cancelled. Of a limit order that is `gtc`, and of stops, which it ends while they wait as well.",
)
/** Of rows (S14). */
export const rowExpiry = described(z.int(), "Good till then, in ms; 0: till it is cancelled.")
/** Of rows (S16, S17, S20, S21): 0 and empty where it was placed by itself. */
export const rowGroup = {
  group: described(
    z.int(),
    "Number of the group that it was placed with, the id of its first order; 0: none.",
  ),
  groupKind: described(
    z.enum(["", ...GROUP_KINDS]),
    "What the group is: `oco`, a limit order and a stop; `scaled`, a scaled order; `twap`, slices; `iceberg`, one that was resumed.",
  ),
}
/** S19. */
export const shownQuantity = described(
  quantityText,
  "Of a limit order that is `gtc`: so much of it stands in the book at a time, and what isn't shown joins the queue anew as that is used up. The least that an order may be, at least a hundredth of the quantity; else ICEBERG_RANGE.",
)
/** Of rows (S19). */
export const rowShown = described(
  z.union([quantityText, z.literal("")]),
  "Of an iceberg: so much of it is shown at a time; empty: all of it.",
)
export const sentAt = described(
  z.optional(timeMs),
  "When it was sent, by the server's clock: older than 5 minutes or over 5 s ahead is refused, so a key can never act twice.",
)

/** Of orders and fills: which kind of instrument they are of. Each kind has a row of its own; `kind` tells them apart. */
const spotKind = described(
  z.literal("spot"),
  "Kind of instrument. Rows of perpetuals will say `perpetual` and have other fields: pass over kinds that you don't know.",
)

/** An own spot order as it stands. Texts are empty where the order has no such field. */
export const spotOrder = named(
  "SpotOrder",
  z.object({
    kind: spotKind,
    id: described(z.int(), "Rises by one over all orders of the exchange."),
    clientOrderId: described(z.string(), "Empty: none was given."),
    instrument: instrumentId,
    side: orderSide,
    type: orderType,
    timeInForce,
    postOnly: z.boolean(),
    price: described(z.union([priceText, z.literal("")]), "Limit price."),
    stopPrice: described(
      z.union([priceText, z.literal("")]),
      "Of a stop-limit; of a trailing stop the price at which it begins to follow, where one was given.",
    ),
    distance: described(z.union([distanceText, z.literal("")]), "Of a trailing stop."),
    trailingPrice: described(
      z.union([priceText, z.literal("")]),
      "Of a trailing stop that follows: where it would fire now. It is told no oftener than once a second, and without a rise of `sequence`.",
    ),
    quantity: described(
      z.union([quantityText, z.literal("")]),
      "Total in the base currency; empty where a budget alone says how much.",
    ),
    budget: described(
      z.union([amountText, z.literal("")]),
      "Quote amount of a market or FOK order, and of a trailing stop that buys.",
    ),
    executed: described(quantityText, "Of it filled."),
    executedQuote: described(amountText, "Turnover so far, in the quote currency."),
    fee: described(amountText, "Charged so far; a rebate is negative."),
    feeCurrency: described(z.string(), "In which currency the fee is charged."),
    held: described(amountText, "Frozen for it now: quote currency of a buy, base currency of a sell."),
    expiresAt: rowExpiry,
    ...rowGroup,
    shownQuantity: rowShown,
    status: described(z.enum(ORDER_STATUSES), "`waiting`, `new` and `partly-filled` are open."),
    reason: described(
      z.string(),
      "Why it expired (`IOC`, `NO_LIQUIDITY`, `PRICE_PROTECTION`, `BUDGET`, `GTT`), which refusal rejected it, `DELISTED` where the end of its market cancelled it, `COUNTDOWN` where one of yours did, `OCO` where something happened to the other of its pair, or `PAUSED`; else empty.",
    ),
    created: timeMs,
    updated: timeMs,
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own spot order as it stands." },
)
export type SpotOrder = z.infer<typeof spotOrder>

/** One own fill: one side of one trade. */
export const spotFill = named(
  "SpotFill",
  z.object({
    kind: spotKind,
    trade: described(sequence, "Id of the trade within its market."),
    order: z.int(),
    instrument: instrumentId,
    side: orderSide,
    price: priceText,
    quantity: quantityText,
    turnover: amountText,
    fee: described(amountText, "Charged with this fill; a rebate is negative."),
    feeCurrency: z.string(),
    liquidity: described(z.enum(["maker", "taker"]), "Whether the order stood in the book or took from it."),
    time: timeMs,
  }),
  { description: "One side of one trade." },
)
export type SpotFill = z.infer<typeof spotFill>

export const balance = named(
  "Balance",
  z.object({
    wallet,
    currency: z.string(),
    available: described(amountText, "Free to be used."),
    held: described(amountText, "Frozen for open orders and what is under way."),
    advance: z.optional(
      described(
        amountText,
        "Contract account: lent against open profit, and counted off its equity. Left out: nothing is.",
      ),
    ),
  }),
  { description: "What one account holds of one currency." },
)
export type Balance = z.infer<typeof balance>

/** Own rates; a limit order keeps those of its acceptance (N1). */
export const feeRates = named(
  "FeeRates",
  z.object({
    level: described(z.int(), "0 is where everyone begins."),
    turnover: described(amountText, "Of the last 30 full days, in USDT."),
    maker: rateText,
    taker: rateText,
  }),
  { description: "What trading costs this user." },
)
export type FeeRates = z.infer<typeof feeRates>

export const spotOrderExample: SpotOrder = {
  kind: "spot",
  id: 184_201,
  clientOrderId: "a-17",
  instrument: "BTC_USDT",
  side: "buy",
  type: "limit",
  timeInForce: "gtc",
  postOnly: false,
  price: "67284.10" as SpotOrder["price"],
  stopPrice: "",
  distance: "",
  trailingPrice: "",
  quantity: "0.00500" as SpotOrder["quantity"],
  budget: "",
  executed: "0.00200" as SpotOrder["executed"],
  executedQuote: "134.5682",
  fee: "0.000002",
  feeCurrency: "BTC",
  held: "201.8523",
  expiresAt: 0,
  group: 0,
  groupKind: "",
  shownQuantity: "",
  status: "partly-filled",
  reason: "",
  created: 1_785_000_000_000,
  updated: 1_785_000_001_250,
  sequence: 990_214,
}
export const spotFillExample: SpotFill = {
  kind: "spot",
  trade: 55_120,
  order: 184_201,
  instrument: "BTC_USDT",
  side: "buy",
  price: "67284.10" as SpotFill["price"],
  quantity: "0.00200" as SpotFill["quantity"],
  turnover: "134.5682",
  fee: "0.000002",
  feeCurrency: "BTC",
  liquidity: "maker",
  time: 1_785_000_001_250,
}
export const balanceExample: Balance = {
  wallet: "funding",
  currency: "USDT",
  available: "9663.5795",
  held: "201.8523",
}
