/** Runs the shared order types on nodejs-order-book, another author's book, in whole units, for comparison. */

import {
  type LimitOrderOptions,
  type Side as OracleSide,
  OrderBook,
  type SelfTradePreventionMode,
} from "nodejs-order-book"
import type { Side } from "#server/engine/command.ts"

/** A placement in words that both books know; `price` none is a market order. */
export interface OraclePlacement {
  id: number
  account: string
  side: Side
  price: number | undefined
  quantity: number
  timeInForce: "gtc" | "ioc" | "fok"
  postOnly: boolean
  stp: "NONE" | "EXPIRE_MAKER" | "EXPIRE_TAKER" | "EXPIRE_BOTH"
}

/** `maker price quantity` of each trade, and whether it was refused (FOK, post-only). */
export interface OracleAnswer {
  trades: string[]
  isRefused: boolean
}

type Processed = ReturnType<OrderBook["limit"]>
type TimeInForce = NonNullable<LimitOrderOptions["timeInForce"]>
/** FOK not fillable, post-only would take. */
const REFUSAL_CODES: readonly number[] = [1106, 1107]

export class Oracle {
  readonly #book = new OrderBook()

  place(placement: OraclePlacement): OracleAnswer {
    const common = {
      id: String(placement.id),
      // The values of its enums are these texts.
      side: placement.side as OracleSide,
      size: placement.quantity,
      accountId: placement.account,
      stpMode: placement.stp as SelfTradePreventionMode,
    }
    const processed =
      placement.price === undefined
        ? this.#book.market(common)
        : this.#book.limit({
            ...common,
            price: placement.price,
            timeInForce: placement.timeInForce.toUpperCase() as TimeInForce,
            postOnly: placement.postOnly,
          })
    return { trades: tradesOf(processed, common.id), isRefused: isRefused(processed) }
  }

  cancel(id: number): boolean {
    return this.#book.cancel(String(id)) !== undefined
  }

  has(id: number): boolean {
    return this.#book.order(String(id)) !== undefined
  }

  /** `price: id×open …` of each level, best first. */
  levels(side: Side): string[] {
    const { bids, asks } = this.#book.snapshot()
    return (side === "buy" ? bids : asks)
      .toSorted((a, b) => (side === "buy" ? b.price - a.price : a.price - b.price))
      .map(({ price, orders }) => `${price}: ${orders.map(({ id, size }) => `${id}×${size}`).join(" ")}`)
  }
}

/** Makers that are done, then the one that is left in part; the taker stands among them and is left out. */
function tradesOf({ done, partial, partialQuantityProcessed }: Processed, taker: string): string[] {
  const trades = done.flatMap((order) =>
    order.id !== taker && "price" in order ? [`${order.id} ${order.price} ${order.size}`] : [],
  )
  if (partial && partial.id !== taker)
    trades.push(`${partial.id} ${partial.price} ${partialQuantityProcessed}`)
  return trades
}

const isRefused = ({ err }: Processed): boolean => err !== null && REFUSAL_CODES.includes(err.code)
