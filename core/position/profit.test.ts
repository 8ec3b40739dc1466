/** Profit of open and closed positions (P9). */

import { expect, test } from "vitest"
import type { Amount, Price8 } from "../money/units.ts"
import { applyFill, FLAT } from "./position.ts"
import { type ClosedPosition, netProfit, netProfitRatio, returnOnEquity, unrealisedProfit } from "./profit.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const opened = (size: number, at: number) => applyFill(FLAT, { size: coins(size), price: price(at) }).position

test.each([
  ["a long gains as the mark rises", 0.4, 6_000, 7_000, 400],
  ["a long loses as it falls", 0.4, 6_000, 5_000, -400],
  ["a short gains as it falls", -0.4, 6_000, 5_000, 400],
  ["a short loses as it rises", -0.4, 6_000, 7_000, -400],
])("unrealised profit: %s (P9)", (_, size, entry, mark, profit) => {
  expect(unrealisedProfit(opened(size, entry), price(mark))).toBe(coins(profit) * 10n ** 8n)
})

test("the return on equity is measured at the entry value (P9)", () => {
  expect(returnOnEquity(opened(0.1, 50_000), price(51_000), 20)).toBe(40_000_000n)
  expect(returnOnEquity(opened(-0.1, 50_000), price(51_000), 5)).toBe(-10_000_000n)
  expect(returnOnEquity(opened(3, 3), price(3.1), 1)).toBe(3_333_333n)
  expect(returnOnEquity(FLAT, price(1), 1)).toBeUndefined()
})

test.each<[string, Partial<ClosedPosition>, number, number]>([
  ["a long that gained and was paid funding", { fundingReceived: coins(1) }, 3.6925, 6_138_820],
  ["the same at three times the leverage", { fundingReceived: coins(1), leverage: 3 }, 3.6925, 18_416_459],
  ["one that paid funding", { fundingPaid: coins(1) }, 1.6925, 2_813_799],
  [
    "a short that lost",
    { isLong: false, realised: coins(-3), closingFee: coins(0.1575) },
    -3.3075,
    -5_526_316,
  ],
])("the record of a closed position is net of fees and funding: %s (P9)", (_, fields, net, ratio) => {
  const closed: ClosedPosition = {
    isLong: true,
    leverage: 1,
    openValue: coins(60),
    realised: coins(3),
    openingFee: coins(0.15),
    closingFee: coins(0.1575),
    fundingReceived: coins(0),
    fundingPaid: coins(0),
    ...fields,
  }
  expect(netProfit(closed)).toBe(coins(net))
  expect(netProfitRatio(closed)).toBe(BigInt(ratio))
})
