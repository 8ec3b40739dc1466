/** The transfer as a sheet over a trade screen: what is typed there stays, and once it is done the sheet gives way to it. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { useMoney } from "../../panels/assets/use-money.ts"
import { doneWords } from "../../panels/transfer/transfer-words.ts"
import { forgiveTransfer, transferring } from "../../panels/transfer/transferring.ts"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { transferOffer } from "../../stores/transfer-offer.ts"
import { SheetBody } from "../../ui/sheet-body.tsx"
import { showToast } from "../../ui/toaster.ts"
import styles from "./transfer.module.css"
import { TransferBody } from "./transfer-body.view.tsx"

export function TransferSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("app")
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("screen.transfer")}
      headEnd={<HideAmountsButton />}
    >
      <Offered onDone={onClose} />
    </SheetBody>
  )
}

/** Of its own: a closed sheet has no content, so nothing is asked then, and each opening begins anew. */
function Offered({ onDone }: { onDone: () => void }) {
  const { to, currency } = useSnapshot(transferOffer)
  const { state } = useSnapshot(transferring)
  // The word on an earlier one isn't about this.
  useEffect(() => forgiveTransfer(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the state becomes another
  useEffect(() => {
    const { state: now } = transferring
    if (now.kind !== "done") return
    showToast("success", doneWords(now.moved))
    forgiveTransfer()
    onDone()
  }, [state])
  return (
    <div className={styles.sheet}>
      <TransferBody asked={useMoney()} wish={currency} to={to} />
    </div>
  )
}
