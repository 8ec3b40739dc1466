/** Closing a position from its line: asked about where orders are, sent once, and why it came to nothing. */

import i18next from "i18next"
import { useState } from "react"
import type { Position } from "#core/wire/contract.ts"
import { closePosition } from "#core/wire/contract-close-calls.ts"
import { call } from "../../api/call.ts"
import { sendOrderOnce } from "../../api/change-position.ts"
import { sayOrder } from "../../order-news/order-news.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { market } from "../../stores/market-store.ts"
import { useEscape } from "./moved-line.ts"

interface Closing {
  /** `asked`: waits for the answer to its question. */
  state: "still" | "asked" | "sending"
  refusal: string | undefined
  press: () => void
  confirm: () => void
  keep: () => void
  forgetRefusal: () => void
}

export function useClosing(position: Position): Closing {
  const [state, setState] = useState<Closing["state"]>("still")
  const [refusal, setRefusal] = useState<string>()
  const keep = () => setState("still")
  useEscape(state === "asked", keep)
  const confirm = async () => {
    if (state === "sending") return
    setRefusal(undefined)
    setState("sending")
    setRefusal(await closeByMarket(position))
    setState("still")
  }
  return {
    state,
    refusal,
    press: () => {
      setRefusal(undefined)
      if (chosen(choices.all, "confirmOrders") === "on") setState("asked")
      else void confirm()
    },
    confirm: () => void confirm(),
    keep,
    forgetRefusal: () => setRefusal(undefined),
  }
}

/** All of it, by market. Answers why it didn't go through; undefined: it did, and a toast has said so. */
async function closeByMarket({ instrument, positionSide }: Position): Promise<string | undefined> {
  const slot = positionSide === "" ? {} : { positionSide }
  const change = await sendOrderOnce((sent) => call(closePosition, { instrument, ...slot, ...sent }), {
    serverNow: Date.now() + market.connection.clockOffset,
    onAsking: () => undefined,
  })
  if (change.kind === "refused") return change.text
  if (change.kind !== "done") return i18next.t(`positions:${change.kind}`)
  await sayOrder(change.data)
  return undefined
}
