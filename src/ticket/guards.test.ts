/** Is a slip of the finger noticed, with its numbers and one mend that ends it, and nothing else? */

import { describe, expect, test } from "vitest"
import type { OrderPreview } from "#core/order/order-preview.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import {
  instrumentOf,
  SPOT_ORDER,
  type SpotDraftInput,
  type SpotOrderRequest,
} from "../panels/ticket/spot-order.ts"
import type { OwnState } from "./account-guards.ts"
import type { GuardLimits } from "./guard.ts"
import { guardsOf, usualOf } from "./guards.ts"
import { type Draft, draftOf } from "./order-draft.ts"

const market = {
  kind: "spot",
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.0001",
  state: "open",
  listedAt: 0,
  minQuantity: "0.0001",
  maxQuantity: "100.0000",
  maxMarketQuantity: "10.0000",
  minNotional: "5",
  priceRule: "off",
  band: "0.05",
  marketProtection: "0.05",
} as unknown as SpotMarket
const instrument = instrumentOf(market)
const limits: GuardLimits = {
  pricePercent: 5,
  sizeTimes: 3,
  balancePercent: 90,
  bookPercent: 0.5,
  crossPercent: 1,
  flipPercent: 1,
  rangeTimes: 1,
}
const off: GuardLimits = {
  pricePercent: undefined,
  sizeTimes: undefined,
  balancePercent: undefined,
  bookPercent: undefined,
  crossPercent: undefined,
  flipPercent: undefined,
  rangeTimes: undefined,
}
const form: SpotDraftInput["form"] = {
  side: "buy",
  type: "limit",
  validity: "gtc",
  isPostOnly: false,
  price: "1000.0",
  stop: "",
  amount: "0.1000",
  unit: "base",
}
/** 0.1 at 1,000.0, then 0.1 at 1,030.0; bids 0.1 at 998.0 and at 960.0. */
const ladder = { asks: [10_000, 1000, 10_300, 1000], bids: [9980, 1000, 9600, 1000] }

const nothing: OwnState = { orders: [], opposite: 0n, day: { high: "", low: "" } }

type More = Partial<Pick<Parameters<typeof guardsOf>[0], "limits" | "usual" | "freshness" | "own">>

function guards(change: Partial<SpotDraftInput["form"]>, more: More = {}) {
  const input: SpotDraftInput = {
    form: { ...form, ...change },
    instrument,
    prices: { bestBid: 9980, bestAsk: 10_000, last: 9990 },
    ladder,
    fees: { maker: 100_000n, taker: 100_000n, feeIn: "received" },
    available: { base: 1_000_000_000n, quote: 1_000_000_000_000n },
    mark: ".",
  }
  const draft = draftOf(input, SPOT_ORDER)
  if (!draft.request) throw new Error("the order is refused")
  return guardsOf({
    input,
    kind: SPOT_ORDER,
    draft,
    limits,
    usual: undefined,
    freshness: { state: "live" },
    own: nothing,
    ...more,
  })
}

test("an order like any other isn't held up", () => {
  expect(guards({})).toEqual([])
  expect(guards({ type: "market" })).toEqual([])
})

test("an order that isn't complete has no guards", () => {
  const input = { form: { ...form, amount: "" } } as SpotDraftInput
  const draft = { order: {}, readings: {} } as Draft<SpotOrderRequest, OrderPreview>
  expect(
    guardsOf({
      input,
      kind: SPOT_ORDER,
      draft,
      limits,
      usual: undefined,
      freshness: { state: "catching-up" },
      own: nothing,
    }),
  ).toEqual([])
})

describe("a price far from the market", () => {
  test("is named with its distance, mended to the best price of the own side", () => {
    expect(guards({ price: "900" })).toEqual([
      { kind: "far", price: "900.0", percent: 9.9, isAbove: false, mend: { field: "price", value: "998.0" } },
    ])
  })

  test("is nothing to warn of where a sale waits above the market", () => {
    expect(guards({ side: "sell", price: "1100" })).toEqual([])
    expect(guards({ side: "sell", price: "900" })).toMatchObject([{ kind: "far", isAbove: false }])
  })

  test("of a stop is judged by the last price, of its limit by the stop", () => {
    expect(guards({ type: "stop-limit", stop: "1100", price: "1100" })).toMatchObject([{ price: "1100.0" }])
    expect(guards({ type: "stop-limit", stop: "1010", price: "1100" })).toMatchObject([
      { price: "1100.0", mend: { field: "price", value: "1010.0" } },
    ])
    expect(guards({ type: "stop-limit", stop: "1010", price: "1012" })).toEqual([])
  })
})

describe("a market order", () => {
  test("through a thin book costs more than the middle, and may be a limit instead", () => {
    // 0.2: 100 + 103 = 203 against a middle of 199.8
    expect(guards({ type: "market", amount: "0.2" })).toEqual([
      {
        kind: "thin",
        percent: 1.6,
        extra: "3.2",
        mend: { field: "price", value: "1000.0", makesLimit: true },
      },
    ])
    expect(guards({ type: "market", side: "sell", amount: "0.2" })).toMatchObject([
      { kind: "thin", extra: "4", mend: { value: "998.0" } },
    ])
  })

  test("that the book can't fill says how much there is", () => {
    expect(guards({ type: "market", amount: "0.3" }, { limits: off })).toEqual([
      { kind: "short", found: "0.2000", mend: { field: "amount", value: "0.2000" } },
    ])
  })

  test("by quote amount is judged the same way", () => {
    expect(guards({ type: "market", unit: "quote", amount: "300" }, { limits: off })).toEqual([
      { kind: "short", found: "0.2000", mend: { field: "amount", value: "203" } },
    ])
  })
})

describe("a size", () => {
  test("far above the usual one names times and share, mended to the usual", () => {
    // 3 × 1000 against a usual 100 of an available 10,000
    expect(guards({ amount: "3" }, { usual: 10_000_000_000n })).toEqual([
      { kind: "size", times: 30, percent: 30, mend: { field: "amount", value: "0.1000" } },
    ])
    expect(guards({ amount: "0.2" }, { usual: 10_000_000_000n })).toEqual([])
  })

  test("of the whole balance is mended to half", () => {
    expect(guards({ amount: "9.5" })).toEqual([
      { kind: "whole", percent: 95, mend: { field: "amount", value: "5.0000" } },
    ])
  })

  test("is usual by the median of at least five own orders", () => {
    expect(usualOf(["100", "0", "120", "80", "5000", "90"])).toBe(10_000_000_000n)
    expect(usualOf(["100", "120", "80", "0", "0"])).toBeUndefined()
  })
})

describe("own orders in the way", () => {
  const own = (price: string, more: object = {}): OwnState => ({
    ...nothing,
    orders: [{ side: "sell", status: "new", price, quantity: "0.0500", executed: "0", ...more }],
  })

  test("are named with the nearest price, mended to a limit a tick before it", () => {
    expect(guards({ type: "market" }, { own: own("1000.0") })).toEqual([
      {
        kind: "cross",
        price: "1000.0",
        count: 1,
        mend: { field: "price", value: "999.9", makesLimit: true },
      },
    ])
    const bid = own("1000.0", { side: "buy" })
    expect(guards({ side: "sell" }, { own: bid })).toMatchObject([
      { kind: "cross", mend: { value: "1000.1" } },
    ])
  })

  test("are none beyond the limit, on the own side, or as stops that wait", () => {
    expect(guards({}, { own: own("1000.1") })).toEqual([])
    expect(guards({}, { own: own("1000.0", { side: "buy" }) })).toEqual([])
    expect(guards({}, { own: own("1000.0", { status: "waiting" }) })).toEqual([])
  })

  test("count by their open share of the order", () => {
    const most = { ...limits, crossPercent: 50 }
    expect(guards({}, { own: own("1000.0"), limits: most })).toHaveLength(1)
    expect(guards({}, { own: own("1000.0", { executed: "0.0100" }), limits: most })).toEqual([])
    expect(guards({}, { own: own("1000.0"), limits: off })).toEqual([])
  })
})

describe("a position", () => {
  const held = (lots: bigint): OwnState => ({ ...nothing, opposite: lots * instrument.lot })

  test("that would be turned is told with both amounts, mended to what it is", () => {
    expect(guards({ side: "sell", price: "1000" }, { own: held(600n) })).toEqual([
      { kind: "flip", held: "0.0600", opened: "0.0400", mend: { field: "amount", value: "0.0600" } },
    ])
  })

  test("that is only closed or lessened is nothing to warn of, nor a rest below the limit", () => {
    expect(guards({ side: "sell", price: "1000" }, { own: held(1000n) })).toEqual([])
    expect(guards({ side: "sell", price: "1000" }, { own: held(2000n) })).toEqual([])
    const most = { ...limits, flipPercent: 100 }
    expect(guards({ side: "sell", price: "1000" }, { own: held(600n), limits: most })).toEqual([])
  })

  test("whose liquidation price is nearer than a day's range is told with both distances", () => {
    const risked = (liquidation: string): OwnState => ({
      ...nothing,
      day: { high: "1020.0", low: "960.0" },
      risked: { liquidation, leverage: 20 },
    })
    expect(guards({}, { own: risked("950.0") })).toEqual([
      { kind: "leverage", leverage: 20, price: "950", percent: 4.9, range: 6 },
    ])
    expect(guards({}, { own: risked("900.0") })).toEqual([])
    expect(guards({}, { own: risked("") })).toEqual([])
    expect(guards({}, { own: risked("900.0"), limits: { ...limits, rangeTimes: 2 } })).toHaveLength(1)
  })
})

test("a price that isn't live comes first, and is said with all limits off", () => {
  const freshness = { state: "old", since: 5 } as const
  expect(guards({}, { freshness, limits: off })).toEqual([{ kind: "stale", freshness }])
  expect(guards({ amount: "9.5" }, { freshness }).map(({ kind }) => kind)).toEqual(["stale", "whole"])
})

test("each limit can be turned off", () => {
  expect(guards({ price: "900", amount: "9.9" }, { limits: off, usual: 1n })).toEqual([])
})
