/** User-data events of spot: reports of orders, balances, and what came or went otherwise than by trades. */

import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { Balance, SpotFill, SpotOrder } from "#core/wire/trading.ts"
import type { AccountChange, AccountState } from "#server/read-model/account-changes.ts"
import type { DoorGround } from "../door-route.ts"
import { listRow } from "../spot/spot-lists.ts"
import { orderRow } from "../spot/spot-rows.ts"
import { OrderPairs } from "./order-pairs.ts"
import { type OrderReport, OrderReports } from "./order-reports.ts"

/** Turns changes of one account into the events of one market. */
export interface Teller {
  /** Events of a change, in order. */
  take(change: AccountChange<PrivateRows>): object[]
}

const isSpotOrder = (order: PrivateRows["order"]): order is SpotOrder => order.kind === "spot"
const isSpotFill = (fill: PrivateRows["fill"]): fill is SpotFill => fill.kind === "spot"
const isSpotBalance = ({ wallet }: Balance): boolean => wallet === "funding"

export class SpotTeller implements Teller {
  readonly #ground: DoorGround
  readonly #reports: OrderReports<SpotOrder, SpotFill>
  readonly #pairs: OrderPairs
  /** What there is of each currency, in 1e-8. */
  readonly #totals: Map<string, bigint>
  /** Rises with each event of an order, as an execution's number. */
  #executions = 0

  /** `state`: as the account stands before the first change. */
  constructor(ground: DoorGround, { rows }: AccountState<PrivateRows>) {
    this.#ground = ground
    const open = rows.order.filter(isSpotOrder)
    this.#reports = new OrderReports(open)
    this.#pairs = new OrderPairs(open)
    this.#totals = new Map(rows.balance.filter(isSpotBalance).map((row) => [row.currency, totalOf(row)]))
  }

  take({ rows }: AccountChange<PrivateRows>): object[] {
    const fills = rows.fill.filter(isSpotFill)
    const orders = rows.order.filter(isSpotOrder)
    const reports = this.#reports.take(orders, fills)
    const balances = rows.balance.filter(isSpotBalance)
    return [
      ...reports.map((report) => this.#executionReport(report)),
      ...this.#pairs.take(orders).map((pair) => this.#listStatus(pair)),
      ...this.#movements(balances, fills),
      ...(balances.length > 0 ? [this.#position(balances)] : []),
    ]
  }

  #executionReport({ execution, order, fill }: OrderReport<SpotOrder, SpotFill>): object {
    const row = orderRow(this.#ground, order)
    const time = fill?.time ?? order.updated
    this.#executions += 1
    return {
      ...{ e: "executionReport", E: this.#ground.now(), s: row.symbol, c: row.clientOrderId },
      ...{ S: row.side, o: row.type, f: row.timeInForce, q: row.origQty, p: row.price, P: row.stopPrice },
      ...(row.trailingDelta !== undefined && { d: row.trailingDelta }),
      ...{ F: row.icebergQty, g: row.orderListId, C: "", x: execution, X: row.status },
      ...{ r: execution === "REJECTED" || execution === "EXPIRED" ? order.reason || "NONE" : "NONE" },
      ...{ i: order.id, l: fill?.quantity ?? "0", z: order.executed, L: fill?.price ?? "0" },
      ...{ n: fill?.fee ?? "0", N: fill?.feeCurrency ?? null, T: time, t: fill?.trade ?? -1 },
      ...{ I: this.#executions, w: row.isWorking, m: fill?.liquidity === "maker", M: fill !== undefined },
      ...{ O: order.created, Z: order.executedQuote, Y: fill?.turnover ?? "0", Q: row.origQuoteOrderQty },
      ...(row.isWorking && { W: row.workingTime }),
      V: row.selfTradePreventionMode,
    }
  }

  #listStatus(pair: readonly SpotOrder[]): object {
    const row = listRow(this.#ground, pair)
    return {
      ...{
        e: "listStatus",
        E: this.#ground.now(),
        s: row.symbol,
        g: row.orderListId,
        c: row.contingencyType,
      },
      ...{ l: row.listStatusType, L: row.listOrderStatus, r: "NONE", C: row.listClientOrderId },
      T: row.transactionTime,
      O: row.orders.map(({ symbol, orderId, clientOrderId }) => ({
        s: symbol,
        i: orderId,
        c: clientOrderId,
      })),
    }
  }

  /** What isn't of the fills: deposits, withdrawals, transfers, products. */
  #movements(balances: readonly Balance[], fills: readonly SpotFill[]): object[] {
    const traded = new Map<string, bigint>()
    const add = (currency: string, by: bigint) => traded.set(currency, (traded.get(currency) ?? 0n) + by)
    for (const { instrument, side, quantity, turnover, fee, feeCurrency } of fills) {
      const market = this.#ground.reader.instrument(instrument)
      if (!market) continue
      const sign = side === "buy" ? 1n : -1n
      add(market.base, sign * signedUnitsOf(quantity))
      add(market.quote, -sign * signedUnitsOf(turnover))
      add(feeCurrency, -signedUnitsOf(fee))
    }
    const time = this.#ground.now()
    return balances.flatMap((row) => {
      const total = totalOf(row)
      const moved = total - (this.#totals.get(row.currency) ?? 0n) - (traded.get(row.currency) ?? 0n)
      this.#totals.set(row.currency, total)
      return moved === 0n
        ? []
        : [{ e: "balanceUpdate", E: time, a: row.currency, d: formatAmount(moved), T: time }]
    })
  }

  #position(balances: readonly Balance[]): object {
    const time = this.#ground.now()
    const B = balances.map(({ currency, available, held }) => ({ a: currency, f: available, l: held }))
    return { e: "outboundAccountPosition", E: time, u: time, B }
  }
}

const totalOf = ({ available, held }: Balance): bigint => signedUnitsOf(available) + signedUnitsOf(held)
