/**
 * The tree of hashes and sums that proves what the exchange owes: each leaf is one user's amount of a currency, each node
 * the hash and the sum of the two below it. Whoever finds his own amount under the published root knows that the published
 * total counts it.
 */

import { formatAmount } from "../money/steps.ts"
import type { Amount } from "../money/units.ts"

/** What the exchange owed one user of one currency at one moment. */
export interface Liability {
  /** The number by which the proof is published. */
  proof: number
  currency: string
  /** Public number of the user. */
  uid: string
  /** Random, 32 hex digits: without it nobody could tell whose a leaf is by trying numbers and amounts. */
  nonce: string
  /** 1e-8, above zero. */
  amount: Amount
}

/** A leaf or node: the hash of its text, and the sum of all amounts below it. */
export interface SumNode {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string
  /** 1e-8. */
  sum: Amount
}

/** The node beside one's own on the way up, and on which side it stands. */
export interface PathStep extends SumNode {
  side: "left" | "right"
}

/** What is hashed for a leaf. */
export const leafText = ({ proof, currency, uid, nonce, amount }: Liability): string =>
  `saker-reserves-leaf 1|${proof}|${currency}|${uid}|${nonce}|${formatAmount(amount)}`

/** What is hashed for a node: both sums stand in it, so none can be changed without changing the root. */
const nodeText = (left: SumNode, right: SumNode): string =>
  `saker-reserves-node 1|${left.hash}|${formatAmount(left.sum)}|${right.hash}|${formatAmount(right.sum)}`

/**
 * All levels, the leaves first and the root last. A node without a neighbour goes up as it is.
 *
 * @throws RangeError without leaves
 */
export function buildLevels(leaves: readonly SumNode[], sha256: (text: string) => string): SumNode[][] {
  if (leaves.length === 0) throw new RangeError("a tree needs a leaf")
  const levels = [[...leaves]]
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const above: SumNode[] = []
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place], level[place + 1]]
      if (!left) continue
      above.push(
        right ? { hash: sha256(nodeText(left, right)), sum: (left.sum + right.sum) as Amount } : left,
      )
    }
    levels.push(above)
  }
  return levels
}

/** The nodes beside the way from this leaf to the root, lowest first. */
export function pathFrom(levels: readonly (readonly SumNode[])[], leaf: number): PathStep[] {
  const path: PathStep[] = []
  let place = leaf
  for (const level of levels.slice(0, -1)) {
    const beside = level[place ^ 1]
    if (beside) path.push({ ...beside, side: place % 2 === 0 ? "right" : "left" })
    place >>= 1
  }
  return path
}

/** How a check of one's own amount ended. */
export type PathFault = "negative-sum" | "other-root" | "other-total"

/**
 * Computes the way from one's own amount to the root anew. Undefined: it holds, the published total counts the amount.
 * A sum below zero anywhere would let others' amounts vanish, so it is a fault of its own.
 *
 * @param sha256 of a text in UTF-8, as 64 lower-case hex digits
 */
export async function checkPath(
  own: Liability,
  path: readonly PathStep[],
  published: { root: string; total: Amount },
  sha256: (text: string) => Promise<string>,
): Promise<PathFault | undefined> {
  let node: SumNode = { hash: await sha256(leafText(own)), sum: own.amount }
  if (own.amount <= 0n || path.some(({ sum }) => sum <= 0n)) return "negative-sum"
  for (const { side, ...beside } of path) {
    const [left, right] = side === "left" ? [beside, node] : [node, beside]
    node = { hash: await sha256(nodeText(left, right)), sum: (left.sum + right.sum) as Amount }
  }
  if (node.hash !== published.root) return "other-root"
  return node.sum === published.total ? undefined : "other-total"
}
