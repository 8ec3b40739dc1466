/** What is told of an order before it is sent: cost (P11), margin (P18) and liquidation price (P25) after it. */

import { expect, test } from "vitest"
import { TIER_TABLES } from "../instrument/tier-tables.ts"
import { type Amount, fineOf, type Price8 } from "../money/units.ts"
import { liquidationPrices } from "./liquidation-price.ts"
import { marginTiers } from "./margin-tiers.ts"
import { type EstimatedAccount, estimateOrder } from "./order-estimate.ts"
import { applyFill, FLAT } from "./position.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const market = { mark: price(50_000), tick: 10_000_000n, tiers: marginTiers(TIER_TABLES.bitcoin) }
const held = (size: number) => applyFill(FLAT, { size: coins(size), price: price(50_000) }).position
const account = (fields: Partial<EstimatedAccount> = {}): EstimatedAccount => ({
  position: FLAT,
  backing: coins(0),
  isIsolated: true,
  leverage: 20,
  takerRate: 50_000n,
  ...fields,
})
const order = (size: number, at = 50_000) => ({ size: coins(size), price: price(at) })

test("an isolated opening: its margin stands behind it, the fee beside (P11, P25)", () => {
  const told = estimateOrder(account(), order(0.1), market)
  expect(told).toMatchObject({ fee: coins(2.5), backing: coins(250), realised: 0n })
  expect(told.cost).toEqual({ margin: coins(250), openLoss: 0n, fee: coins(2.5), cost: coins(252.5) })
  // (250 − 5,000) / (0.1 × 0.4 % − 0.1) = 47,690.76…
  expect(told.liquidation).toBe(price(47_690.8))
})

test("a reduction costs nothing and releases its share of the margin (P18)", () => {
  const before = account({ position: held(0.2), backing: coins(500) })
  const told = estimateOrder(before, order(-0.1, 51_000), market)
  expect(told).toMatchObject({ realised: coins(100), backing: coins(250), fee: coins(2.55) })
  expect(told.cost.cost).toBe(0n)
})

test("an order beyond the position turns it: the new side has its own margin alone", () => {
  const before = account({ position: held(0.1), backing: coins(900) })
  const told = estimateOrder(before, order(-0.3), market)
  expect(told).toMatchObject({ position: { size: coins(-0.2) }, backing: coins(500) })
  expect(told.cost.margin).toBe(coins(500))
})

test("cross: the wallet backs it, less the fee; nothing is liquidated where nothing is left", () => {
  const before = account({ isIsolated: false, backing: coins(1_000), position: held(0.1) })
  const told = estimateOrder(before, order(0.1), market)
  const after = { cushion: fineOf(coins(997.5)), positions: [held(0.2)], ...market }
  expect(told.backing).toBe(coins(997.5))
  expect(told.liquidation).toBe(liquidationPrices(after).falling)
  expect(estimateOrder(before, order(-0.1), market).liquidation).toBeUndefined()
})

test("hedge: the other side counts in the price", () => {
  const opposite = held(-0.1)
  const before = account({ isIsolated: false, backing: coins(100), opposite })
  const told = estimateOrder(before, order(0.2), market)
  const positions = [held(0.2), opposite]
  const { falling } = liquidationPrices({ cushion: fineOf(told.backing), positions, ...market })
  expect(told.liquidation).toBe(falling)
  expect(falling).not.toBe(estimateOrder({ ...before, opposite: undefined }, order(0.2), market).liquidation)
})
