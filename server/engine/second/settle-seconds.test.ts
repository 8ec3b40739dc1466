/** Settlement of second contracts: by ticks (O2, T4) and by silence (O3), over midnight and restarts (T5). */

import { describe, expect, test } from "vitest"
import { contractsIn, endsIn, journalsIn, SECOND, SecondExchange } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"

/** Contracts of 100 USDT, both ways, opened at a tick of 100; 30 s. */
function both(): SecondExchange {
  const exchange = new SecondExchange()
  exchange.quote(100)
  exchange.open("ann", "bullish", 100)
  exchange.open("bob", "bearish", 100)
  return exchange
}

/** Ticks of `price` each second up to `ms` later. */
function tickTo(exchange: SecondExchange, ms: number, price = 100): void {
  for (let passed = 0; passed < ms; passed += 1_000) {
    exchange.time += Math.min(1_000, ms - passed)
    exchange.quote(price)
  }
}

describe("Settlement (O2)", () => {
  test("above the open price the bullish wins, the bearish loses", () => {
    const exchange = both()
    tickTo(exchange, 29_000)
    exchange.time += 1_000
    const outcome = exchange.quote(100.00000001)
    expect(endsIn(outcome)).toEqual(["#1 won 180", "#2 lost 0"])
    expect(journalsIn(outcome)).toEqual([
      "second second:1: ann.second.held -100, option-house.held -80, ann.second.available 180",
      "second second:2: bob.second.held -100, option-house.held -80, option-house.available 180",
    ])
    expect(exchange.wallet("ann")).toBe("100080 + 0")
    expect(exchange.wallet("bob")).toBe("99900 + 0")
    expect(exchange.house()).toBe("1000020 + 0")
  })

  test("below it the other way round", () => {
    const exchange = both()
    tickTo(exchange, 29_000)
    exchange.time += 1_000
    expect(endsIn(exchange.quote(99.99999999))).toEqual(["#1 lost 0", "#2 won 180"])
  })

  test("an equal price returns both stakes", () => {
    const exchange = both()
    tickTo(exchange, 29_000, 105)
    exchange.time += 1_000
    const outcome = exchange.quote(100)
    expect(endsIn(outcome)).toEqual(["#1 tied 100", "#2 tied 100"])
    expect(journalsIn(outcome)[0]).toBe(
      "second second:1: ann.second.held -100, option-house.held -80, ann.second.available 100, option-house.available 80",
    )
    expect(exchange.house()).toBe("1000000 + 0")
  })

  test("the first tick at or after the expiry decides, not one of a millisecond before", () => {
    const exchange = both()
    tickTo(exchange, 29_000)
    exchange.time += 999
    expect(endsIn(exchange.quote(95))).toEqual([])
    exchange.time += 1
    const [first] = contractsIn(exchange.quote(104))
    expect(first).toMatchObject({
      ...{ status: "won", expiry: 1_030_000, settled: 1_030_000 },
      before: { seq: 31, time: 1_029_999, price: 95n * 10n ** 8n },
      settle: { seq: 32, time: 1_030_000, price: 104n * 10n ** 8n },
    })
    // A second tick of the very same millisecond changes nothing any more.
    expect(endsIn(exchange.quote(95))).toEqual([])
  })

  test("happens in the command of the tick, right behind it, by expiry, then id (T4)", () => {
    const exchange = new SecondExchange()
    exchange.quote(100)
    exchange.open("ann", "bullish", 10, { seconds: 60 })
    tickTo(exchange, 30_000)
    // Ends when the first does.
    exchange.open("bob", "bullish", 10)
    exchange.open("ann", "bearish", 10)
    tickTo(exchange, 29_000)
    exchange.time += 1_500
    const { events } = exchange.quote(101)
    expect(endsIn({ events })).toEqual(["#1 won 18.2", "#2 won 18", "#3 lost 0"])
    expect(events.map(({ type }) => type)).toEqual([
      ...["index", "journal", "second", "journal", "second", "journal", "second"],
      ...["balance", "balance"],
    ])
  })

  test("an account that is frozen, and a market that is halted, settle like all", () => {
    const exchange = both()
    exchange.run({ type: "user.freeze", account: "ann", isFrozen: true })
    exchange.run({ type: "instrument.state", instrument: SECOND, state: "halted" })
    tickTo(exchange, 29_000)
    exchange.time += 1_000
    expect(endsIn(exchange.quote(101))).toEqual(["#1 won 180", "#2 lost 0"])
  })
})

describe("Silence (O3)", () => {
  test("of exactly 5 s across the expiry still settles", () => {
    const exchange = both()
    tickTo(exchange, 28_000)
    exchange.time += 5_000
    expect(endsIn(exchange.quote(101))).toEqual(["#1 won 180", "#2 lost 0"])
  })

  test("of more is refunded by the timer, a millisecond after those 5 s", () => {
    const exchange = both()
    tickTo(exchange, 28_000)
    expect(endsIn(exchange.pass(5_000))).toEqual([])
    const outcome = exchange.pass(1)
    expect(endsIn(outcome)).toEqual(["#1 refunded 100", "#2 refunded 100"])
    const [first] = contractsIn(outcome)
    expect(first).toMatchObject({ settled: 1_033_001, before: { time: 1_028_000 } })
    expect(first).not.toHaveProperty("settle")
    expect(exchange.wallet("ann")).toBe("100000 + 0")
    // The tick that comes then finds nothing to decide.
    expect(endsIn(exchange.quote(101))).toEqual([])
  })

  test("of more before the expiry is refunded by the tick of that very millisecond, and names it", () => {
    const exchange = both()
    tickTo(exchange, 20_000)
    exchange.time += 10_000
    const outcome = exchange.quote(101)
    expect(endsIn(outcome)).toEqual(["#1 refunded 100", "#2 refunded 100"])
    expect(contractsIn(outcome)[0]).toMatchObject({
      before: { time: 1_020_000 },
      settle: { time: 1_030_000 },
    })
  })

  test("of more before the expiry is refunded by the timer a millisecond after it", () => {
    const exchange = both()
    tickTo(exchange, 20_000)
    expect(endsIn(exchange.pass(10_000))).toEqual([])
    expect(endsIn(exchange.pass(1))).toEqual(["#1 refunded 100", "#2 refunded 100"])
  })

  test("that ends before the expiry harms nothing", () => {
    const exchange = both()
    exchange.time += 26_000
    exchange.quote(100)
    exchange.time += 4_500
    expect(endsIn(exchange.quote(101))).toEqual(["#1 won 180", "#2 lost 0"])
  })

  test("looks at each contract for itself, the shorter one that came later first", () => {
    const exchange = new SecondExchange()
    exchange.quote(100)
    exchange.open("ann", "bullish", 10, { seconds: 60 })
    exchange.time += 1_000
    exchange.open("ann", "bullish", 10)
    expect(endsIn(exchange.pass(30_001))).toEqual(["#2 refunded 10"])
    expect(endsIn(exchange.pass(28_999))).toEqual([])
    expect(endsIn(exchange.pass(1))).toEqual(["#1 refunded 10"])
    expect(exchange.engine.nextDue()).toBeGreaterThan(exchange.time + 3_000_000)
  })
})

describe("A restart (T5)", () => {
  test("within the silence that is allowed goes on as if there had been none", () => {
    const exchange = both()
    tickTo(exchange, 28_000)
    exchange.restart()
    exchange.time += 4_000
    exchange.run({ type: "clock.start" })
    exchange.time += 1_000
    expect(endsIn(exchange.quote(99))).toEqual(["#1 lost 0", "#2 won 180"])
  })

  test("after an outage across the expiry refunds before anything else, dated when it was due", () => {
    const exchange = both()
    tickTo(exchange, 28_000)
    exchange.restart()
    exchange.time += 600_000
    const outcome = exchange.run({ type: "clock.start" })
    expect(endsIn(outcome)).toEqual(["#1 refunded 100", "#2 refunded 100"])
    expect(contractsIn(outcome)[0]).toMatchObject({ settled: 1_033_001 })
    expect(exchange.house()).toBe("1000000 + 0")
  })

  test("keeps every contract, sum and limit: the same state twice gives the same text", () => {
    const exchange = both()
    exchange.run({ type: "second.limit", account: "ann", limit: coins(500) })
    exchange.run({ type: "second.limit", account: "ann" })
    tickTo(exchange, 30_000, 99)
    exchange.open("ann", "bearish", 7)
    const saved = exchange.engine.save()
    exchange.restart()
    expect(exchange.engine.save()).toEqual(saved)
    expect(saved.seconds).toMatchObject({
      nextId: 4,
      contracts: [{ id: 3, account: "ann" }],
      accounts: [
        { id: "ann", lost: coins(100), won: 0n, settled: 1, limit: coins(500), next: { limit: null } },
        { id: "bob", lost: 0n, won: coins(80), settled: 1, limit: null, next: null },
      ],
    })
  })
})
