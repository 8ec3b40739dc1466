/** The table of coins and chains holds together (D1, D3). */

import { expect, test } from "vitest"
import { CHAIN_ASSETS, CHAINS, chainAssetOf } from "./chain-assets.ts"

test("each pair is listed once, each chain has one, and its numbers go together", () => {
  const pairs = CHAIN_ASSETS.map(({ chain, currency }) => `${chain} ${currency}`)
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(new Set(CHAIN_ASSETS.map(({ chain }) => chain))).toEqual(new Set(CHAINS))
  for (const asset of CHAIN_ASSETS) {
    expect(chainAssetOf(asset.chain, asset.currency)).toBe(asset)
    expect(asset.creditAfter).toBeGreaterThan(0)
    expect(asset.finalAfter).toBeGreaterThan(asset.creditAfter)
    expect(asset.minDeposit).toBeGreaterThan(0n)
    expect(asset.minWithdrawal).toBeGreaterThan(asset.withdrawalFee)
  }
  expect(chainAssetOf("tron", "BTC")).toBeUndefined()
})
