/** The house's limits hold under everybody at once on one side, and nobody gains by waiting for a price (O1, O5). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { contractOf, contractsIn, SecondExchange } from "#tests/support/second-exchange.ts"
import { coins, refusalOf } from "#tests/support/test-exchange.ts"
import { SeededChance } from "./seeded-chance.ts"

const USERS = 500
const price = (usdt: number) => coins(usdt) as bigint as Price8

describe(`${USERS} users at once on one side`, () => {
  test.each([
    ["by the exposure of the side", 10_000_000, 100_000],
    ["by what the house has", 60_000, 60_000],
  ])("are let in up to the limit %s, and all are paid to the unit", (_, house, most) => {
    const exchange = new SecondExchange({ house, money: 5_000 })
    exchange.quote(100)
    const chance = new SeededChance(house)
    let profits = 0n
    let refused = 0
    for (let user = 1; user <= USERS; user += 1) {
      const outcome = exchange.open(`u${user}`, "bullish", chance.whole(5, 3_000))
      if (!outcome.answer.ok) {
        expect(refusalOf(outcome)).toBe("HOUSE_LIMIT")
        refused += 1
      } else profits += contractOf(outcome).profit
      expect(profits <= coins(most)).toBe(true)
    }
    expect(refused).toBeGreaterThan(100)
    // So full that not even the least stake fits in, or all but so.
    expect(profits > coins(most) - coins(5)).toBe(true)
    exchange.time += 28_000
    exchange.quote(100)
    exchange.time += 2_000
    const ends = contractsIn(exchange.quote(101))
    expect(ends).toHaveLength(USERS - refused)
    expect(ends.every(({ status }) => status === "won")).toBe(true)
    expect(ends.reduce((sum, { profit }) => sum + profit, 0n)).toBe(profits)
    const { ledger } = exchange.engine.state
    expect(ledger.systemBalance("option-house.available", "USDT")).toBe(coins(house) - profits)
    expect(ledger.systemBalance("option-house.held", "USDT")).toBe(0n)
  })
})

describe("A feed that is faster than the page", () => {
  test("gives whoever waits the newest price or a refusal, never the one that was seen", () => {
    const chance = new SeededChance(7)
    const exchange = new SecondExchange({ money: 1_000_000 })
    let last = 1_000
    const told = { opened: 0, refused: 0 }
    for (let round = 0; round < 1_000; round += 1) {
      exchange.time += chance.whole(1, 200)
      exchange.quote(last)
      const seen = last
      // The user looks at some more ticks before sending what was seen first.
      for (let ticks = chance.whole(0, 6); ticks > 0; ticks -= 1) {
        exchange.time += chance.whole(0, 50)
        last += chance.whole(-2, 2)
        exchange.quote(last)
      }
      const maxMove = chance.pick([0, 1, 3])
      // Whoever waits sends only where the way it went since is the way it is to go on.
      const direction = last >= seen ? "bullish" : "bearish"
      const outcome = exchange.open(`u${round % 60}`, direction, 5, {
        seenPrice: price(seen),
        maxMove: price(maxMove),
      })
      if (Math.abs(last - seen) > maxMove) {
        expect(refusalOf(outcome)).toBe("PRICE_MOVED")
        told.refused += 1
      } else {
        expect(contractOf(outcome).open).toMatchObject({ time: exchange.time, price: price(last) })
        told.opened += 1
      }
    }
    expect(Math.min(told.opened, told.refused)).toBeGreaterThan(200)
  })

  test("sent anew with the same key, a request that was opened stays at its first price", () => {
    const exchange = new SecondExchange()
    exchange.quote(100)
    const first = contractOf(exchange.open("ann", "bullish", 5, { key: "one" }))
    exchange.time += 500
    exchange.quote(90)
    const again = contractOf(exchange.open("ann", "bullish", 5, { key: "one" }))
    expect(again).toEqual(first)
  })

  test("leaves nothing to win in the mean: waiting wins no more often than not waiting", () => {
    const chance = new SeededChance(11)
    const exchange = new SecondExchange({ money: 1_000_000, house: 100_000_000 })
    // A walk whose steps are as likely up as down: what was seen says nothing of what comes.
    let last = 100_000
    const step = () => {
      exchange.time += 500
      last += chance.pick([-1, 1])
      return contractsIn(exchange.quote(last))
    }
    const sums = { waited: { won: 0, lost: 0 }, atOnce: { won: 0, lost: 0 } }
    const count = (ends: ReturnType<typeof contractsIn>) => {
      for (const { account, status } of ends) {
        const sum = account.startsWith("w") ? sums.waited : sums.atOnce
        if (status === "won" || status === "lost") sum[status] += 1
      }
    }
    for (let round = 0; round < 1_500; round += 1) {
      count(step())
      exchange.open(`n${round % 60}`, "bullish", 5)
      const seen = last
      count(step())
      count(step())
      if (last > seen)
        exchange.open(`w${round % 60}`, "bullish", 5, { seenPrice: price(seen), maxMove: price(5) })
    }
    for (let rest = 0; rest < 61; rest += 1) count(step())
    const shareOf = ({ won, lost }: { won: number; lost: number }) => won / (won + lost)
    expect(sums.waited.won + sums.waited.lost).toBeGreaterThan(200)
    // Three standard deviations of as many fair coins; contracts that overlap share their walk.
    expect(Math.abs(shareOf(sums.waited) - shareOf(sums.atOnce))).toBeLessThan(0.1)
  })
})
