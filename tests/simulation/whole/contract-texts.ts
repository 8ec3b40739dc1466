/** Rows of a contract account as text: as a client shows them, and as they ought to be. Whole numbers of 1e-8, of a cost 1e-16. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { PerpetualFill, PerpetualOrder } from "#core/wire/contract.ts"
import type { BalanceEvent, FillEvent, OrderView } from "#server/engine/event.ts"
import type { Held, Part } from "../contract-books.ts"
import type { DiarySums } from "./position-diary.ts"
import { type ClientRows, unitsOf } from "./whole-auditor.ts"

export type ShownFill = Pick<
  PerpetualFill,
  | "instrument"
  | "trade"
  | "order"
  | "side"
  | "positionSide"
  | "price"
  | "quantity"
  | "fee"
  | "realised"
  | "liquidity"
>

const textOf = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(9, "0")
  return `${units < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

export function tellsOrder(order: OrderView, { tick, lot }: PerpetualInstrument): string {
  const price = (ticks: number | undefined) => (ticks === undefined ? "" : BigInt(ticks) * tick)
  const lots = (count: number | undefined) => BigInt(count ?? 0) * lot
  const { id, instrument, side, orderType, positionSide = "", executed, quantity, status, charged } = order
  return [
    ...["order", id, instrument, side, orderType, positionSide, price(order.price), price(order.stopPrice)],
    ...[`${lots(executed)}/${lots(quantity)}`, status, charged, order.hold],
  ].join(" ")
}

function orderText(order: PerpetualOrder): string {
  const price = (text: string) => (text === "" ? "" : unitsOf(text))
  const { id, instrument, side, type, positionSide, executed, quantity, status, fee, held } = order
  return [
    ...["order", id, instrument, side, type, positionSide, price(order.price), price(order.stopPrice)],
    ...[`${unitsOf(executed)}/${unitsOf(quantity)}`, status, unitsOf(fee), unitsOf(held)],
  ].join(" ")
}

export function tellsPosition(of: {
  instrument: string
  slot: string
  held: Held
  part: Part
  sums: DiarySums
}): string {
  const { instrument, slot, held, part, sums } = of
  const mode = part.isIsolated ? "isolated" : "cross"
  return [
    ...["position", instrument, slot, held.size, held.cost, held.margin, mode, part.leverage],
    ...[sums.realised, sums.fees, sums.funding],
  ].join(" ")
}

const positionText = (row: ReturnType<typeof positionRows>[number]): string => {
  const quantity = unitsOf(row.quantity)
  const fees = unitsOf(row.openingFee) + unitsOf(row.closingFee) + unitsOf(row.liquidationFee)
  const funding = unitsOf(row.fundingReceived) - unitsOf(row.fundingPaid)
  return [
    ...["position", row.instrument, row.positionSide || "net", row.side === "long" ? quantity : -quantity],
    ...[unitsOf(row.cost, 16), unitsOf(row.margin), row.marginMode, row.leverage],
    ...[unitsOf(row.realised), fees, funding],
  ].join(" ")
}

export const tellsBalance = (of: BalanceEvent): string[] =>
  balanceTexts(of, { available: of.available, held: of.held, advance: of.advance ?? 0n })

const balanceTexts = (
  { wallet, currency }: { wallet: string; currency: string },
  { available, held, advance }: { available: bigint; held: bigint; advance: bigint },
): string[] =>
  available === 0n && held === 0n && advance === 0n
    ? []
    : [`balance ${wallet} ${currency} ${available} + ${held} - ${advance}`]

const positionRows = (rows: ClientRows) => rows("position")

export function textOfClient(rows: ClientRows): string {
  const balances = rows("balance").flatMap((row) =>
    balanceTexts(row, {
      ...{ available: unitsOf(row.available), held: unitsOf(row.held) },
      advance: unitsOf(("advance" in row && row.advance) || "0"),
    }),
  )
  return [
    ...rows("order").map((row) => orderText(row as PerpetualOrder)),
    ...positionRows(rows).map(positionText),
    ...balances,
  ]
    .sort()
    .join("; ")
}

export function toldFill(fill: FillEvent, { tick, lot }: PerpetualInstrument): ShownFill {
  return {
    ...{ instrument: fill.instrument, trade: fill.id, order: fill.order, side: fill.side },
    positionSide: fill.slot === undefined || fill.slot === "net" ? "" : fill.slot,
    price: textOf(BigInt(fill.price) * tick),
    quantity: textOf(BigInt(fill.quantity) * lot),
    fee: textOf(fill.fee),
    realised: textOf(fill.realised ?? 0n),
    liquidity: fill.liquidity,
  } as ShownFill
}

export const fillText = (row: ShownFill): string =>
  [
    ...["fill", row.instrument, row.trade, row.order, row.side, row.positionSide, row.liquidity],
    ...[row.price, row.quantity, row.fee, row.realised].map((text) => unitsOf(text)),
  ].join(" ")
