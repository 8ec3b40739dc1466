/** Does what is typed become the very order that is sent, and is every refusal said before it costs? */

import { describe, expect, test } from "vitest"
import type { SpotMarket } from "#core/wire/market.ts"
import type { LadderFrame } from "#workers/market/market.api.ts"
import { type DraftOrder, draftOf as draftOfKind, shareOf as shareOfKind } from "../../ticket/order-draft.ts"
import { ladderOf, pricesOf } from "../../ticket/ticket-market.ts"
import { instrumentOf, SPOT_ORDER, type SpotDraftInput } from "./spot-order.ts"

const market = {
  kind: "spot",
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  name: "Bitcoin",
  tick: "0.1",
  lot: "0.0001",
  state: "open",
  listedAt: 0,
  minQuantity: "0.0001",
  maxQuantity: "100.0000",
  maxMarketQuantity: "10.0000",
  minNotional: "5",
  priceRule: "strict",
  band: "0.05",
  marketProtection: "0.05",
} as unknown as SpotMarket

/** 0.0100 at each price: asks 67,284.0 and 67,285.0, bids 67,283.0 and 67,282.0. */
const frame: LadderFrame = {
  instrument: "BTC_USDT",
  asks: new Float64Array([672_840, 100, 672_850, 100]),
  bids: new Float64Array([672_830, 100, 672_820, 100]),
  last: "67283.5",
  mark: "",
  high: "",
  low: "",
}
const instrument = instrumentOf(market)
const form: SpotDraftInput["form"] = {
  side: "buy",
  type: "limit",
  validity: "gtc",
  isPostOnly: false,
  price: "67283.0",
  stop: "",
  amount: "0.0190",
  unit: "base",
}
const input = (
  change: Partial<SpotDraftInput["form"]> = {},
  more: Partial<SpotDraftInput> = {},
): SpotDraftInput => ({
  form: { ...form, ...change },
  instrument,
  prices: pricesOf(frame, instrument),
  ladder: ladderOf(frame, "BTC_USDT"),
  fees: { maker: 100_000n, taker: 100_000n, feeIn: "received" },
  available: { base: 10_000_000n, quote: 5_120_44_000_000n },
  mark: ".",
  ...more,
})
const draftOf = (typed: SpotDraftInput) => draftOfKind(typed, SPOT_ORDER)
const shareOf = (typed: SpotDraftInput, preview: ReturnType<typeof draftOf>["preview"]) =>
  shareOfKind(typed, SPOT_ORDER, preview)
const shareAmount = SPOT_ORDER.share
const mostAmount = (typed: SpotDraftInput, order: DraftOrder) => shareAmount(typed, order, 100)
const nameOf = (draft: ReturnType<typeof draftOf>) =>
  draft.wrong?.problem.kind === "refusal" ? draft.wrong.problem.problem.name : draft.wrong?.problem.kind

describe("what is sent", () => {
  test("has every decimal of tick and lot, as the button says it", () => {
    expect(draftOf(input({ price: "67283", amount: "0,019" })).request).toEqual({
      instrument: "BTC_USDT",
      side: "buy",
      type: "limit",
      timeInForce: "gtc",
      price: "67283.0",
      quantity: "0.0190",
    })
  })

  test("good till a time it carries the moment, post-only as well; one out of bounds is refused (S14)", () => {
    const now = Date.parse("2026-11-24T09:30:12.345Z")
    const timed = (more: Partial<SpotDraftInput["form"]>) =>
      draftOf({ ...input({ validity: "gtt", ...more }), now })
    const expiresAt = Date.parse("2026-11-24T10:30:12Z")
    expect(timed({ goodFor: "1h" }).request).toMatchObject({ timeInForce: "gtc", expiresAt })
    expect(timed({ goodFor: "1h", isPostOnly: true }).request).toMatchObject({ postOnly: true, expiresAt })
    expect(timed({ goodFor: "1h", type: "market" }).request).not.toHaveProperty("expiresAt")
    for (const goodTill of ["2026-11-24T09:30", "2027-04-01T00:00", ""]) {
      const draft = timed({ goodFor: "date", goodTill })
      expect([nameOf(draft), draft.wrong?.field, draft.request]).toEqual([
        "EXPIRY_RANGE",
        "expiry",
        undefined,
      ])
    }
  })

  test.each<[Partial<SpotDraftInput["form"]>, object]>([
    [{ validity: "ioc" }, { timeInForce: "ioc" }],
    [
      { isPostOnly: true, validity: "fok" },
      { postOnly: true, timeInForce: "gtc" },
    ],
    [
      { type: "market", validity: "gtc" },
      { type: "market", timeInForce: "ioc", quantity: "0.0190" },
    ],
    [
      { type: "market", unit: "quote", amount: "500.50" },
      { type: "market", timeInForce: "ioc", budget: "500.5" },
    ],
    [
      { type: "stop-limit", stop: "67500", price: "67510" },
      { type: "stop-limit", stopPrice: "67500.0", price: "67510.0", quantity: "0.0190" },
    ],
    [
      { type: "trailing-stop", distance: "1,5", unit: "quote", amount: "500.50" },
      { type: "trailing-stop", timeInForce: "ioc", distance: "0.015", budget: "500.5" },
    ],
    [
      { type: "trailing-stop", side: "sell", distance: "50" },
      { type: "trailing-stop", distance: "0.5", quantity: "0.0190" },
    ],
  ])("of %o has exactly the fields of its type", (change, fields) => {
    const { request } = draftOf(input(change))
    expect(request).toMatchObject(fields)
    expect("budget" in (request ?? {})).toBe("budget" in fields)
    expect("distance" in (request ?? {})).toBe(change.type === "trailing-stop")
    expect("price" in (request ?? {})).toBe(
      change.type === "limit" || change.type === "stop-limit" || !change.type,
    )
    expect("stopPrice" in (request ?? {})).toBe(change.type === "stop-limit")
  })

  test("of an amount in the quote currency are the lots it pays for, down", () => {
    const draft = draftOf(input({ unit: "quote", amount: "1000" }))
    expect(draft.request).toMatchObject({ quantity: "0.0148" })
    expect(draft.request).not.toHaveProperty("budget")
    expect(draft.readings.amount.text).toBe("0.0148")
  })

  test("of a trailing stop has where it begins to follow only if that was typed (S9)", () => {
    const request = (stop: string) =>
      draftOf(input({ type: "trailing-stop", side: "sell", distance: "2", stop })).request
    expect(request("")).not.toHaveProperty("stopPrice")
    expect(request("68000")).toMatchObject({ stopPrice: "68000.0" })
  })

  test("is nothing while something is missing", () => {
    const types = ["stop-limit", "trailing-stop"] as const
    for (const change of [{ price: "" }, { amount: "" }, ...types.map((type) => ({ type }))]) {
      const draft = draftOf(input(change))
      expect(draft.request).toBeUndefined()
      expect(draft.wrong).toBeUndefined()
    }
  })
})

describe("a refusal is said at once", () => {
  test.each<[Partial<SpotDraftInput["form"]>, string, string | undefined, string | undefined]>([
    [{ price: "67284.1" }, "PRICE_RULE", "price", "67284.0"],
    [{ side: "sell", price: "67282.9" }, "PRICE_RULE", "price", "67283.0"],
    [{ price: "1000" }, "PRICE_RANGE", "price", "13456.8"],
    [{ price: "67283.05" }, "TICK", "price", "67283.0"],
    [{ amount: "0.01905" }, "LOT", "amount", "0.0190"],
    [{ amount: "0.00001" }, "LOT", "amount", undefined],
    [{ amount: "0" }, "WRONG_SIZE", "amount", undefined],
    [{ amount: "1000" }, "MAX_QUANTITY", "amount", "100.0000"],
    [{ type: "market", amount: "11" }, "MAX_QUANTITY", "amount", "10.0000"],
    [{ amount: "0.00007", price: "67283" }, "LOT", "amount", undefined],
    [{ price: "20000", amount: "0.0001" }, "MIN_NOTIONAL", "amount", "0.0003"],
    [{ unit: "quote", amount: "1" }, "MIN_QUANTITY", "amount", "6.73"],
    [{ amount: "0.0900" }, "INSUFFICIENT_BALANCE", "amount", "0.0761"],
    [{ side: "sell", price: "67290", amount: "0.1001" }, "INSUFFICIENT_BALANCE", "amount", "0.1000"],
    [{ price: "67284", isPostOnly: true }, "POST_ONLY_WOULD_TAKE", "price", "67283.9"],
    [{ price: "67284", validity: "fok" }, "FOK_NOT_FILLABLE", "amount", undefined],
    [{ type: "stop-limit", stop: "67283.5" }, "STOP_WOULD_TRIGGER", "stop", undefined],
    [{ type: "trailing-stop", distance: "60" }, "DISTANCE_RANGE", "distance", "50"],
    [{ type: "trailing-stop", distance: "0" }, "DISTANCE_RANGE", "distance", "0.1"],
    [
      { type: "trailing-stop", distance: "2", unit: "quote", amount: "6000" },
      "INSUFFICIENT_BALANCE",
      "amount",
      "5120.44",
    ],
    [{ type: "trailing-stop", distance: "2", unit: "quote", amount: "4" }, "MIN_NOTIONAL", "amount", "6.73"],
    [
      { type: "trailing-stop", distance: "2", side: "sell", amount: "0.2" },
      "INSUFFICIENT_BALANCE",
      "amount",
      "0.1000",
    ],
    [{ price: "1,234" }, "ambiguous", "price", undefined],
    [{ amount: "12a" }, "unreadable", "amount", undefined],
  ])("%o: %s of %s, better %s", (change, name, field, mend) => {
    const draft = draftOf(input(change))
    expect(nameOf(draft)).toBe(name)
    expect(draft.wrong?.field).toBe(field)
    expect(draft.wrong?.mend).toBe(mend)
    expect(draft.request).toBeUndefined()
  })

  test("for a price before there is an amount", () => {
    expect(nameOf(draftOf(input({ price: "70000", amount: "" })))).toBe("PRICE_RULE")
  })

  test("with the server's values (F2)", () => {
    expect(draftOf(input({ amount: "0.0900" })).wrong?.problem).toMatchObject({
      problem: { values: { needed: "6055.47", available: "5120.44", currency: "USDT" } },
    })
  })

  test("in a market that is closed, and above one's own limit", () => {
    expect(nameOf(draftOf(input({}, { instrument: { ...instrument, state: "cancel-only" } })))).toBe(
      "TRADING_STATE",
    )
    const draft = draftOf(input({}, { ownLimit: 100_000_000_000n }))
    expect(nameOf(draft)).toBe("OWN_LIMIT")
    expect(draft.wrong?.mend).toBe("0.0148")
  })

  test("of a stop-limit's price never by the strict rule (N2)", () => {
    expect(draftOf(input({ type: "stop-limit", stop: "68000", price: "68100" })).request).toBeDefined()
  })

  test("unless the balance isn't known", () => {
    expect(draftOf(input({ amount: "0.5" }, { available: undefined })).request).toBeDefined()
  })
})

describe("what a trailing stop is expected to come to", () => {
  const preview = (change: Partial<SpotDraftInput["form"]>) =>
    draftOf(input({ type: "trailing-stop", distance: "10", ...change })).preview

  test("is counted where it fires if the price turns at once, and holds what it may spend (S9, S10)", () => {
    // 67,283.5 × 0.9 = 60,555.15, down to a tick
    const sell = preview({ side: "sell", amount: "0.0100" })
    expect(sell?.turnover).toBe(60_555_100_000n)
    expect(sell?.hold).toEqual({ amount: 1_000_000n, currency: "BTC" })
    // 70,000 × 1.1 = 77,000: of 500 there are 64 lots, and all of the budget is held
    const buy = preview({ unit: "quote", amount: "500", stop: "70000" })
    expect([buy?.lots, buy?.hold]).toEqual([64, { amount: 50_000_000_000n, currency: "USDT" }])
  })

  test("isn't told before there is a distance", () => {
    expect(preview({ distance: "", side: "sell" })).toBeUndefined()
  })
})

describe("every mend", () => {
  test.each<[Partial<SpotDraftInput["form"]>]>([
    [{ price: "67284.1" }],
    [{ side: "sell", price: "67282.9" }],
    [{ price: "67283.05" }],
    [{ amount: "0.01905" }],
    [{ price: "20000", amount: "0.0001" }],
    [{ unit: "quote", amount: "1" }],
    [{ amount: "0.0900" }],
    [{ unit: "quote", amount: "9000" }],
    [{ type: "market", amount: "0.09" }],
    [{ price: "67284", isPostOnly: true }],
  ])("of %o leads to an order that is sound", (change) => {
    let form = change
    for (let step = 0; step < 3; step += 1) {
      const { wrong } = draftOf(input(form))
      if (!wrong) break
      form = { ...form, [wrong.field ?? ""]: wrong.mend }
    }
    expect(draftOf(input(form)).request).toBeDefined()
  })
})

describe("a share of what is available", () => {
  const shares = (change: Partial<SpotDraftInput["form"]>, percent: number) => {
    const made = input({ ...change, amount: "" })
    return shareAmount(made, draftOf(made).order, percent)
  }
  test.each<[Partial<SpotDraftInput["form"]>, number, string | undefined]>([
    [{}, 25, "0.0190"],
    [{}, 100, "0.0761"],
    [{ price: "" }, 100, undefined],
    [{ side: "sell" }, 50, "0.0500"],
    [{ unit: "quote" }, 25, "1278.377"],
    [{ type: "market", unit: "quote" }, 25, "1280.11"],
    [{ type: "market", unit: "base" }, 25, "0.0190"],
    [{ type: "market", unit: "base" }, 100, "0.0200"],
    [{ type: "market", unit: "quote", side: "sell" }, 10, "672.83"],
    [{ type: "trailing-stop", unit: "quote" }, 25, "1280.11"],
    [{ type: "trailing-stop", side: "sell" }, 50, "0.0500"],
    [{}, 0, undefined],
  ])("%o at %d %% is %s", (change, percent, amount) => {
    expect(shares(change, percent)).toBe(amount)
  })

  test("with the fee in the quote leaves room for it", () => {
    const made = input({ amount: "" }, { fees: { maker: 100_000n, taker: 100_000n, feeIn: "quote" } })
    const most = mostAmount(made, draftOf(made).order)
    expect(draftOf({ ...made, form: { ...made.form, amount: String(most) } }).request).toBeDefined()
  })

  test("is read back from an amount", () => {
    for (const [amount, percent] of [
      ["0.0190", 25],
      ["0.0761", 100],
      ["0.0001", 0],
    ] as const) {
      const made = input({ amount })
      expect(shareOf(made, draftOf(made).preview)).toBe(percent)
    }
  })
})

describe("a price that is named (S18)", () => {
  test.each([
    ["buy", "queue", 672_830],
    ["buy", "counterparty", 672_840],
    ["sell", "queue", 672_840],
    ["sell", "counterparty", 672_830],
  ] as const)(
    "a %s at the %s counts at the page's best price, and is sent by name",
    (side, bestPrice, price) => {
      const draft = draftOf(input({ side, bestPrice, price: "1" }))
      expect(draft.order.price).toBe(price)
      expect(draft.request).toMatchObject({ type: "limit", bestPrice, quantity: "0.0190" })
      expect(draft.request).not.toHaveProperty("price")
    },
  )

  test("a side that is empty is said before it is sent; a book that isn't known yet says nothing", () => {
    const emptyBids = pricesOf({ ...frame, bids: new Float64Array() }, instrument)
    expect(nameOf(draftOf(input({ bestPrice: "queue" }, { prices: emptyBids })))).toBe("NO_BEST_PRICE")
    const unknown = draftOf(input({ bestPrice: "queue" }, { prices: {} }))
    expect([unknown.wrong, unknown.request]).toEqual([undefined, undefined])
  })

  test("of any type but limit it means nothing", () => {
    expect(draftOf(input({ type: "market", bestPrice: "queue" })).request).not.toHaveProperty("bestPrice")
  })
})
