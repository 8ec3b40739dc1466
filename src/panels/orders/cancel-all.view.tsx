/** Cancels all open orders. After one question that says which: of this market, or of all. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedKind } from "#core/wire/private-rows.ts"
import { cancelAll } from "../../order-news/order-actions.ts"
import { ownTrading } from "../../stores/account-store.ts"
import { ordersView } from "../../stores/orders-view-store.ts"
import { ordersIn } from "../../stores/paused-orders.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { usePaused } from "./use-paused.ts"

/** What the list shows decides: all markets of the kind, or this one. Both sides end, whatever side is shown. */
export function CancelAll({ kind, instrument }: { kind: TradedKind; instrument: string }) {
  const { t } = useTranslation("trade")
  const { orders } = useSnapshot(ownTrading[kind])
  const { scope } = useSnapshot(ordersView).filter
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isOne = scope === "market"
  const pair = marketTitle(instrument)
  const resting = isOne ? orders.filter((order) => order.instrument === instrument).length : orders.length
  // What is paused ends with what rests.
  const paused = usePaused(kind, isOne ? instrument : undefined)
  const count = resting + ordersIn(paused)
  if (count === 0 && !isAsking) return null
  const cancel = async () => {
    setIsBusy(true)
    const isTaken = await cancelAll(kind, isOne ? instrument : undefined)
    setIsBusy(false)
    if (isTaken) setIsAsking(false)
  }
  return (
    <>
      <TextButton onClick={() => setIsAsking(true)}>
        {isOne ? t("orders.cancelAllIn", { pair }) : t("orders.cancelAll")}
      </TextButton>
      <Dialog
        isOpen={isAsking}
        title={isOne ? t("orders.askAllIn", { pair }) : t("orders.askAll")}
        safeAnswer={t("orders.keepThem")}
        onSafe={() => setIsAsking(false)}
        answer={t("orders.cancelCount", { count })}
        onAnswer={() => void cancel()}
        tone="warn"
        isBusy={isBusy}
      >
        {t("orders.askAllMeans")}
      </Dialog>
    </>
  )
}
