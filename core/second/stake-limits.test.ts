/** What one user may open: each limit at its edge, and their order (O5). */

import { expect, test } from "vitest"
import type { Amount } from "../money/units.ts"
import {
  checkStake,
  countedLoss,
  OPEN_CONTRACTS_MAX,
  OPEN_STAKES_MAX,
  type StakeStanding,
} from "./stake-limits.ts"

const usdt = (count: number) => BigInt(count * 1e8) as Amount
const PERIOD = { minStake: usdt(5), maxStake: usdt(5_000) }
const check = (standing: Partial<StakeStanding>, stake: number) =>
  checkStake(
    { openContracts: 0, openStakes: usdt(0), dayLoss: usdt(0), lossLimit: undefined, ...standing },
    usdt(stake),
    PERIOD,
  )?.name

test("each limit holds at its edge, the first that is broken is told", () => {
  expect(check({ openContracts: OPEN_CONTRACTS_MAX - 1 }, 5)).toBeUndefined()
  expect(check({ openContracts: OPEN_CONTRACTS_MAX }, 1)).toBe("OPEN_CONTRACTS")
  expect(check({ openStakes: OPEN_STAKES_MAX }, 4)).toBe("STAKE_RANGE")
  expect(check({}, 5_001)).toBe("STAKE_RANGE")
  expect(check({ openStakes: (OPEN_STAKES_MAX - usdt(5)) as Amount }, 5)).toBeUndefined()
  expect(check({ openStakes: (OPEN_STAKES_MAX - usdt(5)) as Amount, lossLimit: usdt(1) }, 6)).toBe(
    "OPEN_STAKES",
  )
})

test("lost, open and this stake together stay within the daily limit; a won day counts as nothing lost", () => {
  const standing = { dayLoss: usdt(60), openStakes: usdt(100), lossLimit: usdt(200) }
  expect(check(standing, 40)).toBeUndefined()
  expect(check(standing, 41)).toBe("DAILY_LOSS")
  expect(check({ dayLoss: usdt(-500), lossLimit: usdt(200) }, 201)).toBe("DAILY_LOSS")
  expect(countedLoss({ dayLoss: usdt(-500) })).toBe(0n)
  expect(check({ dayLoss: usdt(5_000) }, 5_000)).toBeUndefined()
})
