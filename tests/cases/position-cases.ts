/** Entries, profits and records of published positions, by the formulas of page and engine. */

import { Decimal } from "#core/money/decimal.ts"
import type { Amount } from "#core/money/units.ts"
import { feeOf } from "#core/order/fee.ts"
import { initialMargin, notionalAt } from "#core/position/margin.ts"
import { quantityOfMargin } from "#core/position/order-cost.ts"
import { applyFill, entryPrice, FLAT, type Position } from "#core/position/position.ts"
import { netProfit, netProfitRatio, returnOnEquity, unrealisedProfit } from "#core/position/profit.ts"
import type { Adapter } from "./case-file.ts"
import {
  amountOf,
  Figures,
  figured,
  priceOf,
  readDecimal,
  spelled,
  tellAmount,
  tellPrice,
  tellQuantity,
  tellRate,
  tellValue,
} from "./perpetual-figures.ts"

export const positionAdapters: Readonly<Record<string, Adapter>> = {
  "linear.avg_entry": figured((figures) => averageEntry(figures, (price) => price)),
  "inverse.avg_entry": figured((figures) => averageEntry(figures, reciprocal)),
  "linear.pnl": figured((figures) => profit(linear(figures), figures)),
  "inverse.pnl": figured((figures) => profit(inverse(figures), figures)),
  "inverse.margin.kucoin": figured((figures) => {
    const { opened } = inverse(figures)
    const notional = notionalAt(opened.size, priceOf(reciprocal(figures.entry())))
    return {
      ...profit(inverse(figures), figures),
      notional: tellValue(notional),
      initial_margin: tellAmount(initialMargin(notional, figures.leverage())),
    }
  }),
  "linear.closed_pnl": figured(closedRecord),
  "linear.position_replay": figured(replayed),
  "linear.pnl_from_margin": figured(profitOfMargin),
  "linear.roe": figured((figures) => onEquity(figures, linear(figures))),
  "inverse.roe": figured((figures) => {
    // Its size is in the coin: so many contracts of one unit of the quote at the opening.
    const contracts = figures.decimal("trade_size", "size", "qty").times(figures.entry())
    const of = new Figures({
      qty: contracts,
      side: figures.isLong() ? "long" : "short",
      entry_price: figures.entry(),
      exit_price: figures.exit(),
    })
    return onEquity(figures, inverse(of))
  }),
}

/** A position at its two prices. */
interface Held {
  opened: Position
  entry: Decimal
  exit: Decimal
}

const reciprocal = (price: Decimal): Decimal => new Decimal(1).div(price)

const open = (size: Amount, entry: Decimal) => applyFill(FLAT, { size, price: priceOf(entry) }).position

function linear(figures: Figures): Held {
  return { opened: open(figures.size(), figures.entry()), entry: figures.entry(), exit: figures.exit() }
}

/**
 * An inverse contract is paid in the coin it is about. Seen from that coin it is a linear one in the reciprocal price, held
 * on the other side: a long in bitcoin is a short in dollars.
 */
function inverse(figures: Figures): Held {
  const [entry, exit] = [reciprocal(figures.entry()), reciprocal(figures.exit())]
  return { opened: open(-figures.size() as Amount, entry), entry, exit }
}

/** What a position gains at its exit, closed there and as it is shown (P8, P9). */
function profit({ opened, entry, exit }: Held, figures: Figures) {
  const price = priceOf(exit)
  const { realised } = applyFill(opened, { size: -opened.size as Amount, price })
  const rate = figures.optional("fee_rate", "fee", "taker_fee_rate")
  const fee = (at: Decimal) =>
    rate
      ? tellAmount(feeOf(turnover(opened.size, at), figures.rate("fee_rate", "fee", "taker_fee_rate")))
      : "0"
  return {
    ...spelled(tellAmount(realised), "pnl", "profit", "realised_pnl", "realized_pnl"),
    ...spelled(tellValue(unrealisedProfit(opened, price)), "unrealised_pnl", "unrealized_pnl"),
    notional: tellValue(notionalAt(opened.size, price)),
    ...(rate ? { opening_fee: fee(entry), closing_fee: fee(exit) } : {}),
  }
}

/** Of so much at a price, in whole units: the cases' coins are fine enough. */
const turnover = (size: Amount, price: Decimal): Amount => initialMargin(notionalAt(size, priceOf(price)), 1)

function averageEntry(figures: Figures, seen: (price: Decimal) => Decimal) {
  const position = figures.list("fills", "trades").reduce<Position>((held, each) => {
    const fill = new Figures(each)
    return applyFill(held, { size: fill.size(), price: priceOf(seen(fill.decimal("price", "rate"))) })
      .position
  }, FLAT)
  const entry = tellPrice(entryPrice(position))
  const average = entry === null ? null : seen(new Decimal(entry)).toFixed()
  return spelled(average, "avg_entry_price", "average_entry_price", "entry_price", "avg_price")
}

/** P9's record of a position that was opened and closed in one piece. */
function closedRecord(figures: Figures) {
  const { opened, entry, exit } = linear(figures)
  const rate = figures.rate("fee_rate", "fee")
  const funding = figures.optional("funding_received", "funding", "funding_fees") ?? new Decimal(0)
  const closed = {
    isLong: opened.size > 0n,
    leverage: figures.leverage(),
    openValue: turnover(opened.size, entry),
    realised: applyFill(opened, { size: -opened.size as Amount, price: priceOf(exit) }).realised,
    openingFee: feeOf(turnover(opened.size, entry), rate) as Amount,
    closingFee: feeOf(turnover(opened.size, exit), rate) as Amount,
    fundingReceived: amountOf(Decimal.max(funding, 0)),
    fundingPaid: amountOf(Decimal.max(funding.negated(), 0)),
  }
  return {
    ...spelled(tellAmount(netProfit(closed)), "profit", "net_profit", "pnl", "closed_pnl"),
    ...spelled(tellRate(netProfitRatio(closed)), "profit_ratio", "net_ratio"),
  }
}

/** Quantity, entry and realised profit less fees after each fill, numbered from 1. */
function replayed(figures: Figures) {
  const rate = figures.optional("fee_rate", "fee") ? figures.rate("fee_rate", "fee") : 0n
  let position = FLAT
  let realised = 0n
  const steps = figures.list("fills", "trades").map((each, index) => {
    const fill = new Figures(each)
    const size = fill.size()
    const price = fill.decimal("price", "rate")
    const result = applyFill(position, { size, price: priceOf(price) })
    position = result.position
    realised += result.realised - feeOf(turnover(size, price), rate)
    const quantity = position.size < 0n ? -position.size : position.size
    return {
      [`qty_${index + 1}`]: tellQuantity(quantity),
      [`realised_${index + 1}`]: tellAmount(realised),
      [`avg_${index + 1}`]: tellPrice(entryPrice(position)),
      [`side_${index + 1}`]: position.size > 0n ? "long" : position.size < 0n ? "short" : "flat",
    }
  })
  return Object.assign({}, ...steps)
}

function profitOfMargin(figures: Figures) {
  const terms = { leverage: figures.leverage(), price: priceOf(figures.entry()), lot: 1n }
  const quantity = quantityOfMargin(figures.amount("initial_margin", "margin", "stake"), terms)
  const size = (figures.isLong() ? quantity : -quantity) as Amount
  const opened = open(size, figures.entry())
  return {
    ...profit({ opened, entry: figures.entry(), exit: figures.exit() }, figures),
    ...spelled(tellQuantity(quantity), "qty", "quantity", "size"),
  }
}

/** P9: by the leverage, or by the margin where that is given instead. */
function onEquity(figures: Figures, { opened, entry, exit }: Held) {
  const price = priceOf(exit)
  const margin = figures.find("margin", "initial_margin")
  if (margin === undefined) {
    const ratio = returnOnEquity(opened, price, figures.leverage())
    return spelled(ratio === undefined ? null : tellRate(ratio), "roe", "roi", "gross_pnl_ratio", "pnl_ratio")
  }
  const gain = new Decimal(tellValue(unrealisedProfit(opened, price)))
  const ratio = gain.div(readDecimal(margin, "margin")).toFixed()
  return {
    ...spelled(ratio, "roe", "roi", "gross_pnl_ratio", "pnl_ratio"),
    ...spelled(gain.toFixed(), "pnl", "gross_pnl"),
    notional: tellAmount(turnover(opened.size, entry)),
  }
}
