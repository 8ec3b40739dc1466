/** A walk leads evenly to where it was sent, stays there, and goes on from where it is. */

import { expect, test } from "vitest"
import { PriceWalks } from "./price-walks.ts"

const factorAt = (walks: PriceWalks, index: string, now: number) => Math.exp(walks.logShift(index, now))

test("a price that nobody walks is on its own path", () => {
  const walks = new PriceWalks()
  walks.begin("BTC_USDT", { factor: 0.5, ms: 1000 }, 0)
  expect(walks.logShift("ETH_USDT", 500)).toBe(0)
})

test("it is there at its end and not before, and stays", () => {
  const walks = new PriceWalks()
  walks.begin("BTC_USDT", { factor: 0.81, ms: 1000 }, 5000)
  expect(factorAt(walks, "BTC_USDT", 4000)).toBe(1)
  expect(factorAt(walks, "BTC_USDT", 5500)).toBeCloseTo(0.9, 12)
  for (const now of [6000, 99_000]) expect(factorAt(walks, "BTC_USDT", now)).toBeCloseTo(0.81, 12)
})

test("a new walk begins where the last has come to: no price jumps", () => {
  const walks = new PriceWalks()
  walks.begin("BTC_USDT", { factor: 0.81, ms: 1000 }, 0)
  walks.begin("BTC_USDT", { factor: 1, ms: 100 }, 500)
  expect(factorAt(walks, "BTC_USDT", 500)).toBeCloseTo(0.9, 12)
  expect(factorAt(walks, "BTC_USDT", 600)).toBe(1)
})
