/** Does the size that follows from a risk lose that amount at the stop, and never more? */

import { describe, expect, test } from "vitest"
import { spot } from "#tests/support/page-scene.tsx"
import { riskSize } from "./risk-size.ts"
import { instrumentOf } from "./spot-order.ts"

/** Steps of 0.1 and 0.00001. */
const instrument = instrumentOf(spot)
const coins = (amount: number) => BigInt(Math.round(amount * 1e8))

describe("the size from a risk", () => {
  test.each([
    // 1,000 below the price: 20 USDT are 0.02 BTC
    ["a buy", { side: "buy", entry: 670_000, stop: 660_000, risk: coins(20), rate: 0n }, 2000, "20"],
    ["a sale", { side: "sell", entry: 670_000, stop: 680_000, risk: coins(20), rate: 0n }, 2000, "20"],
    // 1,000 and 67 + 66 of fees a coin: 20 / 1,133
    ["with fees", { side: "buy", entry: 670_000, stop: 660_000, risk: coins(20), rate: 100_000n }, 1765, ""],
  ] as const)("of %s is what loses so much at the stop", (_what, order, lots, loss) => {
    const found = riskSize(instrument, order)
    expect(found).toMatchObject({ kind: "size", lots })
    if (found.kind !== "size") return
    expect(found.loss <= order.risk).toBe(true)
    if (loss) expect(found.loss).toBe(coins(Number(loss)))
  })

  test("is none where the stop would win, or one lot loses more", () => {
    const order = { side: "buy", entry: 670_000, stop: 670_000, risk: coins(20), rate: 0n } as const
    expect(riskSize(instrument, order)).toEqual({ kind: "wrong-side" })
    expect(riskSize(instrument, { ...order, stop: 660_000, risk: 1n })).toEqual({ kind: "too-little" })
  })
})
