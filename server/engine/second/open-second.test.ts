/** Opening of second contracts: what is held, and every refusal in its place (O1, O4, O5, S12, N3). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import {
  contractOf,
  INDEX,
  journalsIn,
  SECOND,
  SecondExchange,
  secondInstrument,
} from "#tests/support/second-exchange.ts"
import { coins, refusalOf } from "#tests/support/test-exchange.ts"

const price = (usdt: number) => coins(usdt) as bigint as Price8

/** With a tick of 100 just now. */
function quoted(terms: ConstructorParameters<typeof SecondExchange>[0] = {}): SecondExchange {
  const exchange = new SecondExchange(terms)
  exchange.quote(100)
  return exchange
}

describe("Opening (O1)", () => {
  test("takes the last tick, locks the payout, and holds stake and profit on both sides in one journal", () => {
    const exchange = quoted()
    exchange.time += 2_000
    const outcome = exchange.open("ann", "bullish", 33.33333333, { seconds: 60, key: "mine" })
    expect(contractOf(outcome)).toEqual({
      ...{
        id: 1,
        account: "ann",
        instrument: SECOND,
        index: INDEX,
        key: "mine",
        direction: "bullish",
        seconds: 60,
      },
      ...{ stake: 3_333_333_333n, profit: 2_733_333_333n, currency: "USDT", payoutRate: 82_000_000n },
      open: { seq: 1, time: 1_000_000, price: price(100) },
      ...{ opened: 1_002_000, expiry: 1_062_000, sequence: 5, status: "open" },
    })
    expect(journalsIn(outcome)).toEqual([
      "second-hold second:1: ann.second.available -33.33333333, ann.second.held 33.33333333, option-house.available -27.33333333, option-house.held 27.33333333",
    ])
    expect(outcome.events.map(({ type }) => type)).toEqual(["journal", "second", "balance"])
    expect(exchange.wallet("ann")).toBe("99966.66666667 + 33.33333333")
    expect(exchange.house()).toBe("999972.66666667 + 27.33333333")
  })

  test("what was locked stays, whatever is listed later", () => {
    const exchange = quoted()
    exchange.open("ann", "bullish", 100)
    const [first] = secondInstrument().periods
    if (!first) throw new Error("there is a period")
    exchange.run({
      type: "instrument.set",
      instrument: secondInstrument({ index: "XYZ_USDT", periods: [{ ...first, payoutRate: 10_000_000n }] }),
    })
    exchange.time += 29_000
    exchange.quote(100)
    exchange.time += 1_000
    exchange.quote(101)
    expect(exchange.wallet("ann")).toBe("100080 + 0")
  })

  test("the same request with the same key opens once, another one is refused", () => {
    const exchange = quoted()
    const first = exchange.open("ann", "bearish", 50, { key: "once", seenPrice: price(100), keysMax: 10 })
    exchange.time += 100
    exchange.quote(120)
    const again = exchange.open("ann", "bearish", 50, { key: "once", seenPrice: price(100), keysMax: 10 })
    expect(again.answer).toEqual(first.answer)
    expect(again.events).toEqual([])
    expect(refusalOf(exchange.open("ann", "bullish", 50, { key: "once", seenPrice: price(100) }))).toBe(
      "KEY_CONFLICT",
    )
    expect(exchange.wallet("ann")).toBe("99950 + 50")
    // Remembered over a restart as well.
    exchange.restart()
    const later = exchange.open("ann", "bearish", 50, { key: "once", seenPrice: price(100), keysMax: 10 })
    expect(later.answer).toEqual(first.answer)
  })

  test("a price that has moved further than allowed since it was seen opens nothing", () => {
    const exchange = quoted()
    const open = (seen: number, most?: number) =>
      refusalOf(
        exchange.open("ann", "bullish", 5, {
          seenPrice: price(seen),
          ...(most === undefined ? {} : { maxMove: price(most) }),
        }),
      )
    expect(open(100)).toBeUndefined()
    expect(open(99.99999999)).toBe("PRICE_MOVED")
    expect(open(101, 1)).toBeUndefined()
    expect(open(99, 1)).toBeUndefined()
    expect(open(101.00000001, 1)).toBe("PRICE_MOVED")
    expect(open(98.99999999, 1)).toBe("PRICE_MOVED")
  })
})

describe("Refusals, the first in order is the answer (F1)", () => {
  const STALE = 2_001
  const now = 1_000_000
  test.each([
    ["REQUEST_EXPIRED", { sentAt: now - 300_001 }, { isFrozen: true }],
    ["FORMAT", { key: "not a key" }, { isFrozen: true }],
    ["ACCOUNT_FROZEN", { instrument: "NO_SEC" }, { isFrozen: true }],
    ["UNKNOWN_INSTRUMENT", { instrument: "NO_SEC", seconds: 31 }, {}],
    ["UNKNOWN_PRODUCT", { seconds: 31 }, { state: "cancel-only" }],
    ["TRADING_STATE", { maxMove: price(1) }, { state: "cancel-only", silence: STALE }],
    ["TRADING_STATE", {}, { state: "halted" }],
    ["FEED_STALE", { maxMove: price(1) }, { silence: STALE }],
    ["TYPE_COMBINATION", { maxMove: price(1), stake: 0n }, {}],
    ["WRONG_SIZE", { stake: 0n, seenPrice: price(1) }, {}],
    ["PRICE_MOVED", { stake: 1n, seenPrice: price(1) }, {}],
    ["STAKE_RANGE", { stake: coins(4.99999999) }, {}],
    ["STAKE_RANGE", { stake: coins(5000.00000001) }, {}],
    ["INSUFFICIENT_BALANCE", { stake: coins(1_001) }, {}],
  ] as const)("%s", (name, fields, scene) => {
    const exchange = quoted({ money: 1_000, house: 1 })
    const { isFrozen, state, silence } = { isFrozen: false, state: undefined, silence: 0, ...scene }
    if (isFrozen) exchange.run({ type: "user.freeze", account: "ann", isFrozen })
    if (state) exchange.run({ type: "instrument.state", instrument: SECOND, state })
    exchange.time += silence
    const { stake = coins(100), ...more } = { stake: undefined, ...fields }
    const outcome = exchange.run({
      ...{ type: "second.open", account: "ann", instrument: SECOND, direction: "bullish", seconds: 30 },
      ...{ stake: stake as ReturnType<typeof coins>, key: "k", ...more },
    })
    expect(refusalOf(outcome)).toBe(name)
    expect(outcome.events).toEqual([])
    expect(exchange.wallet("ann")).toBe("1000 + 0")
  })

  test("FEED_STALE without any tick, and with one older than 2 s", () => {
    const exchange = new SecondExchange()
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("FEED_STALE")
    exchange.quote(100)
    exchange.time += 2_000
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBeUndefined()
    exchange.time += 1
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("FEED_STALE")
  })

  test("a stop by the self-audit and the pause of a start take no contract; what is open is settled", () => {
    const exchange = quoted()
    exchange.open("ann", "bullish", 100)
    exchange.run({ type: "audit.stop", reason: "a difference" })
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("TRADING_STATE")
    exchange.time += 29_900
    exchange.quote(100)
    exchange.time += 100
    exchange.quote(101)
    expect(exchange.wallet("ann")).toBe("100080 + 0")
    exchange.run({ type: "audit.resume" })
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
    exchange.run({ type: "clock.start" })
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("TRADING_STATE")
    exchange.pass(10_000)
    exchange.quote(101)
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
  })

  test("DELISTED from its end on (N5); what is open settles all the same", () => {
    const exchange = quoted()
    exchange.run({ type: "instrument.schedule", instrument: SECOND, delistAt: exchange.time + 10_000 })
    exchange.open("ann", "bullish", 100)
    exchange.pass(10_000)
    exchange.quote(100)
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("DELISTED")
    exchange.time += 19_000
    exchange.quote(100)
    exchange.time += 1_000
    exchange.quote(101)
    expect(exchange.wallet("ann")).toBe("100080 + 0")
  })

  test("one listed with an opening ahead is halted until then (N5)", () => {
    const exchange = quoted({ instruments: [secondInstrument({ openAt: 1_005_000 })] })
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("TRADING_STATE")
    exchange.pass(5_000)
    exchange.quote(100)
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
  })

  test("what can't settle in USDT, or is another kind already, isn't listed", () => {
    const exchange = new SecondExchange()
    const list = (instrument: ReturnType<typeof secondInstrument>) =>
      refusalOf(exchange.run({ type: "instrument.set", instrument }))
    expect(list(secondInstrument({ id: "ABC_EUR_SEC", quote: "EUR" }))).toBe("FORMAT")
    expect(list(secondInstrument({ id: "ABD_USDT_SEC", periods: [] }))).toBe("FORMAT")
    expect(exchange.engine.instrumentState(SECOND)).toBe("open")
    expect(exchange.engine.instrumentState("ABD_USDT_SEC")).toBeUndefined()
  })
})

describe("Limits (O5)", () => {
  test("20 open contracts come before the stake's range", () => {
    const exchange = quoted()
    for (let count = 0; count < 20; count += 1)
      expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
    expect(refusalOf(exchange.open("ann", "bullish", 1))).toBe("OPEN_CONTRACTS")
    expect(exchange.open("bob", "bullish", 5).answer.ok).toBe(true)
    exchange.time += 29_000
    exchange.quote(100)
    exchange.time += 1_000
    exchange.quote(100)
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
  })

  test("20,000 USDT of open stakes over all indexes come before the daily loss", () => {
    const other = secondInstrument({ id: "XYZ_USDT_SEC", index: "XYZ_USDT" })
    const exchange = quoted({ instruments: [secondInstrument(), other] })
    exchange.quote(7, "XYZ_USDT")
    exchange.run({ type: "second.limit", account: "ann", limit: coins(19_999) })
    for (let count = 0; count < 3; count += 1) exchange.open("ann", "bullish", 5_000)
    expect(exchange.open("ann", "bearish", 4_995, { instrument: other.id }).answer.ok).toBe(true)
    expect(refusalOf(exchange.open("ann", "bullish", 5.00000001))).toBe("OPEN_STAKES")
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("DAILY_LOSS")
  })

  test("open profits of one direction on one index stay within the exposure that the start set", () => {
    const other = secondInstrument({ id: "XYZ_USDT_SEC", index: "XYZ_USDT" })
    const exchange = quoted({ instruments: [secondInstrument(), other] })
    exchange.quote(7, "XYZ_USDT")
    exchange.run({ type: "clock.start", pauseMs: 0, exposureLimit: coins(800) })
    expect(exchange.open("ann", "bullish", 600).answer.ok).toBe(true)
    expect(exchange.open("bob", "bullish", 400).answer.ok).toBe(true)
    const refused = exchange.open("cat", "bullish", 5)
    expect(refused.answer).toEqual({
      ok: false,
      problem: { name: "HOUSE_LIMIT", values: { profit: "4", left: "0", currency: "USDT" } },
    })
    // The other direction, and another index, have their own.
    expect(exchange.open("cat", "bearish", 1_000).answer.ok).toBe(true)
    expect(exchange.open("cat", "bullish", 1_000, { instrument: other.id }).answer.ok).toBe(true)
    // A restart keeps it until the next start says otherwise.
    exchange.restart()
    expect(refusalOf(exchange.open("cat", "bullish", 5))).toBe("HOUSE_LIMIT")
    exchange.run({ type: "clock.start", pauseMs: 0, exposureLimit: coins(804) })
    expect(refusalOf(exchange.open("cat", "bullish", 5))).toBeUndefined()
    expect(refusalOf(exchange.open("cat", "bullish", 5))).toBe("HOUSE_LIMIT")
  })

  test("the house must have the profit; money comes before it", () => {
    const exchange = quoted({ money: 10, house: 4 })
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
    expect(refusalOf(exchange.open("ann", "bullish", 6))).toBe("INSUFFICIENT_BALANCE")
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("HOUSE_LIMIT")
    exchange.time += 29_000
    exchange.quote(100)
    exchange.time += 1_000
    exchange.quote(99)
    // The stake that was lost is the house's to pay with.
    expect(exchange.house()).toBe("9 + 0")
    expect(exchange.open("ann", "bullish", 5).answer.ok).toBe(true)
  })
})
