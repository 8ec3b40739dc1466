/** Each rule of an order is applied to the tick and lot, in the order of precedence. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Amount, Lots, Price8 } from "../money/units.ts"
import type { PerpetualInstrument, PriceRule, SpotInstrument } from "./instrument.ts"
import { checkForm, checkOrder, checkPrice, type OrderForm } from "./order-rules.ts"
import { checkTriggeredPrice, type MarketPrices, type OrderSide } from "./price-rule.ts"

/** Tick 0.01, lot 0.0001 (K = 100): one lot at 1,000 ticks is worth 0.001. */
const spot: SpotInstrument = {
  kind: "spot",
  id: "ETH_USDT",
  base: "ETH",
  quote: "USDT",
  tick: 1_000_000n,
  lot: 10_000n,
  notionalUnit: 100n,
  state: "open",
  listedAt: 0,
  minQuantity: 10 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 100_000 as Lots,
  minNotional: 500_000_000n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "strict",
  band: 5_000_000n,
  marketProtection: 5_000_000n,
  stpDefault: "EXPIRE_MAKER",
}
const perpetual: PerpetualInstrument = {
  ...spot,
  kind: "perpetual",
  id: "ETH_USDT_PERP",
  index: "ETH_USDT",
  leverageMax: 100,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 500_000n,
  priceRule: "band",
  band: 3_000_000n,
}
const under = (priceRule: PriceRule): SpotInstrument => ({ ...spot, priceRule })

const market: MarketPrices = {
  bestBid: 9_990,
  bestAsk: 10_010,
  last: 10_000,
  index: 10_050_000_000n as Price8,
}
const limit = (side: OrderSide, price: number, rest: Partial<OrderForm> = {}): OrderForm => ({
  side,
  orderType: "limit",
  price,
  quantity: 1_000,
  ...rest,
})
const byMarket = (rest: Partial<OrderForm>): OrderForm => ({ side: "buy", orderType: "market", ...rest })

describe("steps and sizes", () => {
  test.each<[string, OrderForm]>([
    ["TICK", limit("buy", 0)],
    ["TICK", limit("buy", -5)],
    ["TICK", limit("buy", 10_000.5)],
    ["TICK", limit("buy", Number.NaN)],
    ["TICK", limit("buy", 2 ** 40 + 1)],
    ["TICK", limit("buy", 10_000, { orderType: "stop-limit", stopPrice: 0.5 })],
    ["LOT", limit("buy", 10_000, { quantity: 1_000.5 })],
    ["LOT", limit("buy", 10_000, { quantity: Number.NaN })],
    ["LOT", limit("buy", 10_000, { quantity: Number.POSITIVE_INFINITY })],
    ["WRONG_SIZE", limit("buy", 10_000, { quantity: 0 })],
    ["WRONG_SIZE", limit("buy", 10_000, { quantity: -10 })],
    ["WRONG_SIZE", byMarket({ budget: 0n })],
    ["WRONG_SIZE", byMarket({ budget: -1n })],
    ["MIN_QUANTITY", limit("buy", 10_000, { quantity: 9 })],
    ["MAX_QUANTITY", limit("buy", 10_000, { quantity: 1_000_001 })],
    ["MAX_QUANTITY", byMarket({ quantity: 100_001 })],
    ["MIN_NOTIONAL", limit("buy", 10_000, { quantity: 499 })],
    ["MIN_NOTIONAL", limit("sell", 10_000, { quantity: 499 })],
    ["MIN_NOTIONAL", limit("buy", 10_000, { orderType: "stop-limit", stopPrice: 10_100, quantity: 499 })],
    ["MIN_NOTIONAL", byMarket({ quantity: 499 })],
    ["MIN_NOTIONAL", byMarket({ budget: 499_999_999n })],
  ])("refuse with %s: %o", (name, order) => {
    expect(checkOrder(spot, order, market)?.name).toBe(name)
  })

  test.each<[string, OrderForm]>([
    ["the smallest notional of a limit", limit("buy", 10_000, { quantity: 500 })],
    ["the largest quantity of a limit", limit("sell", 10_000, { quantity: 1_000_000 })],
    ["the largest quantity by market", byMarket({ quantity: 100_000 })],
    ["the smallest notional by market, at the best ask", byMarket({ quantity: 500 })],
    ["the smallest budget", byMarket({ budget: 500_000_000n })],
    ["a sell of a whole balance by market", byMarket({ side: "sell", quantity: 10, endsHolding: true })],
    ["a quantity with a budget (FOK)", byMarket({ quantity: 600, budget: 700_000_000n })],
  ])("allow %s", (_what, order) => {
    expect(checkOrder(spot, order, market)).toBeUndefined()
  })

  test("allow a price of one tick and one of 2^40", () => {
    expect(checkForm(spot, limit("buy", 1, { quantity: 1_000_000, endsHolding: true }), {})).toBeUndefined()
    expect(checkForm(spot, limit("buy", 2 ** 40), {})).toBeUndefined()
  })

  test("say the limit with its unit", () => {
    const values = (order: OrderForm) => checkOrder(spot, order, market)?.values
    expect(values(limit("buy", 0.5))).toEqual({ tick: "0.01" })
    expect(values(limit("buy", 10_000, { quantity: 0.5 }))).toEqual({ lot: "0.0001" })
    expect(values(limit("buy", 10_000, { quantity: 1 }))).toEqual({ limit: "0.0010", currency: "ETH" })
    expect(values(byMarket({ quantity: 100_001 }))).toEqual({ limit: "10.0000", currency: "ETH" })
    expect(values(limit("buy", 10_000, { quantity: 10 }))).toEqual({ limit: "5", currency: "USDT" })
  })

  test("value a market order at the best opposite price, then the last, then the index, else not at all", () => {
    const order = byMarket({ quantity: 500, side: "sell" })
    const name = (prices: MarketPrices) => checkForm(spot, order, prices)?.name
    expect(name({ bestBid: 9_999, last: 10_001 })).toBe("MIN_NOTIONAL")
    expect(name({ bestAsk: 9_999, last: 10_000 })).toBeUndefined()
    expect(name({ last: 9_999 })).toBe("MIN_NOTIONAL")
    expect(name({ index: 9_999_999_999n as Price8 })).toBe("MIN_NOTIONAL")
    expect(name({ index: 10_000_000_000n as Price8 })).toBeUndefined()
    expect(name({})).toBeUndefined()
  })

  test("count the most a budget can buy against the largest market quantity", () => {
    const worth = BigInt(spot.maxMarketQuantity) * 10_010n * spot.notionalUnit
    expect(checkForm(spot, byMarket({ budget: worth }), market)).toBeUndefined()
    expect(checkForm(spot, byMarket({ budget: worth + 1n }), market)?.name).toBe("MAX_QUANTITY")
    expect(checkForm(spot, byMarket({ budget: worth + 1n }), {})).toBeUndefined()
  })
})

describe("precedence (F1)", () => {
  test("gives the first of all that fails (F1)", () => {
    const steps: [string, Partial<OrderForm>][] = [
      ["TICK", { price: 0.5, quantity: 0.5 }],
      ["LOT", { price: 99_999, quantity: 0.5 }],
      ["WRONG_SIZE", { price: 99_999, quantity: -1 }],
      ["MIN_QUANTITY", { price: 99_999, quantity: 1 }],
      ["MAX_QUANTITY", { price: 99_999, quantity: 2_000_000 }],
      ["MIN_NOTIONAL", { price: 1_000, quantity: 100 }],
      ["PRICE_RANGE", { price: 99_999 }],
      ["PRICE_RULE", { price: 10_011 }],
    ]
    for (const [name, wrong] of steps)
      expect(checkOrder(spot, { ...limit("buy", 10_000), ...wrong }, market)?.name).toBe(name)
  })
})

describe("the limit price rule (N2)", () => {
  const name = (instrument: SpotInstrument | PerpetualInstrument, order: OrderForm, prices = market) =>
    checkPrice(instrument, order, prices)?.name

  test.each<[PriceRule, OrderSide, number, string | undefined]>([
    ["strict", "buy", 10_010, undefined],
    ["strict", "buy", 10_011, "PRICE_RULE"],
    ["strict", "sell", 9_990, undefined],
    ["strict", "sell", 9_989, "PRICE_RULE"],
    ["strict", "buy", 2_002, undefined],
    ["strict", "buy", 2_001, "PRICE_RANGE"],
    ["strict", "sell", 49_950, undefined],
    ["strict", "sell", 49_951, "PRICE_RANGE"],
    ["band", "buy", 10_510, undefined],
    ["band", "buy", 10_511, "PRICE_BAND"],
    ["band", "sell", 9_491, undefined],
    ["band", "sell", 9_490, "PRICE_BAND"],
    ["band", "buy", 2_002, undefined],
    ["band", "buy", 50_051, "PRICE_RANGE"],
    ["off", "buy", 50_050, undefined],
    ["off", "buy", 50_051, "PRICE_RANGE"],
    ["off", "sell", 1_998, undefined],
    ["off", "sell", 1_997, "PRICE_RANGE"],
  ])("%s: a %s at %d is %s", (rule, side, price, verdict) => {
    expect(name(under(rule), limit(side, price))).toBe(verdict)
  })

  test("takes the last price where the side is empty, then the index, then asks nothing", () => {
    const buy = (price: number, prices: MarketPrices) => name(spot, limit("buy", price), prices)
    expect(buy(10_000, { bestBid: 1, last: 10_000 })).toBeUndefined()
    expect(buy(10_001, { bestBid: 1, last: 10_000 })).toBe("PRICE_RULE")
    expect(buy(10_050, { index: 10_050_000_000n as Price8 })).toBeUndefined()
    expect(buy(10_051, { index: 10_050_000_000n as Price8 })).toBe("PRICE_RULE")
    expect(buy(999_999, { bestBid: 1 })).toBeUndefined()
    expect(name(spot, limit("sell", 1), { bestAsk: 999_999 })).toBeUndefined()
  })

  test("compares with an index between two ticks exactly", () => {
    const between = { index: 10_000_500_000n as Price8 }
    expect(checkPrice(spot, limit("buy", 10_000), between)).toBeUndefined()
    expect(checkPrice(spot, limit("buy", 10_001), between)?.values).toEqual({ side: "buy", bound: "100.00" })
    expect(checkPrice(spot, limit("sell", 10_001), between)).toBeUndefined()
    expect(checkPrice(spot, limit("sell", 10_000), between)?.values).toEqual({
      side: "sell",
      bound: "100.01",
    })
  })

  test("takes the mark for the band of a perpetual, and the book only without one", () => {
    const marked = { ...market, mark: 20_000_000_000n as Price8 }
    expect(name(perpetual, limit("buy", 20_600), marked)).toBeUndefined()
    expect(name(perpetual, limit("buy", 20_601), marked)).toBe("PRICE_BAND")
    expect(name(perpetual, limit("sell", 19_400), marked)).toBeUndefined()
    expect(name(perpetual, limit("sell", 19_399), marked)).toBe("PRICE_BAND")
    expect(name(perpetual, limit("buy", 10_310))).toBeUndefined()
    expect(name(perpetual, limit("buy", 10_311))).toBe("PRICE_BAND")
    expect(name(under("band"), limit("buy", 10_511), marked)).toBe("PRICE_BAND")
    expect(name({ ...perpetual, priceRule: "strict" }, limit("buy", 10_011), marked)).toBe("PRICE_RULE")
  })

  test("exempts the house, market orders, and stop-limits until their trigger", () => {
    expect(name(spot, limit("buy", 999_999, { exempt: true }))).toBeUndefined()
    expect(name(spot, byMarket({ quantity: 500 }))).toBeUndefined()
    expect(name(spot, limit("buy", 999_999, { orderType: "stop-limit", stopPrice: 1 }))).toBeUndefined()
  })

  test("judges a triggered stop-limit by range and band, never by strict, and by range alone when off", () => {
    const triggered = (rule: PriceRule, price: number) =>
      checkTriggeredPrice(under(rule), { side: "buy", price }, market)?.name
    expect(triggered("strict", 10_510)).toBeUndefined()
    expect(triggered("strict", 10_511)).toBe("PRICE_BAND")
    expect(triggered("band", 10_511)).toBe("PRICE_BAND")
    expect(triggered("off", 10_511)).toBeUndefined()
    expect(triggered("off", 50_051)).toBe("PRICE_RANGE")
    expect(checkTriggeredPrice(spot, { side: "buy", price: 1 }, {})).toBeUndefined()
  })

  test("says the bounds to the tick", () => {
    expect(checkPrice(spot, limit("buy", 10_011), market)?.values).toEqual({ side: "buy", bound: "100.10" })
    expect(checkPrice(under("band"), limit("sell", 9_490), market)?.values).toEqual({
      side: "sell",
      bound: "94.91",
    })
    expect(checkPrice(spot, limit("buy", 1), market)?.values).toEqual({ least: "20.02", most: "500.50" })
  })

  test("allows the bound it names and refuses the tick beyond it, at every price and step", () => {
    const ticks = fc.integer({ min: 1, max: 10 ** 9 })
    const band = fc.bigInt({ min: 0n, max: 99_999_999n })
    const rule = fc.constantFrom<PriceRule>("strict", "band")
    fc.assert(
      fc.property(
        ticks,
        ticks,
        band,
        rule,
        fc.constantFrom<OrderSide>("buy", "sell"),
        (best, price, band, priceRule, side) => {
          const instrument = { ...spot, band, priceRule }
          const prices = { bestBid: best, bestAsk: best }
          const problem = checkPrice(instrument, limit(side, price), prices)
          if (!problem || problem.name === "PRICE_RANGE") return
          const bound = Math.round(Number(problem.values?.bound) * 100)
          const beyond = bound + (side === "buy" ? 1 : -1)
          expect(side === "buy" ? price > bound : price < bound).toBe(true)
          expect(checkPrice(instrument, limit(side, bound), prices)?.name).not.toBe(problem.name)
          if (beyond > best / 5 && beyond < best * 5)
            expect(checkPrice(instrument, limit(side, beyond), prices)?.name).toBe(problem.name)
        },
      ),
    )
  })
})
