/** The tree that proves what is owed: every leaf leads to the root, and nothing that was changed does (D12). */

import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Amount } from "../money/units.ts"
import { buildLevels, checkPath, type Liability, leafText, pathFrom } from "./sum-tree.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const later = async (text: string) => sha256(text)

const owed = (amounts: readonly bigint[]): Liability[] =>
  amounts.map((amount, place) => ({
    ...{
      proof: 7,
      currency: "USDT",
      uid: String(10_000_000 + place),
      nonce: String(place).padStart(32, "0"),
    },
    amount: amount as Amount,
  }))
const treeOf = (liabilities: readonly Liability[]) =>
  buildLevels(
    liabilities.map((each) => ({ hash: sha256(leafText(each)), sum: each.amount })),
    sha256,
  )
const publishedOf = (levels: ReturnType<typeof treeOf>) => {
  const [root] = levels.at(-1) ?? []
  if (!root) throw new Error("no root")
  return { root: root.hash, total: root.sum }
}

const amounts = fc.array(fc.bigInt(1n, 10n ** 20n), { minLength: 1, maxLength: 70 })

describe("a tree of liabilities", () => {
  test("a single leaf is its own root, and needs no path", async () => {
    const [own] = owed([250n])
    const levels = treeOf(owed([250n]))
    expect(pathFrom(levels, 0)).toEqual([])
    if (own) expect(await checkPath(own, [], publishedOf(levels), later)).toBeUndefined()
  })

  test("every leaf of every tree leads to its root, whose total is the sum of all", async () => {
    await fc.assert(
      fc.asyncProperty(amounts, async (given) => {
        const liabilities = owed(given)
        const levels = treeOf(liabilities)
        const published = publishedOf(levels)
        expect(published.total).toBe(given.reduce((sum, each) => sum + each, 0n))
        for (const [place, own] of liabilities.entries())
          expect(await checkPath(own, pathFrom(levels, place), published, later)).toBeUndefined()
      }),
      { numRuns: 40 },
    )
  })

  test("a leaf with another amount, nonce, number or proof leads elsewhere", async () => {
    const liabilities = owed([5n, 7n, 11n])
    const levels = treeOf(liabilities)
    const [, own] = liabilities
    if (!own) throw new Error("no leaf")
    const changed: Partial<Liability>[] = [
      { amount: 8n as Amount },
      { nonce: "f".repeat(32) },
      { uid: "10000009" },
      { proof: 8 },
      { currency: "BTC" },
    ]
    for (const each of changed)
      expect(await checkPath({ ...own, ...each }, pathFrom(levels, 1), publishedOf(levels), later)).toBe(
        "other-root",
      )
  })

  test("a total that doesn't count everybody is told, and so is a sum below zero on the way", async () => {
    const liabilities = owed([5n, 7n, 11n])
    const levels = treeOf(liabilities)
    const { root, total } = publishedOf(levels)
    const [own] = liabilities
    if (!own) throw new Error("no leaf")
    const path = pathFrom(levels, 0)
    expect(await checkPath(own, path, { root, total: (total - 1n) as Amount }, later)).toBe("other-total")
    const sunk = path.map((step) => ({ ...step, sum: -step.sum as Amount }))
    expect(await checkPath(own, sunk, { root, total }, later)).toBe("negative-sum")
  })

  test("without leaves there is no tree", () => {
    expect(() => buildLevels([], sha256)).toThrow(RangeError)
  })
})
