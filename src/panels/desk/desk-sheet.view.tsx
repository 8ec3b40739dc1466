/** The desk: its layouts, to be chosen, saved and shared, and its panels, to be shown and moved. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import type { OverlayProps } from "../../stores/overlay-store.ts"
import { SheetBody } from "../../ui/sheet-body.tsx"
import styles from "./desk-sheet.module.css"
import { followLayouts } from "./follow-layouts.ts"
import { LayoutRows } from "./layout-rows.view.tsx"
import { PanelRows } from "./panel-rows.view.tsx"
import { SaveLayout } from "./save-layout.view.tsx"
import { useLayoutChoice } from "./use-layout-choice.ts"

export function DeskSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation("workspace")
  const choice = useLayoutChoice()
  useEffect(followLayouts, [])
  return (
    <SheetBody
      isOpen={isOpen}
      onOpenChange={(isWanted) => (isWanted ? undefined : onClose())}
      title={t("desk.title")}
    >
      <section className={styles.part} aria-label={t("desk.layouts")}>
        <h3 className={styles.heading}>{t("desk.layouts")}</h3>
        <LayoutRows choice={choice} />
        <SaveLayout choice={choice} />
      </section>
      <section className={styles.part} aria-label={t("desk.panels")}>
        <h3 className={styles.heading}>{t("desk.panels")}</h3>
        <PanelRows instrument={choice.instrument} />
      </section>
    </SheetBody>
  )
}
