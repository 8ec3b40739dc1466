/** Perpetual cases that the rule of one venue decides, where ours says something else: skipped, each with its reason. */

import { type Adapter, CannotRun } from "./case-file.ts"

const AT_ENTRY = "that venue takes maintenance margin at the entry value; here it is at the mark"
const CLOSING_FEE = "that venue counts the fee of closing in; here fees to come are not in the price"
const OTHER_MARK = "another rule of the mark; here it is the median of three prices within a band"

const REASONS: Readonly<Record<string, string>> = {
  "linear.liq.bybit_isolated": AT_ENTRY,
  "linear.liq.kucoin_isolated": AT_ENTRY,
  "linear.liq.mexc": AT_ENTRY,
  "linear.liq.bitmex_cross": AT_ENTRY,
  "linear.margin_ratio.isolated": AT_ENTRY,
  "linear.liq.gate_okx": CLOSING_FEE,
  "linear.liq.phemex": CLOSING_FEE,
  "linear.liq.kucoin_cross": CLOSING_FEE,
  "linear.cross_risk_rate.kucoin": CLOSING_FEE,
  "inverse.liq.bybit_cross": CLOSING_FEE,
  "inverse.liq.kraken": "the liquidation price of an inverse contract; only linear ones are offered",
  "linear.order_cost.bybit":
    "that venue adds the fee of closing to the cost; here the cost has the opening fee",
  "inverse.order_cost.bybit": "the cost of an inverse order; only linear ones are offered",
  "linear.roi.bybit":
    "that venue divides by margin and closing fee; here by the entry value over the leverage",
  "linear.fillable_price.dydx":
    "that venue's price of a liquidation; here it is bounded by bankruptcy and slip",
  "linear.margin.dydx": "that venue's margin grows with the open interest; here with tiers",
  "linear.margin.size_linear": "that venue's margin grows with the size in a straight line; here with tiers",
  "linear.funding_window": "that venue has 15 seconds of grace; here funding is exact to the millisecond",
  "funding.cap": "that venue's rate is the premium of a day by hours; here it is clamped around the interest",
  "funding.index_delta": "that venue's rounding of a funding index; here each funding is paid by itself",
  "funding.relative_to_absolute": "an absolute funding rate; here it is a rate of the value",
  "mark.clamped_last": OTHER_MARK,
  "mark.delivery_basis": "the mark of a contract with a delivery date; only perpetuals are offered",
  "margin.interest": "interest of borrowed money; nothing is lent here",
}

export const otherVenues: Readonly<Record<string, Adapter>> = Object.fromEntries(
  Object.entries(REASONS).map(([fn, reason]) => [
    fn,
    () => {
      throw new CannotRun(reason)
    },
  ]),
)
