/** Each position's place in the line of deleveraging (P30): asked for while positions are shown, kept by their id. */

import { useEffect } from "react"
import { proxy, useSnapshot } from "valtio"
import { positions as positionsCall } from "#core/wire/contract-position-calls.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import { useAnswer } from "../../api/query.ts"

/** The exchange ranks anew every few seconds. */
const ASK_EVERY_MS = 10_000

/** From 1 to 5, 5 goes first. A row follows its own alone. */
const lights = proxy<{ byId: Record<number, number> }>({ byId: {} })

keepsPrivateAnswers(() => {
  lights.byId = {}
})

/** 0: not ranked so far. */
export const useLight = (id: number): number => useSnapshot(lights).byId[id] ?? 0

/** Keeps the lights of all open positions; draws nothing. */
export function FollowLights() {
  const { data } = useAnswer(positionsCall, {}, true, ASK_EVERY_MS, 0)
  useEffect(() => {
    if (data) lights.byId = Object.fromEntries(data.rows.map((row) => [row.id, row.deleveragingLight]))
  }, [data])
  return null
}
