/** Schemas of markets, their positional rows, and the feed. */

import { z } from "zod/mini"
import { INTERVALS } from "../candle/interval.ts"
import { described, named, place } from "./described.ts"
import { amountText, instrumentId, priceText, quantityText, rateText, sequence, timeMs } from "./scalar.ts"

export const interval = named("Interval", z.enum(INTERVALS), {
  description:
    "Length of a candle. `1s`, `5s` and `15s` exist for second contracts only. Buckets are cut in UTC: weeks from Monday, months by calendar.",
})
export const instrumentState = named("InstrumentState", z.enum(["open", "cancel-only", "halted"]), {
  description: "`open` takes everything, `cancel-only` takes what lessens, `halted` takes nothing.",
})

const maybe = "Decimal text; empty while unknown."

/** A ticker row, positional because hundreds travel a second. */
export const tickerRow = named(
  "TickerRow",
  z.tuple([
    place("instrument", instrumentId),
    place("last", z.string(), `Price of the last trade. ${maybe}`),
    place("open", z.string(), `Price 24 h ago; the change is last − open. ${maybe}`),
    place("high", z.string(), `Highest price of the last 24 h. ${maybe}`),
    place("low", z.string(), `Lowest price of the last 24 h. ${maybe}`),
    place("volume", z.string(), `Traded in 24 h, in the base currency. ${maybe}`),
    place("turnover", z.string(), `Traded in 24 h, in the quote currency. ${maybe}`),
    place("bid", z.string(), `Best bid. ${maybe}`),
    place("ask", z.string(), `Best ask. ${maybe}`),
    place("time", timeMs, "When it last changed; 0 while nothing is known."),
    place("seq", sequence, "Rises with each change of the row; the higher is the newer."),
  ]),
  { description: "The last 24 hours of one market, as a positional row." },
)
export type TickerRow = z.infer<typeof tickerRow>

/** One trade; ids rise by one without a gap. */
export const tradeRow = named(
  "TradeRow",
  z.tuple([
    place("id", sequence, "Rises by one within an instrument, without a gap."),
    place("price", priceText),
    place("quantity", quantityText),
    place("taker side", z.union([z.literal(1), z.literal(-1)]), "1: the taker bought; -1: the taker sold."),
    place("time", timeMs),
  ]),
  { description: "One trade, as a positional row." },
)
export type TradeRow = z.infer<typeof tradeRow>

export const candleRow = named(
  "CandleRow",
  z.tuple([
    place("open time", timeMs, "First millisecond of its bucket; the candle is known by it."),
    place("open", priceText),
    place("high", priceText),
    place("low", priceText),
    place("close", priceText),
    place("volume", quantityText, "In the base currency; always 0 for second contracts."),
    place(
      "last trade id",
      sequence,
      "Id of the last trade in it; of a second contract the number of the last index tick. 0 while none, also in rows that are generated as a whole. Of two versions the higher is newer.",
    ),
    place("closed", z.union([z.literal(0), z.literal(1)]), "1: its bucket is over, it changes no more."),
    place(
      "generated",
      z.union([z.literal(0), z.literal(1)]),
      "1: some of it was computed as history of a simulated market, not traded here.",
    ),
  ]),
  { description: "One candle, as a positional row." },
)
export type CandleRow = z.infer<typeof candleRow>

export const levelRow = named(
  "LevelRow",
  z.tuple([place("price", priceText), place("total", quantityText, "Everything offered at this price.")]),
  { description: "One price level of an order book, as a positional row." },
)
export type LevelRow = z.infer<typeof levelRow>

const listed = {
  id: instrumentId,
  base: described(z.string(), "Base currency, e.g. `BTC`."),
  quote: described(z.string(), "Quote currency, e.g. `USDT`."),
  name: described(z.string(), "English name of the base coin, e.g. `Bitcoin`."),
  tick: described(priceText, "Step of prices: every price is a whole multiple."),
  lot: described(quantityText, "Step of quantities: every quantity is a whole multiple."),
  state: instrumentState,
  listedAt: described(timeMs, "When it was listed; 0 while unknown."),
  openAt: described(timeMs, "Trading begins then, it is halted before; 0: it was open from its listing on."),
  delistAt: described(
    timeMs,
    "Trading ends then for good: all orders are cancelled with the reason `DELISTED`; 0: no end is planned.",
  ),
  ticker: tickerRow,
}

const bookFields = {
  minQuantity: described(quantityText, "Least quantity of an order."),
  maxQuantity: described(quantityText, "Greatest quantity of an order."),
  maxMarketQuantity: described(quantityText, "Greatest quantity of a market order."),
  minNotional: described(amountText, "Least price × quantity of an order."),
  priceRule: described(
    z.enum(["strict", "band", "off"]),
    "`strict`: a buy limit may not be above the best ask, a sell limit not below the best bid; `band`: within `band`; `off`: anywhere. In all three a price outside a fifth to five times the market is refused.",
  ),
  band: described(rateText, "How far a limit price may lie beyond the market where the rule is `band`."),
  marketProtection: described(
    rateText,
    "A market order never trades further than this from the best price it met; the rest of it expires.",
  ),
}

const contractIndex = described(instrumentId, "Key of its index on the channel `index`.")

export const spotMarket = named(
  "SpotMarket",
  z.object({ kind: z.literal("spot"), ...listed, ...bookFields }),
  { description: "A spot market." },
)
export const contractMarket = named(
  "ContractMarket",
  z.object({
    kind: z.literal("perpetual"),
    ...listed,
    ...bookFields,
    index: contractIndex,
    leverageMax: described(z.int(), "Greatest leverage."),
    fundingHours: described(z.int(), "Hours from funding to funding."),
    indexPrice: described(z.string(), maybe),
    mark: described(z.string(), `Mark price. ${maybe}`),
    fundingRate: described(rateText, "Funding rate as it would be if it were paid now."),
    nextFunding: described(timeMs, "When it is paid next; 0 while unknown."),
  }),
  { description: "A perpetual market." },
)
export const secondMarket = named(
  "SecondMarket",
  z.object({
    kind: z.literal("second"),
    ...listed,
    index: contractIndex,
    periods: z.array(
      z.object({
        seconds: described(z.int(), "Length of the contract."),
        payoutRate: described(rateText, "Profit on a right answer, as a share of the stake."),
        minStake: amountText,
        maxStake: amountText,
      }),
    ),
  }),
  { description: "A second-contract market: no order book; it opens and settles on index ticks." },
)
export type SpotMarket = z.infer<typeof spotMarket>
export type ContractMarket = z.infer<typeof contractMarket>
export type SecondMarket = z.infer<typeof secondMarket>
/** Markets with an order book. */
export type TradedMarket = SpotMarket | ContractMarket
export type Market = TradedMarket | SecondMarket

/** Where prices come from; every screen names it, and that money is practice money when it is. */
export const feedInfo = named(
  "FeedInfo",
  z.object({
    kind: described(z.enum(["simulated", "replay", "ccxt"]), "What makes the prices."),
    source: described(z.string(), "What follows the colon in the setting (file or exchange), else empty."),
    practice: described(z.boolean(), "Prices are made up or old: this is practice money."),
    since: described(
      timeMs,
      "First millisecond that this server's engine traded; older candles are generated.",
    ),
    silentSince: described(
      z.optional(timeMs),
      "When prices were last heard, if that is too long ago; 0 or left out: they come.",
    ),
  }),
  { description: "Where prices come from." },
)
export type FeedInfo = z.infer<typeof feedInfo>
