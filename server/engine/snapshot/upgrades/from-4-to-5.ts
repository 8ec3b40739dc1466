/** State 4 → 5: there are deposits and withdrawals, and AI products; none of them yet. */

import type { SavedFields } from "./saved-fields.ts"

/** `saved` isn't changed. */
export function from4to5(saved: SavedFields): SavedFields {
  const custody = {
    ...{ nextDeposit: 1, nextWithdrawal: 1, dropped: 0, deposits: [], finals: [], withdrawals: [] },
    ...{ uses: [], claims: [], costs: [], closed: [], frozen: null },
  }
  return { ...saved, version: 5, ai: { nextId: 1, products: [], holdings: [] }, custody }
}
