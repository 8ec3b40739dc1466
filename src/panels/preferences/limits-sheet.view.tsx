/** The sheet of limits and warnings, over the ticket that asks for it. */

import { useTranslation } from "react-i18next"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { SheetBody } from "../../ui/sheet-body.tsx"
import { LimitRows } from "./limit-rows.view.tsx"
import styles from "./limits-sheet.module.css"

export function LimitsSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("security")
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t("preferences.limits")}
    >
      <div className={styles.rows}>
        <LimitRows />
      </div>
    </SheetBody>
  )
}
