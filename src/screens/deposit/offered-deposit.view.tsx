/** The deposit as a sheet over a trade screen: what is typed there stays. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { chains } from "#core/wire/address-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { depositOffer } from "../../stores/deposit-offer.ts"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { SheetBody } from "../../ui/sheet-body.tsx"
import styles from "./deposit.module.css"
import { DepositBody } from "./deposit.view.tsx"

export function OfferedDeposit({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("app")
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("screen.deposit")}
    >
      <Offered />
    </SheetBody>
  )
}

/** Of its own: a closed sheet has no content, so nothing is asked then, and each opening begins anew. */
function Offered() {
  const { currency } = useSnapshot(depositOffer)
  return (
    <div className={styles.sheet}>
      <DepositBody asked={useAnswer(chains, {})} wish={currency} />
    </div>
  )
}
