/** Converts contract orders, fills, positions and notices to wire rows: ticks, lots and units become text. */

import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, formatFine } from "#core/money/steps.ts"
import { isStopType } from "#core/order/order-status.ts"
import { entryPrice } from "#core/position/position.ts"
import type {
  Notice,
  PerpetualFill,
  PerpetualOrder,
  Position,
  PositionTarget,
  TargetPair,
} from "#core/wire/contract.ts"
import type { PositionSlot, TargetTerms } from "#server/engine/command.ts"
import type { FillEvent, OrderView } from "#server/engine/event.ts"
import type { ContractNotice, PositionRecord, TargetPairView } from "#server/engine/position-record.ts"
import type { OrderConditions } from "#server/storage/stored-conditions.ts"
import { type TextsOf, trailingPriceOf } from "./account-rows.ts"
import type { MarketTexts } from "./step-texts.ts"

/** One-way positions have no side of their own on the wire. */
export const sideOfSlot = (slot: PositionSlot | undefined): Position["positionSide"] =>
  slot === undefined || slot === "net" ? "" : slot

export function perpetualOrderOf(view: OrderView, textsOf: TextsOf): PerpetualOrder {
  const texts = textsOf(view.instrument)
  return {
    kind: "perpetual",
    id: view.id,
    clientOrderId: view.clientOrderId ?? "",
    instrument: view.instrument,
    side: view.side,
    positionSide: view.positionSide ?? "",
    type: view.orderType,
    timeInForce: view.timeInForce,
    postOnly: view.postOnly,
    reduceOnly: view.reduceOnly ?? false,
    price: view.price === undefined ? "" : texts.price(view.price),
    stopPrice: view.stopPrice === undefined ? "" : texts.price(view.stopPrice),
    ...conditionsOf(view, texts),
    trailingPrice: trailingPriceOf(view, texts),
    quantity: texts.quantity(view.quantity ?? 0),
    executed: texts.quantity(view.executed),
    executedQuote: formatAmount(view.executedQuote),
    fee: formatAmount(view.charged),
    feeCurrency: view.feeCurrency,
    held: formatAmount(view.hold),
    expiresAt: view.expiresAt ?? 0,
    group: view.group ?? 0,
    groupKind: view.groupKind ?? "",
    shownQuantity: view.shown === undefined ? "" : texts.quantity(view.shown),
    status: view.status,
    reason: view.reason ?? view.refusal ?? "",
    created: view.created,
    updated: view.updated,
    sequence: view.sequence,
  }
}

export const conditionsOf = (order: OrderConditions, texts: MarketTexts) => ({
  stopSource: isStopType(order.orderType) ? (order.stopSource ?? "last") : ("" as const),
  distance: order.distance === undefined ? "" : formatAmount(order.distance),
  closePosition: order.closePosition ?? false,
  takeProfit: targetOf(order.takeProfit, texts),
  stopLoss: targetOf(order.stopLoss, texts),
  targetsPart: order.targetsPart ?? false,
  origin: order.origin ?? ("" as const),
})

/** P23: the mark, unless another source was chosen. */
export const targetOf = (terms: TargetTerms | undefined, { price }: MarketTexts): PositionTarget | null =>
  terms === undefined
    ? null
    : {
        price: price(terms.price),
        source: terms.source ?? "mark",
        limit: terms.limit === undefined ? "" : price(terms.limit),
      }

const targetPairOf = (pair: TargetPairView, texts: MarketTexts): TargetPair => ({
  id: pair.id,
  quantity: pair.size === undefined ? "" : quantityText(pair.size),
  takeProfit: targetOf(pair.takeProfit, texts),
  stopLoss: targetOf(pair.stopLoss, texts),
})

export function perpetualFillOf(event: FillEvent, textsOf: TextsOf): PerpetualFill {
  const texts = textsOf(event.instrument)
  return {
    kind: "perpetual",
    trade: event.id,
    order: event.order,
    instrument: event.instrument,
    side: event.side,
    positionSide: sideOfSlot(event.slot),
    price: texts.price(event.price),
    quantity: texts.quantity(event.quantity),
    turnover: formatAmount(event.turnover),
    fee: formatAmount(event.fee),
    feeCurrency: event.feeCurrency,
    realised: formatAmount(event.realised ?? 0n),
    liquidity: event.liquidity,
    time: event.time,
  }
}

export function positionOf(record: PositionRecord, textsOf: TextsOf): Position {
  const { size, openedSize, openedValue, closedSize, closedValue, slot, targets } = record
  const texts = textsOf(record.instrument)
  const entry = entryPrice(record)
  return {
    id: record.id,
    instrument: record.instrument,
    side: record.isLong ? "long" : "short",
    positionSide: sideOfSlot(slot),
    marginMode: record.marginMode,
    leverage: record.leverage,
    quantity: quantityText(size < 0n ? -size : size),
    cost: formatFine(record.cost),
    entryPrice: entry === undefined ? "" : formatAmount(entry),
    margin: formatAmount(record.margin),
    targets: targets.map((pair) => targetPairOf(pair, texts)),
    openedQuantity: quantityText(openedSize),
    openPrice: averageOf(openedValue, openedSize),
    closedQuantity: quantityText(closedSize),
    closePrice: averageOf(closedValue, closedSize),
    realised: formatAmount(record.realised),
    openingFee: formatAmount(record.openingFee),
    closingFee: formatAmount(record.closingFee),
    liquidationFee: formatAmount(record.liquidationFee),
    fundingReceived: formatAmount(record.fundingReceived),
    fundingPaid: formatAmount(record.fundingPaid),
    opened: record.opened,
    updated: record.updated,
    closedBy: record.closedBy ?? "",
    sequence: record.sequence,
  }
}

export function noticeOf(notice: ContractNotice): Notice {
  const { seq, n, kind, price, mark, rate, equity, maintenance } = notice
  const decided = kind === "liquidation" || kind === "take-over"
  return {
    id: `${seq}-${n}`,
    time: notice.time,
    kind,
    instrument: notice.instrument,
    positionSide: sideOfSlot(notice.slot),
    quantity: formatAmount(notice.size),
    price: price === 0n ? "" : formatAmount(price),
    mark: mark === 0n ? "" : formatAmount(mark),
    rate: kind === "funding" ? formatAmount(rate) : "",
    amount: formatAmount(notice.amount),
    order: notice.order ?? 0,
    equity: decided ? formatFine(equity) : "",
    maintenance: decided ? formatFine(maintenance) : "",
  }
}

const quantityText = (size: bigint) => formatAmount(size) as Position["quantity"]

const averageOf = (value: bigint, size: bigint): string =>
  size === 0n ? "" : formatAmount(divideNearest(value, size))
