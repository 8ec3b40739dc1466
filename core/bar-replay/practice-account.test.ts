/** The practice account of a bar replay: its money adds up, it fills by its rules, and it never looks ahead. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { FEE_LEVELS } from "../instrument/fee-levels.ts"
import { tiersOf } from "../instrument/tier-tables.ts"
import { type Amount, fineOf, UNITS_PER_COIN } from "../money/units.ts"
import { marginTiers } from "../position/margin-tiers.ts"
import { PracticeAccount } from "./practice-account.ts"
import {
  halfSpread,
  type PracticeOrder,
  type PracticeRequest,
  type PracticeTerms,
  type ReplayBar,
} from "./practice-terms.ts"
import { replayResult } from "./replay-result.ts"

const [standard] = FEE_LEVELS
const SPOT: PracticeTerms = {
  tick: 1_000_000n,
  lot: 1_000n,
  fees: standard?.spot ?? { maker: 0n, taker: 0n },
  leverage: 1,
  isContract: false,
  tiers: [],
}
const contract = (leverage: number): PracticeTerms => ({
  ...SPOT,
  fees: standard?.perpetual ?? SPOT.fees,
  leverage,
  isContract: true,
  tiers: marginTiers(tiersOf({ leverageMax: 125 })),
})
const START = (10_000n * UNITS_PER_COIN) as Amount
const MINUTE = 60_000

/** Prices in ticks of 0.01: 1,000,000 is 10,000. */
const bar = (at: number, [open, high, low, close]: [number, number, number, number]): ReplayBar => ({
  time: at * MINUTE,
  end: (at + 1) * MINUTE,
  open,
  high,
  low,
  close,
})
const flat = (at: number, ticks: number) => bar(at, [ticks, ticks, ticks, ticks])
const order = (request: Partial<PracticeRequest>): PracticeRequest => ({
  side: "buy",
  kind: "market",
  lots: 10_000,
  ticks: 0,
  isCloseOnly: false,
  ...request,
})

/** `wallet = start + realised − fees + covered`, and the fills say the same as the sums. */
function expectAddsUp({ money, orders }: PracticeAccount): void {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
  expect(money.wallet).toBe(money.start + money.realised - money.fees + money.covered)
  expect(sum(money.fills.map(({ realised }) => realised))).toBe(money.realised)
  expect(sum(money.fills.map(({ fee }) => fee))).toBe(money.fees)
  // Cash of all fills, at exact prices, is what the closed and the open part say together.
  const cash = money.fills.map(
    ({ side, lots, ticks }) => (side === "buy" ? -1n : 1n) * money.value(lots, ticks),
  )
  expect(sum(cash) + money.position.cost).toBe(fineOf(money.realised as Amount) + money.position.carry)
  const lots = money.fills.reduce((all, fill) => all + (fill.side === "buy" ? fill.lots : -fill.lots), 0)
  expect(BigInt(lots) * money.terms.lot).toBe(money.position.size)
  if (lots === 0) {
    expect(sum(money.trades.map(({ realised }) => realised))).toBe(money.realised)
    expect(sum(money.trades.map(({ fees }) => fees))).toBe(money.fees)
    expect(orders.filter(({ isCloseOnly }) => isCloseOnly)).toEqual([])
  }
}

describe("an order", () => {
  test("by market fills at the next bar's open and half a spread, not at a price that was seen", () => {
    const account = new PracticeAccount(SPOT, START)
    account.play(flat(0, 1_000_000))
    expect(account.place(order({}), 1_000_000, MINUTE)).toBeUndefined()
    expect(account.money.fills).toEqual([])
    account.play(bar(1, [1_010_000, 1_020_000, 1_000_000, 1_005_000]))
    expect(account.money.fills).toMatchObject([{ time: MINUTE, ticks: 1_010_000 + 101, by: "market" }])
    // 0.1 of 10,101.01: 0.1 % of 1,010.101.
    expect(account.money.fees).toBe(101_010_100n)
    expectAddsUp(account)
  })

  test("with a limit isn't filled by a touch, and is by the tick behind it, at its own price and the maker's fee", () => {
    const account = new PracticeAccount(contract(10), START)
    account.place(order({ kind: "limit", ticks: 990_000 }), 1_000_000, 0)
    account.play(bar(0, [1_000_000, 1_000_000, 990_000, 995_000]))
    expect(account.money.fills).toEqual([])
    account.play(bar(1, [995_000, 996_000, 989_999, 990_500]))
    expect(account.money.fills).toMatchObject([{ ticks: 990_000, by: "limit", fee: 19_800_000n }])
  })

  test("with a limit that takes at the next open pays the taker's fee and the open's price", () => {
    const account = new PracticeAccount(contract(10), START)
    account.place(order({ kind: "limit", ticks: 1_010_000 }), 1_000_000, 0)
    account.play(flat(0, 1_000_000))
    expect(account.money.fills).toMatchObject([{ ticks: 1_000_100, fee: 50_005_000n }])
  })

  test("with a stop fills half a spread behind its price, or behind an open that passed it", () => {
    const touched = new PracticeAccount(contract(10), START)
    touched.place(order({ side: "sell", kind: "stop", ticks: 990_000 }), 1_000_000, 0)
    touched.play(bar(0, [1_000_000, 1_000_000, 990_000, 995_000]))
    expect(touched.money.fills).toMatchObject([{ ticks: 990_000 - 99, by: "stop" }])
    const passed = new PracticeAccount(contract(10), START)
    passed.place(order({ side: "sell", kind: "stop", ticks: 990_000 }), 1_000_000, 0)
    passed.play(flat(0, 980_000))
    expect(passed.money.fills).toMatchObject([{ ticks: 980_000 - 98 }])
  })

  test("to close only never turns the position, and is gone once there is nothing to close", () => {
    const account = new PracticeAccount(contract(10), START)
    expect(account.place(order({ side: "sell", isCloseOnly: true }), 1_000_000, 0)).toBe("CLOSE")
    account.place(order({}), 1_000_000, 0)
    account.play(flat(0, 1_000_000))
    account.place(
      order({ side: "sell", kind: "stop", ticks: 990_000, lots: 30_000, isCloseOnly: true }),
      1_000_000,
      1,
    )
    account.place(order({ side: "sell", kind: "limit", ticks: 1_020_000, isCloseOnly: true }), 1_000_000, 1)
    account.play(bar(1, [1_000_000, 1_030_000, 1_000_000, 1_025_000]))
    expect(account.money.heldLots).toBe(0)
    expect(account.orders).toEqual([])
    expectAddsUp(account)
  })

  test("is refused without the money, without coins to sell, and beyond what the leverage allows", () => {
    const spot = new PracticeAccount(SPOT, START)
    expect(spot.place(order({ lots: 100_001 }), 1_000_000, 0)).toBe("FUNDS")
    expect(spot.place(order({ side: "sell" }), 1_000_000, 0)).toBe("SHORT")
    expect(spot.place(order({ lots: 60_000, kind: "limit", ticks: 900_000 }), 1_000_000, 0)).toBeUndefined()
    // The first keeps its money.
    expect(spot.place(order({ lots: 60_000, kind: "limit", ticks: 900_000 }), 1_000_000, 0)).toBe("FUNDS")
    const rich = new PracticeAccount(contract(125), (START * 100n) as Amount)
    expect(rich.place(order({ lots: 1_010_000 }), 1_000_000, 0)).toBe("LEVERAGE")
  })
})

test("a position that falls to its maintenance margin is closed on the way, and nothing below zero is owed", () => {
  const account = new PracticeAccount(contract(100), START)
  account.place(order({ lots: 3_900_000 }), 1_000_000, 0)
  account.play(flat(0, 1_000_000))
  account.play(bar(1, [1_000_000, 1_000_000, 900_000, 950_000]))
  const [, closing] = account.money.fills
  expect(closing).toMatchObject({ side: "sell", lots: 3_900_000, by: "liquidation" })
  expect(closing?.ticks).toBeGreaterThan(960_000)
  expect(account.money.wallet).toBeGreaterThan(0n)
  expectAddsUp(account)
  const gap = new PracticeAccount(contract(100), START)
  gap.place(order({ lots: 3_900_000 }), 1_000_000, 0)
  gap.play(flat(0, 1_000_000))
  gap.play(flat(1, 900_000))
  expect(gap.money.wallet).toBe(0n)
  expect(gap.money.covered).toBeGreaterThan(0n)
  expectAddsUp(gap)
})

test("the result tells trades, wins, fees and the deepest fall", () => {
  const account = new PracticeAccount(contract(10), START)
  account.place(order({}), 1_000_000, 0)
  account.play(flat(0, 1_000_000))
  account.play(flat(1, 1_100_000))
  account.place(order({ side: "sell" }), 1_100_000, 2 * MINUTE)
  account.play(flat(2, 1_100_000))
  account.place(order({ side: "sell" }), 1_100_000, 3 * MINUTE)
  account.play(flat(3, 1_100_000))
  account.place(order({ isCloseOnly: true }), 1_150_000, 4 * MINUTE)
  account.play(flat(4, 1_150_000))
  const result = replayResult(account, 1_150_000)
  expect(result).toMatchObject({ trades: 2, won: 1, winRate: 50_000_000n, open: 0n })
  expect(result.net).toBe(result.realised - result.fees)
  expect(result.drawdown).toBeGreaterThan(0n)
  expect(account.money.trades).toMatchObject([
    { side: "long", entry: 1_000_100_000_000n, exit: 1_099_890_000_000n, lots: 10_000 },
    { side: "short", lots: 10_000 },
  ])
})

/** A walk of bars, each beginning near the close before it, and orders between them. */
const price = fc.integer({ min: 1, max: 3_000_000 })
const shape = fc.record({
  gap: fc.integer({ min: -3_000, max: 3_000 }),
  move: fc.integer({ min: -60_000, max: 60_000 }),
  above: fc.nat(40_000),
  below: fc.nat(40_000),
})
const request = fc.record({
  at: fc.nat(24),
  side: fc.constantFrom("buy" as const, "sell" as const),
  kind: fc.constantFrom("market" as const, "limit" as const, "stop" as const),
  lots: fc.integer({ min: 1, max: 200_000 }),
  away: fc.integer({ min: -60_000, max: 60_000 }),
  isCloseOnly: fc.boolean(),
})
const run = fc.record({
  first: fc.integer({ min: 100_000, max: 2_000_000 }),
  shapes: fc.array(shape, { minLength: 25, maxLength: 25 }),
  requests: fc.array(request, { maxLength: 20 }),
  leverage: fc.constantFrom(0, 1, 3, 20, 125),
})

function barsOf({
  first,
  shapes,
}: {
  first: number
  shapes: { gap: number; move: number; above: number; below: number }[]
}) {
  let last = first
  return shapes.map(({ gap, move, above, below }, at) => {
    const open = Math.max(1, last + gap)
    const close = Math.max(1, open + move)
    last = close
    return bar(at, [open, Math.max(open, close) + above, Math.max(1, Math.min(open, close) - below), close])
  })
}

type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

function played(
  seed: Run,
  bars: readonly ReplayBar[],
  check?: (account: PracticeAccount) => void,
): PracticeAccount {
  const account = new PracticeAccount(seed.leverage === 0 ? SPOT : contract(seed.leverage), START)
  let last = seed.first
  for (const [at, each] of bars.entries()) {
    for (const { away, ...wanted } of seed.requests.filter((one) => one.at === at)) {
      const ticks = wanted.kind === "market" ? 0 : Math.max(1, last + away)
      account.place({ ...wanted, ticks }, last, each.time)
    }
    account.play(each)
    check?.(account)
    last = each.close
  }
  return account
}

test("cash, profits and fees add up exactly after every bar, whatever is ordered", () => {
  fc.assert(
    fc.property(run, (seed) => {
      played(seed, barsOf(seed), (account) => {
        expectAddsUp(account)
        expect(account.money.wallet).toBeGreaterThanOrEqual(account.money.position.size === 0n ? 0n : -START)
        if (seed.leverage === 0) expect(account.money.available(1)).toBeGreaterThanOrEqual(0n)
      })
    }),
  )
})

test("what takes never fills outside of its bar by more than half a spread, and a limit never worse than it says", () => {
  fc.assert(
    fc.property(run, (seed) => {
      const bars = barsOf(seed)
      const limits = new Map<number, PracticeOrder>()
      const account = played(seed, bars, ({ orders }) => {
        for (const each of orders) limits.set(each.ticks, each)
      })
      for (const { time, side, ticks, by } of account.money.fills) {
        const own = bars[time / MINUTE] ?? flat(0, 0)
        const isTaking = by !== "limit" || !limits.has(ticks)
        // The open may have gone past a limit that stood: it fills where it stood, and that is no better.
        if (!isTaking) expect(side === "buy" ? own.low < ticks : own.high > ticks).toBe(true)
        else {
          expect(ticks).toBeGreaterThanOrEqual(Math.max(1, own.low - halfSpread(own.low)))
          expect(ticks).toBeLessThanOrEqual(own.high + halfSpread(own.high))
        }
      }
    }),
  )
})

test("the same bars and orders give the same account, and later bars change nothing of earlier ones", () => {
  fc.assert(
    fc.property(run, fc.nat(24), price, (seed, until, other) => {
      const bars = barsOf(seed)
      const whole = played(seed, bars)
      expect(told(played(seed, bars))).toEqual(told(whole))
      const changed = bars.map((each, at) => (at <= until ? each : flat(at, other)))
      const upTo = (account: PracticeAccount) => ({
        fills: account.money.fills.filter(({ time }) => time <= until * MINUTE),
        points: account.worth.points.slice(0, until + 1),
      })
      expect(upTo(played(seed, changed))).toEqual(upTo(whole))
    }),
  )
})

const told = ({ money, worth, orders, dropped }: PracticeAccount) => [
  [money.fills, money.trades, money.position.size, money.wallet],
  [worth.points, worth.drawdown, orders, dropped],
]
