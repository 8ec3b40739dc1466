/** Tiers, costs, liquidation and bankruptcy of published accounts, by the formulas of page and engine. */

import { Decimal } from "#core/money/decimal.ts"
import { type Amount, type Fine, fineOf } from "#core/money/units.ts"
import { bankruptcyPrice, wholeEquity } from "#core/position/bankruptcy-price.ts"
import { liquidationPrices } from "#core/position/liquidation-price.ts"
import { liquidationFee } from "#core/position/liquidation-steps.ts"
import { equityOf, initialMargin, isLiquidatable, notionalAt } from "#core/position/margin.ts"
import {
  type MarginTier,
  maintenanceAmount,
  maintenanceMargin,
  marginTiers,
} from "#core/position/margin-tiers.ts"
import { orderCost } from "#core/position/order-cost.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import {
  amountOf,
  Figures,
  figured,
  fineValue,
  isLongSide,
  priceOf,
  quantityOf,
  rateOf,
  readDecimal,
  spelled,
  tellAmount,
  tellPrice,
  tellValue,
} from "./perpetual-figures.ts"

export const marginAdapters: Readonly<Record<string, Adapter>> = {
  "tier.maintenance_amount": figured((figures) =>
    figures.find("tiers") ? amountsOfTable(figures) : amountOfTier(figures),
  ),
  "tier.margin": figured(marginOfSlices),
  "linear.liq.binance": figured((figures) =>
    liquidationOf({
      cushion: figures
        .decimal("wallet_balance", "margin", "wb")
        .minus(figures.optional("tmm_other", "tmm1") ?? 0)
        .plus(figures.optional("upnl_other", "upnl1") ?? 0),
      size: figures.size(),
      entry: figures.entry(),
      rate: figures.rate("mmr", "maintenance_margin_rate"),
      amount: figures.optional("maintenance_amount", "cum", "cumb", "maintenance_deduction"),
    }),
  ),
  /** All equity at a price is the same as a wallet and an entry there. */
  "linear.liq.dydx": figured((figures) =>
    liquidationOf({
      cushion: figures.decimal("e", "equity"),
      size: figures.size(),
      entry: figures.decimal("p", "price", "mark", "mark_price"),
      rate: figures.rate("mmf", "mmr"),
    }),
  ),
  is_liquidatable: figured(liquidatable),
  "linear.open_cost.binance": figured(openCost),
  "linear.bankruptcy.simple": figured((figures) => {
    const entry = figures.entry()
    return bankruptcyAt(figures.isLong(), entry, figures.leverage(), (price) => price)
  }),
  /** As a linear position of the other side in the reciprocal price, see position-cases. */
  "inverse.bankruptcy.simple": figured((figures) => {
    const reciprocal = (price: Decimal) => new Decimal(1).div(price)
    return bankruptcyAt(!figures.isLong(), reciprocal(figures.entry()), figures.leverage(), reciprocal)
  }),
  "linear.bankruptcy.dydx": figured(crossBankruptcy),
  "linear.insurance_delta.dydx": figured(fundDelta),
}

function amountOfTier(figures: Figures) {
  const amount = maintenanceAmount(
    {
      floor: figures.amount("tier_floor", "floor", "notional_floor"),
      rate: figures.rate("mmr_this_tier", "mmr", "rate"),
    },
    {
      rate: figures.rate("mmr_previous_tier", "previous_mmr"),
      amount: fineValue(figures.decimal("maintenance_amount_previous_tier", "previous_amount")),
    },
  )
  return spelled(tellValue(amount), "maintenance_amount", "margin_amount", "amount", "cum")
}

function amountsOfTable(figures: Figures) {
  const terms = figures.list("tiers").map((each) => {
    const tier = new Figures(each)
    return {
      cap: tier.amount("cap", "to", "notional_cap"),
      leverageMax: tier.decimal("max_leverage", "leverage").toNumber(),
      rate: tier.rate("mmr", "rate"),
    }
  })
  const amounts = marginTiers(terms).map(({ amount }) => tellValue(amount))
  return spelled(amounts, "margin_amounts", "maintenance_amounts", "amounts")
}

/** Slices of a notional, each at its rate, are the tiers that they fill. */
function marginOfSlices(figures: Figures) {
  let sum = new Decimal(0)
  const terms = figures.list("slices").map((each) => {
    if (!Array.isArray(each)) throw new CannotRun("a slice is no pair of notional and rate")
    sum = sum.plus(readDecimal(each[0], "notional"))
    return { cap: amountOf(sum), leverageMax: 1, rate: rateOf(readDecimal(each[1], "rate")) }
  })
  const margin = maintenanceMargin(marginTiers(terms), fineValue(sum))
  return spelled(tellValue(margin), "maintenance_margin", "margin")
}

interface Liquidated {
  cushion: Decimal
  size: Amount
  entry: Decimal
  rate: bigint
  amount?: Decimal | undefined
}

/** P25 with the tier that the case names, whatever its notional. */
function liquidationOf({ cushion, size, entry, rate, amount }: Liquidated) {
  const [none, all] = [new Decimal(0), new Decimal(1e30)]
  const tier: MarginTier = {
    floor: amountOf(none),
    cap: amountOf(all),
    leverageMax: 1,
    rate,
    amount: fineValue(amount ?? none),
  }
  const positions = [{ size, cost: (size * priceOf(entry)) as Fine }]
  const { falling, rising } = liquidationPrices({
    cushion: fineValue(cushion),
    positions,
    tiers: [tier],
    tick: 1n,
  })
  return spelled(tellPrice(falling ?? rising), "liquidation_price", "liq_price", "price")
}

function liquidatable(figures: Figures) {
  const equity = fineValue(figures.decimal("net_collateral", "equity"))
  const maintenance = fineValue(figures.decimal("maintenance_requirement", "maintenance_margin"))
  if (maintenance === equity && maintenance > 0n)
    throw new CannotRun("at exactly 100 % that venue still waits, here it liquidates")
  return spelled(isLiquidatable(maintenance, equity), "liquidatable", "is_liquidatable", "liquidate")
}

/** Its cost has no fee in it. */
function openCost(figures: Figures) {
  const order = { size: figures.size(), price: figures.price("order_price", "price", "limit_price") }
  const terms = { leverage: figures.leverage(), mark: figures.price("mark_price", "mark"), takerRate: 0n }
  const { margin, openLoss, cost } = orderCost(order, terms)
  return {
    initial_margin: tellAmount(margin),
    open_loss: tellAmount(openLoss),
    ...spelled(tellAmount(cost), "cost", "open_cost", "order_cost"),
  }
}

/** P26 of one coin whose margin is its value by the leverage; where the mark stands doesn't matter. */
function bankruptcyAt(isLong: boolean, entry: Decimal, leverage: number, seen: (price: Decimal) => Decimal) {
  const one = quantityOf(new Decimal(isLong ? 1 : -1))
  const margin = initialMargin(notionalAt(one, priceOf(entry)), leverage)
  const share = wholeEquity(equityOf(margin, 0n as Fine))
  const price = tellPrice(bankruptcyPrice({ size: one, mark: priceOf(entry), share }, 1n))
  return { bankruptcy_price: seen(new Decimal(price ?? 0)).toFixed() }
}

/** P26 of a cross account: what closing a part of one position is worth at its bankruptcy price, up to 1e-6. */
function crossBankruptcy(figures: Figures) {
  const held = new Figures(figures.find("positions"))
  const marks = new Figures(figures.find("oracle", "marks"))
  const symbol = String(figures.find("close_symbol"))
  const delta = figures.decimal("close_delta")
  const size = held.decimal(symbol)
  if (delta.isZero() || delta.times(size).isPositive() || delta.abs().gt(size.abs()))
    throw new CannotRun("a closing part that isn't one is refused as another error here")
  const rate = figures.decimal("mmr", "maintenance_margin_rate")
  let equity = figures.decimal("usdc_balance", "balance")
  let whole = new Decimal(0)
  for (const name of Object.keys(Object(figures.find("positions")))) {
    const value = held.decimal(name).times(marks.decimal(name))
    equity = equity.plus(value)
    whole = whole.plus(value.abs().times(rate))
  }
  const mark = marks.decimal(symbol)
  const share = {
    equity: fineValue(equity),
    part: fineValue(size.times(mark).abs().times(rate)),
    whole: fineValue(whole),
  }
  const price = tellPrice(bankruptcyPrice({ size: quantityOf(size), mark: priceOf(mark), share }, 1n))
  // The last places of the price are rounding, not value.
  const quantums = delta
    .negated()
    .times(price ?? 0)
    .times(1e6)
    .toDecimalPlaces(9)
  return { bankruptcy_price_quote_quantums: quantums.toFixed(0, Decimal.ROUND_CEIL) }
}

/** What a fill leaves pays the fee to the fund; what it lacks the fund pays (P27). */
function fundDelta(figures: Figures) {
  const [, quantity, side] = /^([\d.]+)\s+\w+\s+(long|short)$/.exec(String(figures.find("position"))) ?? []
  if (quantity === undefined) throw new CannotRun(`can't read the position ${figures.find("position")}`)
  const turnover = figures.decimal("fill_notional", "turnover")
  const balance = figures.decimal("usdc_balance", "balance")
  const left = isLongSide(side) ? balance.plus(turnover) : balance.minus(turnover)
  if (left.isNegative()) return { insurance_fund_delta: left.toFixed() }
  const rate = rateOf(figures.decimal("max_liquidation_fee_ppm").div(1e6))
  const fee = liquidationFee(amountOf(turnover), rate, fineOf(amountOf(left)))
  return { insurance_fund_delta: tellAmount(fee) }
}
