/** What stands in the form: refused in the exchange's order and words, and what it comes to. */

import { expect, test } from "vitest"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { SecondMarket } from "#core/wire/market.ts"
import {
  largestStake,
  maxMoveOf,
  type Period,
  periodOf,
  quickStakes,
  type SecondInput,
  secondDraft,
  shutReason,
  standingOf,
  steppedStake,
} from "./second-draft.ts"

const period = { seconds: 60, payoutRate: "0.82", minStake: "5", maxStake: "5000" } as Period
const none = { limit: "", lost: "0", won: "0" } as const
const input = (change: Partial<SecondInput> = {}): SecondInput => ({
  ...{ typed: "33.33333333", mark: ".", period, standing: standingOf([], none), available: unitsOf("1000") },
  ...change,
})
const refused = (change: Partial<SecondInput>) => {
  const { problem } = secondDraft(input(change))
  return problem?.kind === "refusal" ? problem.problem : problem?.kind
}

test("a stake comes to the profit that the rate locks, rounded down", () => {
  const draft = secondDraft(input())
  expect(draft.problem).toBeUndefined()
  expect(draft.stakeText).toBe("33.33333333")
  expect(formatAmount(draft.profit ?? 0n)).toBe("27.33333333")
})

test("the limits refuse in their order: twenty open, range, open stakes, the day's loss, then the money", () => {
  const open = (count: number, stake: string) => standingOf(Array(count).fill({ stake }), none)
  expect(refused({ standing: open(20, "1") })).toMatchObject({ name: "OPEN_CONTRACTS" })
  expect(refused({ typed: "4.99" })).toMatchObject({ name: "STAKE_RANGE", values: { min: "5", max: "5000" } })
  expect(refused({ typed: "5001" })).toMatchObject({ name: "STAKE_RANGE" })
  expect(refused({ typed: "1000", standing: open(4, "4800") })).toMatchObject({ name: "OPEN_STAKES" })
  const limited = standingOf([{ stake: "50" as never }], { limit: "200", lost: "90", won: "41" } as never)
  expect(refused({ typed: "102", standing: limited })).toMatchObject({ name: "DAILY_LOSS" })
  expect(refused({ typed: "101", standing: limited })).toBeUndefined()
  expect(refused({ typed: "1000.01" })).toBe("lacks")
  expect(refused({ typed: "" })).toBeUndefined()
  expect(refused({ typed: "1,234" })).toBe("ambiguous")
})

test("a day that won gives no room beyond the limit", () => {
  const won = standingOf([], { limit: "100", lost: "0", won: "500" } as never)
  expect(refused({ typed: "100", standing: won })).toBeUndefined()
  expect(refused({ typed: "100.01", standing: won })).toMatchObject({ name: "DAILY_LOSS" })
})

test("the most that may be staked keeps every limit, and is nothing below the least", () => {
  const most = (change: Partial<SecondInput>) => formatAmount(largestStake(input(change)))
  expect(most({})).toBe("1000")
  expect(most({ available: unitsOf("9000") })).toBe("5000")
  expect(
    most({
      standing: standingOf([{ stake: "50" as never }], { limit: "200", lost: "90", won: "41" } as never),
    }),
  ).toBe("101")
  expect(most({ available: unitsOf("4.99") })).toBe("0")
  const draft = secondDraft(input({ typed: most({}) }))
  expect(draft.problem).toBeUndefined()
})

test("quick amounts lie within the range; a step keeps to it", () => {
  expect(quickStakes(period)).toEqual(["10", "50", "100"])
  expect(quickStakes({ ...period, minStake: "20", maxStake: "60" } as Period)).toEqual(["50"])
  expect(steppedStake("", ".", 1, period)).toBe("5")
  expect(steppedStake("5", ".", -1, period)).toBe("5")
  expect(steppedStake("100", ".", 1, period)).toBe("110")
  expect(steppedStake("100", ".", -1, period)).toBe("95")
  expect(steppedStake("5000", ".", 10, period)).toBe("5000")
})

test("the open price may move by a thousandth, in ticks, and never less than five of them", () => {
  expect(maxMoveOf("69382.77995783", "0.01")).toBe("69.38")
  expect(maxMoveOf("0.15405", "0.00001")).toBe("0.00015")
  expect(maxMoveOf("0.01", "0.00001")).toBe("0.00005")
})

test("a market without the chosen period offers its first", () => {
  const market = { periods: [period, { ...period, seconds: 120 }] } as SecondMarket
  expect(periodOf(market, 120)?.seconds).toBe(120)
  expect(periodOf(market, 45)?.seconds).toBe(60)
})

test("it is shut for the worst reason, and open without one", () => {
  const live = {
    connection: { state: "open", clockError: 9 },
    isStale: false,
    isOpen: true,
    isAccountLive: true,
  }
  expect(shutReason(live)).toBeUndefined()
  expect(shutReason({ ...live, isAccountLive: false })).toBe("account")
  expect(shutReason({ ...live, connection: { state: "open", clockError: null } })).toBe("clock")
  expect(shutReason({ ...live, isStale: true })).toBe("stale")
  expect(shutReason({ ...live, isOpen: false, isStale: true })).toBe("halted")
  expect(shutReason({ ...live, connection: { state: "offline", clockError: 9 }, isOpen: false })).toBe(
    "offline",
  )
})
