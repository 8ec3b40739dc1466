/** State 1 → 2: holders and their purses are accounts and their balances, stops are halts, answered orders say their kind. */

import { fieldsOf, listIn, type SavedFields } from "./saved-fields.ts"

/** `saved` isn't changed. Amounts, orders and all other sections are the same in both. */
export function from1to2(saved: SavedFields): SavedFields {
  const { holders: _, stops: halts, ...same } = saved
  const accounts = listIn(saved, "holders").map(({ account: id, purses: balances, ...fields }) => ({
    id,
    ...fields,
    balances,
  }))
  return { ...same, version: 2, accounts, halts, keys: listIn(saved, "keys").map(withKind) }
}

/** A remembered answer is given again as it was, so its order has to have today's fields; users traded spot only. */
function withKind(key: SavedFields): SavedFields {
  const answer = fieldsOf(key.answer, "an answer")
  const value = answer.value
  if (typeof value !== "object" || value === null || !("order" in value)) return key
  return {
    ...key,
    answer: { ...answer, value: { order: { kind: "spot", ...fieldsOf(value.order, "an order") } } },
  }
}
