/** Watch-lists as a sheet: the lists of one market to tick, or all of them to name, arrange and delete. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { Button } from "../../ui/button.tsx"
import { SheetBody } from "../../ui/sheet-body.tsx"
import { ListChoices } from "./list-choices.view.tsx"
import { ListManager } from "./list-manager.view.tsx"
import { listsSheet } from "./lists-sheet-state.ts"
import { NewList } from "./new-list.view.tsx"
import styles from "./watch-lists-sheet.module.css"

export function WatchListsSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("lists")
  const { market } = useSnapshot(listsSheet)
  /** Gone over from choosing: for which market. */
  const [arrangedFrom, setArrangedFrom] = useState<string | null>(null)
  const isChoosing = market !== null && arrangedFrom !== market
  const close = () => {
    setArrangedFrom(null)
    onClose()
  }
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={isChoosing ? t("listsOf", { pair: marketTitle(market) }) : t("title")}
    >
      <div className={styles.sheet}>
        {isChoosing ? <ListChoices market={market} /> : <ListManager />}
        <NewList market={isChoosing ? market : undefined} />
        {isChoosing ? (
          <Button tone="quiet" isBlock onClick={() => setArrangedFrom(market)}>
            {t("manage")}
          </Button>
        ) : null}
      </div>
    </SheetBody>
  )
}
