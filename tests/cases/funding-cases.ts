/** Funding, mark prices and triggers of published positions, by the formulas of page and engine. */

import { Decimal } from "#core/money/decimal.ts"
import { type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import {
  followPrice,
  isTrailingFired,
  startTrailing,
  type TrailingState,
  trailingLevel,
} from "#core/order/trailing-stop.ts"
import { fundingPayment } from "#core/position/funding-payment.ts"
import { markPrice } from "#core/position/mark-price.ts"
import { stopLossAt, takeProfitAt, targetsOfRisk } from "#core/position/target-price.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import {
  type Figures,
  figured,
  priceOf,
  quantityOf,
  rateOf,
  readDecimal,
  spelled,
  tellAmount,
  tellPrice,
} from "./perpetual-figures.ts"

export const fundingAdapters: Readonly<Record<string, Adapter>> = {
  "linear.funding_payment": figured((figures) => {
    const rate = figures.rate("funding_rate", "rate")
    const paid = fundingPayment(figures.size(), figures.price("mark_price", "mark"), rate)
    return {
      ...spelled(tellAmount(-paid), "cash_flow", "funding_received"),
      ...spelled(tellAmount(paid), "funding_paid", "payment"),
    }
  }),
  "inverse.funding_payment": figured(inverseFunding),
  "funding.index_settlement": figured(indexSettlement),
  "mark.price1": figured(firstPrice),
  "trigger.tp_percent": figured(percentTargets),
  "trigger.tpsl_from_margin_risk": figured(riskTargets),
  "trigger.trailing": figured(trailing),
}

/** The coin is what is paid in: contracts are its quantity and the reciprocal price its value. */
function inverseFunding(figures: Figures) {
  const contracts = figures.size()
  const coins = (price: Decimal) => figures.quantity().abs().div(price)
  const daily = figures.optional("intervals_per_day")
  const rate = daily
    ? figures.decimal("quote_rate_daily").minus(figures.decimal("base_rate_daily")).div(daily)
    : figures.decimal("funding_rate", "rate")
  const mark = priceOf(new Decimal(1).div(figures.decimal("mark_price", "mark", "entry_price")))
  const paid = new Decimal(tellAmount(fundingPayment(contracts, mark, rateOf(rate)))).toDecimalPlaces(16)
  const told = {
    entry_value: coins(figures.entry()).toFixed(),
    funding_rate: rate.toFixed(),
    ...spelled(paid.toFixed(), "funding_paid", "payment"),
    cash_flow: paid.negated().toFixed(),
  }
  const exit = figures.optional("exit_price", "exit")
  if (!exit) return told
  const gain = coins(figures.entry()).minus(coins(exit))
  const pnl = figures.isLong() ? gain : gain.negated()
  return { ...told, pnl: pnl.toFixed(), total: pnl.minus(paid).toFixed() }
}

/** A funding index is the sum of mark × rate: a change of it is paid like one funding at rate 1. */
function indexSettlement(figures: Figures) {
  const change = figures.decimal("new_index").minus(figures.decimal("old_index"))
  const size = quantityOf(figures.decimal("quantums", "size", "position"))
  const paid = fundingPayment(size, priceOf(change), UNITS_PER_COIN)
  return spelled(tellAmount(-paid), "net_settlement_ppm", "net_settlement", "settlement")
}

/** P1 of the mark (P2): the last price far below and the basis far above leave it in the middle. */
function firstPrice(figures: Figures) {
  const HOUR = 3_600_000
  const hours = figures.decimal("hours_to_next_funding", "hours_to_funding")
  const index = figures.price("index", "index_price")
  const price = markPrice({
    index,
    last: 1n as Price8,
    basis: { sum: 4n * index, count: 1 },
    fundingRate: figures.rate("last_funding_rate", "funding_rate"),
    untilFunding: hours.times(HOUR).toNumber(),
    fundingInterval: (figures.optional("interval_hours") ?? new Decimal(1)).times(HOUR).toNumber(),
    markBand: UNITS_PER_COIN,
  })
  return spelled(tellPrice(price), "price_1", "price1", "mark_price")
}

function percentTargets(figures: Figures) {
  const terms = {
    isLong: figures.isLong(),
    entry: priceOf(figures.entry()),
    tick: 1n,
  }
  const profit = figures.optional("take_profit_percent", "tp_percent", "take_profit_pct")
  const loss = figures.optional("stop_loss_percent", "sl_percent", "stop_loss_pct")
  if (!profit && !loss) throw new CannotRun("inputs lack what is needed: take_profit_percent")
  const told: Record<string, string | null> = {}
  if (profit)
    Object.assign(
      told,
      spelled(tellPrice(takeProfitAt(terms, rateOf(profit.div(100)))), "take_profit_price", "take_profit"),
    )
  if (loss)
    Object.assign(
      told,
      spelled(tellPrice(stopLossAt(terms, rateOf(loss.div(100)))), "stop_loss_price", "stop_loss"),
    )
  return told
}

function riskTargets(figures: Figures) {
  const entry = figures.entry()
  const terms = { isLong: figures.isLong(), entry: priceOf(entry), tick: 1n }
  const margin = figures.decimal("margin", "initial_margin")
  const { stopLoss, takeProfit } = targetsOfRisk(terms, {
    risk: rateOf(figures.decimal("risk_percent_of_margin", "risk_percent").div(100)),
    reward: rateOf(figures.decimal("reward_ratio", "ratio")),
    leverage: figures.leverage(),
  })
  /** What the position moves by from its entry to a price, in money. */
  const moved = (price: Price8 | undefined) =>
    entry
      .minus(tellPrice(price) ?? 0)
      .abs()
      .div(entry)
      .times(margin)
      .times(figures.leverage())
      .toFixed()
  return {
    ...spelled(tellPrice(stopLoss), "stop_loss", "stop_loss_price"),
    ...spelled(tellPrice(takeProfit), "take_profit", "take_profit_price"),
    max_loss: moved(stopLoss),
    max_profit: moved(takeProfit),
  }
}

/** The price runs straight from one given price to the next, so it meets what lies between them. */
function trailing(figures: Figures) {
  const path = figures
    .list("prices_linear_between", "prices", "path")
    .map((each) => priceOf(readDecimal(each, "prices")))
  const terms = {
    side: figures.isLong() ? ("buy" as const) : ("sell" as const),
    distance: rateOf(figures.decimal("trailing_delta_bps", "delta_bps").div(10_000)),
  }
  const stop = figures.optional("stop_price", "activation_price")
  let state = startTrailing(path[0] ?? (0n as Price8), stop && priceOf(stop))
  for (const price of path) {
    if (isMet(state, price)) state = followPrice(terms, state, state.activation?.price ?? price)
    if (isTrailingFired(terms, state, price))
      return { trigger_price: tellPrice(trailingLevel(terms, state, 1n)), triggered: true }
    state = followPrice(terms, state, price)
  }
  return { trigger_price: null, triggered: false }
}

/** Has the price passed the activation on its way? */
const isMet = ({ activation }: TrailingState, price: Price8): boolean =>
  activation !== undefined && (activation.isAbove ? price >= activation.price : price <= activation.price)
