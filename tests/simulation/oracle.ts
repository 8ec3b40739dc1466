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
  /** Of an iceberg (S19): so much of it is shown at a time. */
  shown?: number | undefined
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

/** An iceberg as it stands: the other book knows none, and has its shown part alone. */
interface Iceberg {
  placement: OraclePlacement
  shown: number
  /** All that is left of it. */
  open: number
}

export class Oracle {
  readonly #book = new OrderBook()
  readonly #icebergs = new Map<number, Iceberg>()

  place(placement: OraclePlacement): OracleAnswer {
    const processed = this.#enter(placement)
    return { trades: tradesOf(processed, String(placement.id)).map(textOf), isRefused: isRefused(processed) }
  }

  /**
   * Among icebergs, nobody with self-trade prevention: lot by lot, so that no taker gets past a part that is about to be
   * followed by the next. Trades with one maker in a row are one here.
   */
  placeByLots(placement: OraclePlacement): OracleAnswer {
    const { id, quantity, timeInForce, price, postOnly } = placement
    const isShort = timeInForce === "fok" && this.#within(placement) < quantity
    if (isShort || (postOnly && this.#within(placement) > 0)) return { trades: [], isRefused: true }
    const trades: Trade[] = []
    let left = quantity
    for (let isFound = true; isFound && left > 0; ) {
      const found = tradesOf(
        this.#enter({ ...placement, quantity: 1, timeInForce: "ioc", postOnly: false }),
        String(id),
      )
      for (const trade of found) this.#traded(trade)
      trades.push(...found)
      left -= found.length
      isFound = found.length > 0
    }
    if (left > 0 && timeInForce === "gtc" && price !== undefined) this.#rest(placement, left)
    return { trades: inRows(trades).map(textOf), isRefused: false }
  }

  #enter(placement: OraclePlacement): Processed {
    const common = {
      id: String(placement.id),
      // The values of its enums are these texts.
      side: placement.side as OracleSide,
      size: placement.quantity,
      accountId: placement.account,
      stpMode: placement.stp as SelfTradePreventionMode,
    }
    return placement.price === undefined
      ? this.#book.market(common)
      : this.#book.limit({
          ...common,
          price: placement.price,
          timeInForce: placement.timeInForce.toUpperCase() as TimeInForce,
          postOnly: placement.postOnly,
        })
  }

  #rest(placement: OraclePlacement, open: number): void {
    const { id, shown = open } = placement
    this.#enter({ ...placement, quantity: Math.min(shown, open) })
    if (placement.shown !== undefined) this.#icebergs.set(id, { placement, shown, open })
  }

  /** What a maker's part has lost; the next one enters as the last of its queue when it is used up. */
  #traded({ maker, quantity }: Trade): void {
    const iceberg = this.#icebergs.get(Number(maker))
    if (!iceberg) return
    iceberg.open -= quantity
    if (this.has(iceberg.placement.id)) return
    this.#icebergs.delete(iceberg.placement.id)
    if (iceberg.open > 0) this.#rest(iceberg.placement, iceberg.open)
  }

  /** Lots that it could trade with, hidden ones among them. */
  #within({ side, price }: OraclePlacement): number {
    const { bids, asks } = this.#book.snapshot()
    const isReached = (at: number) => price === undefined || (side === "buy" ? at <= price : at >= price)
    const orders = (side === "buy" ? asks : bids).flatMap((level) =>
      isReached(level.price) ? level.orders : [],
    )
    return orders.reduce((sum, { id, size }) => sum + (this.#icebergs.get(Number(id))?.open ?? size), 0)
  }

  cancel(id: number): boolean {
    this.#icebergs.delete(id)
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

interface Trade {
  maker: string
  price: number
  quantity: number
}

const textOf = ({ maker, price, quantity }: Trade): string => `${maker} ${price} ${quantity}`

/** Trades with one maker that follow each other as one. */
export function inRows(trades: readonly Trade[]): Trade[] {
  const rows: Trade[] = []
  for (const trade of trades) {
    const last = rows.at(-1)
    if (last && last.maker === trade.maker && last.price === trade.price) last.quantity += trade.quantity
    else rows.push({ ...trade })
  }
  return rows
}

/** Makers that are done, then the one that is left in part; the taker stands among them and is left out. */
function tradesOf({ done, partial, partialQuantityProcessed }: Processed, taker: string): Trade[] {
  const trades = done.flatMap((order) =>
    order.id !== taker && "price" in order
      ? [{ maker: order.id, price: order.price, quantity: order.size }]
      : [],
  )
  if (partial && partial.id !== taker)
    trades.push({ maker: partial.id, price: partial.price, quantity: partialQuantityProcessed })
  return trades
}

const isRefused = ({ err }: Processed): boolean => err !== null && REFUSAL_CODES.includes(err.code)
