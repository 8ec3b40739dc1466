/** User-data events of futures: reports of orders, and what they and the exchange did to wallet and positions. */

import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { isStopType } from "#core/order/order-status.ts"
import type { PerpetualFill, PerpetualOrder, Position } from "#core/wire/contract.ts"
import type { PrivateRows } from "#core/wire/private-rows.ts"
import type { Balance } from "#core/wire/trading.ts"
import type { AccountChange, AccountState } from "#server/read-model/account-changes.ts"
import type { DoorGround } from "../door-route.ts"
import { algoRow, futuresOrderRow, sideOfSlot } from "../futures/futures-rows.ts"
import { type OrderReport, OrderReports } from "./order-reports.ts"
import type { Teller } from "./spot-events.ts"

const isContractOrder = (order: PrivateRows["order"]): order is PerpetualOrder => order.kind === "perpetual"
const isContractFill = (fill: PrivateRows["fill"]): fill is PerpetualFill => fill.kind === "perpetual"
const isContractBalance = ({ wallet }: Balance): boolean => wallet === "contract"

const EXECUTIONS = {
  ...{ NEW: "NEW", TRADE: "TRADE", REPLACED: "AMENDMENT", CANCELED: "CANCELED" },
  ...{ REJECTED: "EXPIRED", EXPIRED: "EXPIRED", TRADE_PREVENTION: "EXPIRED" },
} as const
export class FuturesTeller implements Teller {
  readonly #ground: DoorGround
  readonly #reports: OrderReports<PerpetualOrder, PerpetualFill>
  readonly #positions = new Map<number, Position>()
  readonly #balances = new Map<string, Balance>()
  /** As told last, by currency. */
  readonly #wallets = new Map<string, bigint>()

  /** `state`: as the account stands before the first change. */
  constructor(ground: DoorGround, { rows }: AccountState<PrivateRows>) {
    this.#ground = ground
    this.#reports = new OrderReports(rows.order.filter(isContractOrder))
    for (const row of rows.position) this.#positions.set(row.id, row)
    for (const row of rows.balance.filter(isContractBalance)) this.#balances.set(row.currency, row)
    for (const currency of this.#balances.keys()) this.#wallets.set(currency, this.#walletOf(currency).all)
  }

  take({ rows }: AccountChange<PrivateRows>): object[] {
    const fills = rows.fill.filter(isContractFill)
    const reports = this.#reports.take(rows.order.filter(isContractOrder), fills)
    const account = this.#accountUpdate(rows, fills)
    return [...reports.flatMap((report) => this.#eventsOf(report)), ...account]
  }

  /** A stop that waits as a conditional order is told as one; once it has fired, as an order as well. */
  #eventsOf(report: OrderReport<PerpetualOrder, PerpetualFill>): object[] {
    const { order, execution, fill, wasWaiting } = report
    const isConditional =
      isStopType(order.type) && this.#ground.stops.isConditional({ id: order.id, status: "waiting" })
    if (!isConditional) return [this.#orderUpdate(report)]
    if (order.status === "waiting") return [this.#algoUpdate(order)]
    if (!wasWaiting || fill) return [this.#orderUpdate(report)]
    return execution === "NEW"
      ? [this.#algoUpdate(order), this.#orderUpdate(report)]
      : [this.#algoUpdate(order)]
  }

  #orderUpdate({ execution, order, fill }: OrderReport<PerpetualOrder, PerpetualFill>): object {
    const row = futuresOrderRow(this.#ground, order)
    const time = fill?.time ?? order.updated
    const o = {
      ...{ s: row.symbol, c: row.clientOrderId, S: row.side, o: row.type, f: row.timeInForce },
      ...{ q: row.origQty, p: row.price, ap: row.avgPrice, sp: row.stopPrice },
      ...{ x: EXECUTIONS[execution], X: row.status, i: order.id },
      ...{ l: fill?.quantity ?? "0", z: order.executed, L: fill?.price ?? "0" },
      ...(fill && { N: fill.feeCurrency, n: fill.fee }),
      ...{ T: time, t: fill?.trade ?? 0, b: "0", a: "0", m: fill?.liquidity === "maker" },
      ...{ R: row.reduceOnly, wt: row.workingType, ot: row.origType, ps: row.positionSide },
      cp: row.closePosition,
      ...(row.priceRate !== undefined && { AP: row.activatePrice, cr: row.priceRate }),
      ...{ rp: fill?.realised ?? "0", pP: false, si: 0, ss: 0 },
      ...{ V: row.selfTradePreventionMode, pm: row.priceMatch, gtd: row.goodTillDate },
    }
    return { e: "ORDER_TRADE_UPDATE", E: this.#ground.now(), T: time, o }
  }

  #algoUpdate(order: PerpetualOrder): object {
    const row = algoRow(this.#ground, order)
    const o = {
      ...{ caid: row.clientAlgoId, aid: row.algoId, at: row.algoType, o: row.orderType, s: row.symbol },
      ...{ S: row.side, ps: row.positionSide, f: row.timeInForce, q: row.quantity, X: row.algoStatus },
      ...{ ai: row.actualOrderId, ap: row.actualPrice, aq: row.actualQty, tp: row.triggerPrice },
      ...{ p: row.price, V: row.selfTradePreventionMode, wt: row.workingType, pm: row.priceMatch },
      ...{ cp: row.closePosition, pP: row.priceProtect, R: row.reduceOnly, tt: row.triggerTime },
      ...{ gtd: row.goodTillDate, rm: order.status === "rejected" ? order.reason : "" },
    }
    return { e: "ALGO_UPDATE", T: order.updated, E: this.#ground.now(), o }
  }

  #accountUpdate(rows: AccountChange<PrivateRows>["rows"], fills: readonly PerpetualFill[]): object[] {
    for (const row of rows.position) {
      if (row.closedBy === "") this.#positions.set(row.id, row)
      else this.#positions.delete(row.id)
    }
    for (const row of rows.balance.filter(isContractBalance)) this.#balances.set(row.currency, row)
    const B = this.#changedWallets(fills)
    const P = rows.position.map((row) => this.#positionRow(row))
    if (B.length === 0 && P.length === 0) return []
    const time = this.#ground.now()
    return [{ e: "ACCOUNT_UPDATE", E: time, T: time, a: { m: reasonOf(rows, fills), B, P } }]
  }

  #changedWallets(fills: readonly PerpetualFill[]): object[] {
    const traded = fills.reduce(
      (sum, { realised, fee }) => sum + signedUnitsOf(realised) - signedUnitsOf(fee),
      0n,
    )
    return [...this.#balances.keys()].flatMap((currency) => {
      const { all, cross } = this.#walletOf(currency)
      const before = this.#wallets.get(currency) ?? 0n
      if (all === before) return []
      this.#wallets.set(currency, all)
      const bc = formatAmount(all - before - traded)
      return [{ a: currency, wb: formatAmount(all), cw: formatAmount(cross), bc }]
    })
  }

  /** What the wallet holds, with and without the margins of isolated positions, in 1e-8. */
  #walletOf(currency: string): { all: bigint; cross: bigint } {
    const row = this.#balances.get(currency)
    if (!row) return { all: 0n, cross: 0n }
    const cross = signedUnitsOf(row.available) + signedUnitsOf(row.held) - signedUnitsOf(row.advance ?? "0")
    const margins = [...this.#positions.values()].filter(
      ({ instrument }) => this.#ground.reader.instrument(instrument)?.quote === currency,
    )
    return { all: margins.reduce((sum, { margin }) => sum + signedUnitsOf(margin), cross), cross }
  }

  #positionRow(row: Position): object {
    const { symbols, reader } = this.#ground
    const isShort = row.side === "short"
    const mark = reader.mark(row.instrument)?.[2]
    return {
      ...{ s: symbols.nameOf(row.instrument), pa: isShort ? negative(row.quantity) : row.quantity },
      ...{ ep: row.entryPrice || "0", bep: row.entryPrice || "0", cr: row.realised },
      ...{ up: mark === undefined ? "0" : profitOf(row, mark), mt: row.marginMode, iw: row.margin },
      ps: sideOfSlot(row.positionSide),
    }
  }
}

const negative = (text: string): string => (signedUnitsOf(text) === 0n ? text : `-${text}`)

/** Unrealised, to the nearest 1e-8. */
function profitOf({ side, quantity, entryPrice }: Position, mark: string): string {
  const move = signedUnitsOf(mark) - signedUnitsOf(entryPrice || "0")
  const gain = divideNearest(move * signedUnitsOf(quantity), UNITS_PER_COIN)
  return formatAmount(side === "short" ? -gain : gain)
}

/** What an account's change came from. */
function reasonOf(rows: AccountChange<PrivateRows>["rows"], fills: readonly PerpetualFill[]): string {
  if (fills.length > 0) return "ORDER"
  if (rows.notice.some(({ kind }) => kind === "funding")) return "FUNDING_FEE"
  if (rows.notice.length > 0) return "ADJUSTMENT"
  if (rows.position.length > 0) return "MARGIN_TRANSFER"
  return "DEPOSIT"
}
