/** Keys of a desk that end something of the market on screen: its open orders or the newest of them, its position. Each only where it is armed. */

import i18next from "i18next"
import { useRef } from "react"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { cancelAll, cancelOne, orderActions } from "../order-news/order-actions.ts"
import { closeWhole } from "../order-news/position-actions.ts"
import { account, openOrdersOf } from "../stores/account-store.ts"
import { useMoneyKey } from "../ticket/money-key.ts"
import { sending } from "../ticket/order-sending.ts"
import { showToast } from "../ui/toaster.ts"

export function useDeskKeys({ id, kind }: Pick<TradedMarket, "id" | "kind">): void {
  const positions = useSnapshot(account).positions as readonly Position[]
  const here = positions.filter(({ instrument }) => instrument === id)
  const isCancelling = useRef(false)
  const lastCancelled = useRef<OwnOrder["id"]>(undefined)
  const cancel = () => {
    if (isCancelling.current) return
    isCancelling.current = true
    void cancelAll(kind, id).finally(() => {
      isCancelling.current = false
    })
  }
  // The newest that is seen: none while another is on its way, and each once, also before its row has gone.
  const cancelLast = async () => {
    if (sending.state !== "idle") return showToast("info", i18next.t("trade:keys.lastBusy"))
    const newest = newestOf(openOrdersOf(id).orders as readonly OwnOrder[])
    if (!newest || lastCancelled.current === newest.id) return
    lastCancelled.current = newest.id
    await cancelOne(newest)
    const text = orderActions.byId[newest.id]?.text
    if (text === undefined) return
    // Its row may not be on screen.
    showToast("failure", text)
    lastCancelled.current = undefined
  }
  // One that is under way already isn't sent again (position-actions.ts).
  const close = () => {
    for (const { id: position, instrument, positionSide } of here)
      void closeWhole(position, { instrument, ...(positionSide !== "" && { positionSide }) })
  }
  // Whatever the page has heard of so far: an order that was just sent may stand at the server already.
  useMoneyKey("cancelAll", cancel)
  useMoneyKey("cancelLast", () => void cancelLast())
  useMoneyKey("closeHere", here.length > 0 ? close : undefined)
}

/** Ids rise with the orders of the exchange. */
const newestOf = (orders: readonly OwnOrder[]): OwnOrder | undefined =>
  orders.toSorted((a, b) => b.id - a.id)[0]
