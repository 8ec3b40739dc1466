/** Sparklines are read as often as they should be, whatever the device's clock does. */

import { expect, test } from "vitest"
import { SparklineFeed } from "./sparkline-feed.ts"

const SPOT = new Set(["spot"] as const)
const settle = () => new Promise((resolve) => setImmediate(resolve))

test("prices of a day are read once a minute, sooner where that failed, and at once when the clock was set back", async () => {
  let now = 10_000_000
  let isDown = true
  let asked = 0
  const feed = new SparklineFeed({
    changed: () => {},
    now: () => now,
    fetchSparklines: async () => {
      asked += 1
      return isDown ? undefined : { rows: [["BTC_USDT", ["1", "2"]]] }
    },
  } as ConstructorParameters<typeof SparklineFeed>[0])
  const look = async (at: number) => {
    now = at
    feed.watch(SPOT, now)
    await settle()
  }
  await look(10_000_000)
  await look(10_004_000)
  expect(asked).toBe(1)
  isDown = false
  await look(10_005_000)
  await look(10_060_000)
  expect(asked).toBe(2)
  expect([...(feed.takeFresh().get("BTC_USDT") ?? [])]).toEqual([1, 2])
  await look(10_065_000)
  expect(asked).toBe(3)
  await look(1_000)
  await look(2_000)
  expect(asked).toBe(4)
})
