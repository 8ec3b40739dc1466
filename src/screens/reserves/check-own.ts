/** Checks in the browser, without trusting the exchange, that one's own amounts are counted in the published sums. */

import { unitsOf } from "#core/money/steps.ts"
import { checkPath, type PathFault } from "#core/reserves/sum-tree.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { reserveProof, reserves } from "#core/wire/reserve-calls.ts"
import { browserSha256 } from "../../api/browser-sha256.ts"

export type Published = ResponseOf<typeof reserves>
export type OwnProof = ResponseOf<typeof reserveProof>

/** `fault` left out: the published total counts the amount. `steps`: how far below the root its leaf stands. */
export interface CheckedAmount {
  currency: string
  amount: string
  steps: number
  fault?: PathFault | "not-published"
}

/** Undefined: this browser hashes nothing on a page without encryption. */
export async function checkOwn(own: OwnProof, published: Published): Promise<CheckedAmount[] | undefined> {
  const sha256 = browserSha256()
  if (!sha256) return undefined
  const checked: CheckedAmount[] = []
  for (const { currency, amount, nonce, path } of own.rows) {
    const total = published.rows.find((row) => row.currency === currency)
    const fault = total
      ? await checkPath(
          { proof: own.proof, currency, uid: own.uid, nonce, amount: unitsOf(amount) },
          path.map((step) => ({ ...step, sum: unitsOf(step.sum) })),
          { root: total.root, total: unitsOf(total.liabilities) },
          sha256,
        )
      : ("not-published" as const)
    checked.push({ currency, amount, steps: path.length, ...(fault && { fault }) })
  }
  return checked
}
