/** Keys of a desk that end something of the market on screen: its open orders, its position. Each only where it is armed. */

import { useRef } from "react"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { cancelAll } from "../order-news/order-actions.ts"
import { closeWhole } from "../order-news/position-actions.ts"
import { account } from "../stores/account-store.ts"
import { useMoneyKey } from "../ticket/money-key.ts"

export function useDeskKeys({ id, kind }: Pick<TradedMarket, "id" | "kind">): void {
  const positions = useSnapshot(account).positions as readonly Position[]
  const here = positions.filter(({ instrument }) => instrument === id)
  const isCancelling = useRef(false)
  const cancel = () => {
    if (isCancelling.current) return
    isCancelling.current = true
    void cancelAll(kind, id).finally(() => {
      isCancelling.current = false
    })
  }
  // One that is under way already isn't sent again (position-actions.ts).
  const close = () => {
    for (const { id: position, instrument, positionSide } of here)
      void closeWhole(position, { instrument, ...(positionSide !== "" && { positionSide }) })
  }
  // Whatever the page has heard of so far: an order that was just sent may stand at the server already.
  useMoneyKey("cancelAll", cancel)
  useMoneyKey("closeHere", here.length > 0 ? close : undefined)
}
