/**
 * State 2 → 3: halts are pauses; stops are not bounded yet, so none waits for its turn; no instrument has times; what is
 * remembered of a key is one text behind its name; open orders say whether they reduce only, which position they change, and what else a stop waits for; no stop trailed and no
 * contract ended.
 */

import type { Answer } from "../../answer.ts"
import { packKey } from "../../orders/key-memory.ts"
import { packAnswer } from "../../orders/small-answer.ts"
import { fieldsOf, listIn, type SavedFields } from "./saved-fields.ts"

/** `saved` isn't changed. A start of this release sets the bound of stops with its first command. */
export function from2to3(saved: SavedFields): SavedFields {
  const { halts: pauses, ...same } = saved
  const markets = listIn(saved, "markets").map((market) => ({
    ...withSides(market),
    reached: [],
    trailing: [],
  }))
  const keys = listIn(saved, "keys").flatMap(asTexts)
  const pricings = listIn(saved, "pricings").map((pricing) => ({ ...pricing, closing: null }))
  return { ...same, version: 3, stopsPerCommand: null, markets, pricings, pauses, keys }
}

function asTexts({ name, body, until, answer }: SavedFields): string[] {
  const given = fieldsOf(answer, "an answer") as unknown as Answer
  return [String(name), packKey({ until: Number(until), body: String(body), answer: packAnswer(given) })]
}

/** Where a market's open orders are, each a row of values. */
const ORDER_LISTS = ["buy", "sell", "rising", "falling"] as const

/** No order reduced only, none was of one side of a hedge, and stops waited for the last price. */
function withSides(market: SavedFields): SavedFields {
  const changed: Record<string, unknown> = { ...market }
  for (const name of ORDER_LISTS) {
    const rows = market[name]
    if (Array.isArray(rows)) changed[name] = rows.map((row: unknown[]) => [...row, false, null, null])
  }
  return changed
}
