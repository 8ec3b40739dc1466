/** Schemas of a user's contracts: orders, fills, positions, notices: the same rows in answers and in private messages. */

import { z } from "zod/mini"
import { ORDER_STATUSES } from "../order/order-status.ts"
import { described, named } from "./described.ts"
import { amountText, instrumentId, priceText, quantityText, rateText, sequence, timeMs } from "./scalar.ts"
import {
  distanceText,
  feeRates,
  orderSide,
  orderType,
  rowExpiry,
  rowGroup,
  rowShown,
  timeInForce,
  triggerSource,
} from "./trading.ts"

export const positionMode = z.enum(["one-way", "hedge"])
export const marginMode = z.enum(["cross", "isolated"])
export const positionSide = z.enum(["long", "short"])
/** In rows: which of an instrument's positions. */
export const positionSlot = described(
  z.union([positionSide, z.literal("")]),
  "In hedge mode the position that it belongs to; empty in one-way mode.",
)
const perpetualKind = described(z.literal("perpetual"), "Kind of instrument.")
/** An amount, or nothing to tell. */
export const maybeAmount = z.union([amountText, z.literal("")])

/** P23, as it is asked for. */
export const targetTerms = named(
  "TargetTerms",
  z.strictObject({
    price: described(priceText, "Where it fires."),
    source: z.optional(described(triggerSource, "Which price has to reach it; left out: the mark.")),
    limit: z.optional(described(priceText, "Worst price of the order that it sends; left out: by market.")),
  }),
  { description: "Where a position is to take its profit, or to stop its loss." },
)

/** P23, as it stands. */
export const positionTarget = named(
  "PositionTarget",
  z.object({
    price: priceText,
    source: triggerSource,
    limit: described(
      z.union([priceText, z.literal("")]),
      "Worst price of the order that it sends; empty: by market.",
    ),
  }),
  { description: "Where a position takes its profit, or stops its loss." },
)
export type PositionTarget = z.infer<typeof positionTarget>
export const maybeTarget = z.union([positionTarget, z.null()])

/** P23. */
export const targetPair = named(
  "TargetPair",
  z.object({
    id: described(z.int(), "Rises with each pair of the position."),
    quantity: described(
      z.union([quantityText, z.literal("")]),
      "So much of the position, in the base currency; empty: all of it.",
    ),
    takeProfit: maybeTarget,
    stopLoss: maybeTarget,
  }),
  {
    description:
      "A take-profit and a stop-loss that belong together: what one of them has closed is gone for the other.",
  },
)
export type TargetPair = z.infer<typeof targetPair>

const ORDER_ORIGINS = ["", "take-profit", "stop-loss"] as const

/** An own order of a contract as it stands. Texts are empty where the order has no such field. */
export const perpetualOrder = named(
  "PerpetualOrder",
  z.object({
    kind: perpetualKind,
    id: described(z.int(), "Rises by one over all orders of the exchange."),
    clientOrderId: described(z.string(), "Empty: none was given."),
    instrument: instrumentId,
    side: orderSide,
    positionSide: positionSlot,
    type: orderType,
    timeInForce,
    postOnly: z.boolean(),
    reduceOnly: described(z.boolean(), "Lessens the position and never opens one."),
    price: described(z.union([priceText, z.literal("")]), "Limit price."),
    stopPrice: described(
      z.union([priceText, z.literal("")]),
      "Of a stop; of a trailing stop the price at which it begins to follow, where one was given.",
    ),
    stopSource: described(z.union([triggerSource, z.literal("")]), "Of a stop: which price it waits for."),
    distance: described(z.union([distanceText, z.literal("")]), "Of a trailing stop."),
    trailingPrice: described(
      z.union([priceText, z.literal("")]),
      "Of a trailing stop that follows: where it would fire now. It is told no oftener than once a second, and without a rise of `sequence`.",
    ),
    closePosition: described(
      z.boolean(),
      "A stop that closes all of the position that there is when it fires; until then its quantity is 0.",
    ),
    takeProfit: described(
      maybeTarget,
      "For the position that it opens, set with the first fill that opens it: gone from here then, but for a part.",
    ),
    stopLoss: described(maybeTarget, "As `takeProfit`."),
    targetsPart: described(
      z.boolean(),
      "Both are for what this order opens, not for the whole position; each fill that opens adds to that part.",
    ),
    origin: described(
      z.enum(ORDER_ORIGINS),
      "What sent it where you didn't: a take-profit or a stop-loss of the position.",
    ),
    quantity: described(quantityText, "Total in the base currency."),
    executed: described(quantityText, "Of it filled."),
    executedQuote: described(amountText, "Turnover so far, in the quote currency."),
    fee: described(amountText, "Charged so far; a rebate is negative."),
    feeCurrency: described(z.string(), "In which currency the fee is charged."),
    held: described(
      amountText,
      "Frozen for it now, of an isolated contract; what a cross order needs is counted.",
    ),
    expiresAt: rowExpiry,
    ...rowGroup,
    shownQuantity: rowShown,
    status: described(z.enum(ORDER_STATUSES), "`waiting`, `new` and `partly-filled` are open."),
    reason: described(
      z.string(),
      "Why it expired (`IOC`, `NO_LIQUIDITY`, `PRICE_PROTECTION`, `MARGIN`, `REDUCE_ONLY`, `LIQUIDATION`, `GTT`), which refusal rejected it, `DELISTED`, `COUNTDOWN` where one of yours cancelled it, `OCO` where something happened to the other of its pair, or `PAUSED`; else empty.",
    ),
    created: timeMs,
    updated: timeMs,
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own order of a perpetual contract as it stands." },
)
export type PerpetualOrder = z.infer<typeof perpetualOrder>

/** One side of one trade of a contract. */
export const perpetualFill = named(
  "PerpetualFill",
  z.object({
    kind: perpetualKind,
    trade: described(sequence, "Id of the trade within its market."),
    order: z.int(),
    instrument: instrumentId,
    side: orderSide,
    positionSide: positionSlot,
    price: priceText,
    quantity: quantityText,
    turnover: amountText,
    fee: described(amountText, "Charged with this fill; a rebate is negative."),
    feeCurrency: z.string(),
    realised: described(amountText, "Profit that it realised, fee apart; below zero a loss."),
    liquidity: described(z.enum(["maker", "taker"]), "Whether the order stood in the book or took from it."),
    time: timeMs,
  }),
  { description: "One side of one trade of a perpetual contract." },
)
export type PerpetualFill = z.infer<typeof perpetualFill>

export const CLOSED_BY = ["", "order", "liquidation", "take-over", "deleveraging", "settlement"] as const

/** A position from its opening to flat. */
export const position = named(
  "Position",
  z.object({
    id: described(z.int(), "Rises by one over all positions of the exchange."),
    instrument: instrumentId,
    side: positionSide,
    positionSide: positionSlot,
    marginMode,
    leverage: z.int(),
    quantity: described(quantityText, "Open, in the base currency; 0 once it is closed."),
    cost: described(
      amountText,
      "Sum of price × quantity of what is open, below zero of a short: exact, in up to 16 decimals. Unrealised profit is ± quantity × mark − cost.",
    ),
    entryPrice: described(
      maybeAmount,
      "Cost per unit of what is open, to the nearest 1e-8; empty once it is closed.",
    ),
    margin: described(amountText, "Of an isolated position; 0 of a cross one."),
    targets: described(
      z.array(targetPair),
      "Take-profit and stop-loss: the pair for the whole position first, then those for parts, by id.",
    ),
    openedQuantity: described(quantityText, "All that ever opened it."),
    openPrice: described(amountText, "Average of what opened it, to the nearest 1e-8."),
    closedQuantity: quantityText,
    closePrice: described(
      maybeAmount,
      "Average of what closed it, to the nearest 1e-8; empty: nothing was closed.",
    ),
    realised: described(amountText, "Profit of what was closed, without fees and funding."),
    openingFee: described(amountText, "A rebate is negative, as of the closing fee."),
    closingFee: amountText,
    liquidationFee: described(amountText, "Paid to the insurance fund."),
    fundingReceived: amountText,
    fundingPaid: amountText,
    opened: timeMs,
    updated: timeMs,
    closedBy: described(z.enum(CLOSED_BY), "What closed the last of it; empty while it is open."),
    sequence: described(sequence, "Of the command that changed it last: the higher is the newer."),
  }),
  { description: "An own position, from its opening to flat." },
)
export type Position = z.infer<typeof position>

export const NOTICES = ["funding", "liquidation", "take-over", "deleveraging", "settlement"] as const

/** What the exchange did to a position by itself. */
export const notice = named(
  "Notice",
  z.object({
    id: described(z.string(), "Unique among the user's; rises with time."),
    time: timeMs,
    kind: described(
      z.enum(NOTICES),
      "`funding`: paid or received. `liquidation`: a step that closed a part in the book; `take-over`: the insurance fund took the rest. `deleveraging`: it stood in for another's loss. `settlement`: its contract ended. Take others as news that you don't know.",
    ),
    instrument: instrumentId,
    positionSide: positionSlot,
    quantity: described(amountText, "Of funding the position, below zero short; else what was closed."),
    price: described(
      maybeAmount,
      "Worst price of a liquidation's order, price of a take-over, deleveraging or settlement; else empty.",
    ),
    mark: described(
      maybeAmount,
      "Mark price that it was counted at; empty of a deleveraging and of a settlement.",
    ),
    rate: described(z.union([rateText, z.literal("")]), "Of funding; else empty."),
    amount: described(amountText, "Funding received, below zero paid; fee of a liquidation; else 0."),
    order: described(z.int(), "Order that a liquidation sent; 0: none."),
    equity: described(maybeAmount, "What decided a liquidation: margin and profit before it; else empty."),
    maintenance: described(maybeAmount, "The maintenance margin that it was compared with; else empty."),
  }),
  { description: "What the exchange did to an own position by itself." },
)
export type Notice = z.infer<typeof notice>

export const marginTier = named(
  "MarginTier",
  z.object({
    cap: described(
      amountText,
      "Largest notional of the tier, in the quote currency; it begins above that of the one before.",
    ),
    leverage: described(z.int(), "Highest leverage that a position of this size may have."),
    rate: described(rateText, "Maintenance margin rate."),
    amount: described(
      amountText,
      "Taken off notional × rate, so that each slice of a position pays the rate of its own tier.",
    ),
  }),
  { description: "One tier of a contract's margin." },
)

/** What is set for one contract. */
export const contractSetting = named(
  "ContractSetting",
  z.object({ instrument: instrumentId, marginMode, leverage: z.int(), ...feeRates.shape }),
  { description: "Margin mode and leverage of one contract, and own fee rates." },
)
export type ContractSetting = z.infer<typeof contractSetting>

export const perpetualOrderExample: PerpetualOrder = {
  kind: "perpetual",
  id: 184_310,
  clientOrderId: "p-3",
  instrument: "BTC_USDT_PERP",
  side: "buy",
  positionSide: "",
  type: "limit",
  timeInForce: "gtc",
  postOnly: false,
  reduceOnly: false,
  price: "67284.1" as PerpetualOrder["price"],
  stopPrice: "",
  stopSource: "",
  distance: "",
  trailingPrice: "",
  closePosition: false,
  takeProfit: null,
  stopLoss: null,
  targetsPart: false,
  origin: "",
  quantity: "0.050" as PerpetualOrder["quantity"],
  executed: "0.020" as PerpetualOrder["executed"],
  executedQuote: "1345.682",
  fee: "0.672841",
  feeCurrency: "USDT",
  held: "0",
  expiresAt: 0,
  group: 0,
  groupKind: "",
  shownQuantity: "",
  status: "partly-filled",
  reason: "",
  created: 1_785_000_000_000,
  updated: 1_785_000_001_250,
  sequence: 990_314,
}
export const perpetualFillExample: PerpetualFill = {
  kind: "perpetual",
  trade: 55_210,
  order: 184_310,
  instrument: "BTC_USDT_PERP",
  side: "buy",
  positionSide: "",
  price: "67284.1" as PerpetualFill["price"],
  quantity: "0.020" as PerpetualFill["quantity"],
  turnover: "1345.682",
  fee: "0.672841",
  feeCurrency: "USDT",
  realised: "0",
  liquidity: "taker",
  time: 1_785_000_001_250,
}
export const positionExample: Position = {
  id: 77,
  instrument: "BTC_USDT_PERP",
  side: "long",
  positionSide: "",
  marginMode: "cross",
  leverage: 20,
  quantity: "0.020" as Position["quantity"],
  cost: "1345.682",
  entryPrice: "67284.1",
  margin: "0",
  targets: [
    {
      id: 990_320,
      quantity: "",
      takeProfit: {
        price: "69500.0" as PositionTarget["price"],
        source: "last",
        limit: "69490.0" as PositionTarget["price"],
      },
      stopLoss: { price: "65900.0" as PositionTarget["price"], source: "mark", limit: "" },
    },
  ],
  openedQuantity: "0.020" as Position["quantity"],
  openPrice: "67284.1",
  closedQuantity: "0.000" as Position["quantity"],
  closePrice: "",
  realised: "0",
  openingFee: "0.672841",
  closingFee: "0",
  liquidationFee: "0",
  fundingReceived: "0",
  fundingPaid: "0",
  opened: 1_785_000_001_250,
  updated: 1_785_000_001_250,
  closedBy: "",
  sequence: 990_314,
}
export const noticeExample: Notice = {
  id: "990500-0",
  time: 1_785_024_000_000,
  kind: "funding",
  instrument: "BTC_USDT_PERP",
  positionSide: "",
  quantity: "0.02",
  price: "",
  mark: "67300.5",
  rate: "0.0001",
  amount: "-0.134601",
  order: 0,
  equity: "",
  maintenance: "",
}
