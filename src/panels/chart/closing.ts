/** Closing a position from its line: asked about where orders are, sent once, and why it came to nothing. */

import { useState } from "react"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { closeWhole, forgetAction, positionActions } from "../../order-news/position-actions.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { useEscape } from "../../ui/use-escape.ts"

interface Closing {
  /**
   * - `asked`: waits for the answer to its question.
   * - `sending`, `asking`: something is under way with the position, from here or from the list; with `asking` no
   *   answer came, and the exchange is asked.
   */
  state: "still" | "asked" | "sending" | "asking"
  /** That the exchange is asked; undefined otherwise. */
  asking: string | undefined
  /** Why closing from here came to nothing. */
  refusal: string | undefined
  press: () => void
  confirm: () => void
  keep: () => void
  forgetRefusal: () => void
}

export function useClosing({ id, instrument, positionSide }: Position): Closing {
  const [isAsked, setIsAsked] = useState(false)
  // What a sheet of the list sent, that sheet tells.
  const [isFromHere, setIsFromHere] = useState(false)
  const action = useSnapshot(positionActions).byId[id]
  const isOver = action === undefined || action.state === "said"
  const state = isOver ? (isAsked ? "asked" : "still") : action.state
  const keep = () => setIsAsked(false)
  const forgetRefusal = () => {
    if (isFromHere) forgetAction(id)
    setIsFromHere(false)
  }
  useEscape(state === "asked", keep)
  const confirm = () => {
    setIsAsked(false)
    if (!isOver) return
    setIsFromHere(true)
    void closeWhole(id, { instrument, ...(positionSide !== "" && { positionSide }) })
  }
  return {
    state,
    asking: state === "asking" ? action?.text : undefined,
    refusal: isFromHere && action?.state === "said" ? action.text : undefined,
    press: () => {
      forgetRefusal()
      if (chosen(choices.all, "confirmOrders") === "on") setIsAsked(true)
      else confirm()
    },
    confirm,
    keep,
    forgetRefusal,
  }
}
