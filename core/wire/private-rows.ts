/**
 * The table of private rows: what of a user's account is sent on the socket, and how whoever receives it keeps it. The
 * server's account model, the socket, the worker and the page are made from it. Their messages, with schema and words,
 * are in private-messages.ts: apart, so that zod isn't loaded with the page.
 */

import type { RowRules } from "../account/kept-rows.ts"
import { isRunning } from "../ai/ai-product.ts"
import { isDepositRunning, isWithdrawalRunning } from "../chain/custody-status.ts"
import { isOpen } from "../order/order-status.ts"
import type { AiHolding } from "./ai.ts"
import type { AlertRow } from "./alert.ts"
import type { Notice, PerpetualFill, PerpetualOrder, Position } from "./contract.ts"
import type { Deposit, Withdrawal } from "./custody.ts"
import type { PausedRow } from "./paused-calls.ts"
import type { SecondContract } from "./second.ts"
import type { Balance, SpotFill, SpotOrder } from "./trading.ts"
import type { TwapRow } from "./twap-calls.ts"

/** The row of each kind. The key is the `type` of its message. */
export interface PrivateRows {
  fill: SpotFill | PerpetualFill
  order: SpotOrder | PerpetualOrder
  position: Position
  second: SecondContract
  deposit: Deposit
  withdrawal: Withdrawal
  ai: AiHolding
  balance: Balance
  notice: Notice
  alert: AlertRow
  twap: TwapRow
  paused: PausedRow
}
export type PrivateKind = keyof PrivateRows
export type OwnOrder = PrivateRows["order"]
export type OwnFill = PrivateRows["fill"]
/** Kinds of market that are traded by orders; rows name theirs as `kind`. */
export type TradedKind = OwnOrder["kind"]

/** In the order in which the messages of one change are sent. */
export const privateRows = {
  fill: {
    list: "fills",
    keyOf: ({ instrument, trade, order }) => `${instrument} ${trade} ${order}`,
    texts: ["instrument", "side", "price", "quantity"],
    wholes: ["trade", "order"],
    keep: "newest",
    inSnapshot: 100,
    onClient: 200,
  },
  order: {
    list: "orders",
    keyOf: ({ id }) => String(id),
    texts: ["instrument", "side", "price", "quantity", "executed", "status"],
    wholes: ["id", "sequence"],
    keep: "open",
    isOpen,
    versionOf: ({ sequence }) => sequence,
  },
  position: {
    list: "positions",
    keyOf: ({ id }) => String(id),
    texts: ["instrument", "side", "quantity", "cost", "margin", "closedBy"],
    wholes: ["id", "leverage", "sequence"],
    keep: "open",
    isOpen: ({ closedBy }) => closedBy === "",
    versionOf: ({ sequence }) => sequence,
  },
  second: {
    list: "seconds",
    keyOf: ({ id }) => String(id),
    texts: ["instrument", "direction", "stake", "profit", "status"],
    wholes: ["id", "expiry", "sequence"],
    keep: "open",
    isOpen: ({ status }) => status === "open",
    versionOf: ({ sequence }) => sequence,
  },
  deposit: {
    list: "deposits",
    keyOf: ({ id }) => String(id),
    texts: ["chain", "currency", "tx", "address", "amount", "status"],
    wholes: ["id", "index", "confirmations", "creditAfter", "finalAfter", "sequence"],
    keep: "open",
    isOpen: isDepositRunning,
    versionOf: ({ sequence }) => sequence,
  },
  withdrawal: {
    list: "withdrawals",
    keyOf: ({ id }) => String(id),
    texts: ["chain", "currency", "address", "amount", "fee", "status", "tx"],
    wholes: ["id", "waitsUntil", "sequence"],
    keep: "open",
    isOpen: isWithdrawalRunning,
    versionOf: ({ sequence }) => sequence,
  },
  ai: {
    list: "holdings",
    keyOf: ({ id }) => String(id),
    texts: ["product", "name", "currency", "principal", "reward", "status"],
    wholes: ["id", "matures", "sequence"],
    keep: "open",
    isOpen: ({ status }) => isRunning(status),
    versionOf: ({ sequence }) => sequence,
  },
  balance: {
    list: "balances",
    keyOf: ({ wallet, currency }: Pick<Balance, "wallet" | "currency">) => `${wallet} ${currency}`,
    texts: ["wallet", "currency", "available", "held"],
    wholes: [],
    keep: "latest",
  },
  notice: {
    list: "notices",
    keyOf: ({ id }) => id,
    texts: ["id", "kind", "instrument", "quantity", "amount"],
    wholes: ["time"],
    keep: "newest",
    inSnapshot: 20,
    onClient: 100,
  },
  alert: {
    list: "alerts",
    keyOf: ({ id }) => String(id),
    texts: ["state", "note", "value"],
    wholes: ["id", "fired", "version"],
    keep: "open",
    isOpen: ({ state, seen }) => state === "armed" || state === "paused" || (state === "fired" && !seen),
    versionOf: ({ version }) => version,
  },
  twap: {
    list: "twaps",
    keyOf: ({ id }) => String(id),
    texts: ["instrument", "side", "quantity", "executed", "status"],
    wholes: ["id", "sequence"],
    keep: "open",
    isOpen: ({ gone }) => !gone,
    versionOf: ({ sequence }) => sequence,
  },
  paused: {
    list: "paused",
    isNew: true,
    keyOf: ({ id }) => String(id),
    texts: ["groupKind", "instrument", "side", "quantity"],
    wholes: ["id", "sequence"],
    keep: "open",
    isOpen: ({ gone }) => !gone,
    versionOf: ({ sequence }) => sequence,
  },
} as const satisfies RowRules<PrivateRows>
