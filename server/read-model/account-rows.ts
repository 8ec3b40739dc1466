/** Converts the engine's orders, fills and balances to wire rows: ticks, lots and units become text. */

import { formatAmount } from "#core/money/steps.ts"
import { trailingLevel } from "#core/order/trailing-stop.ts"
import type { Balance, SpotFill, SpotOrder } from "#core/wire/trading.ts"
import type { BalanceEvent, FillEvent, OrderView } from "#server/engine/event.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { MarketTexts } from "./step-texts.ts"

/** Prices and quantities of an instrument as text. */
export type TextsOf = (instrument: string) => MarketTexts

/** A user's, not one of the house's nor of the exchange's own. */
export const isUserAccount = (account: string): boolean => userIdOf(account) !== undefined

export function spotOrderOf(view: OrderView, textsOf: TextsOf): SpotOrder {
  const texts = textsOf(view.instrument)
  return {
    kind: "spot",
    id: view.id,
    clientOrderId: view.clientOrderId ?? "",
    instrument: view.instrument,
    side: view.side,
    type: view.orderType,
    timeInForce: view.timeInForce,
    postOnly: view.postOnly,
    price: view.price === undefined ? "" : texts.price(view.price),
    stopPrice: view.stopPrice === undefined ? "" : texts.price(view.stopPrice),
    distance: view.distance === undefined ? "" : formatAmount(view.distance),
    trailingPrice: trailingPriceOf(view, texts),
    quantity: view.quantity === undefined ? "" : texts.quantity(view.quantity),
    budget: view.budget === undefined ? "" : formatAmount(view.budget),
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

/** S9: where a trailing stop that follows would fire; empty of others. */
export function trailingPriceOf(
  { side, status, distance, extreme }: OrderView,
  { tick, price }: MarketTexts,
): SpotOrder["trailingPrice"] {
  if (distance === undefined || status !== "waiting") return ""
  const level = trailingLevel({ side, distance }, { activation: undefined, extreme }, tick)
  return level === undefined ? "" : price(Number(level / tick))
}

export function spotFillOf(event: FillEvent, textsOf: TextsOf): SpotFill {
  const texts = textsOf(event.instrument)
  return {
    kind: "spot",
    trade: event.id,
    order: event.order,
    instrument: event.instrument,
    side: event.side,
    price: texts.price(event.price),
    quantity: texts.quantity(event.quantity),
    turnover: formatAmount(event.turnover),
    fee: formatAmount(event.fee),
    feeCurrency: event.feeCurrency,
    liquidity: event.liquidity,
    time: event.time,
  }
}

export const balanceRowOf = ({ wallet, currency, available, held, advance }: BalanceEvent): Balance => ({
  wallet,
  currency,
  available: formatAmount(available),
  held: formatAmount(held),
  ...(advance && { advance: formatAmount(advance) }),
})
