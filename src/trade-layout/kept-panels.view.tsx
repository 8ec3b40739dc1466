/** Resizable panels whose sizes are kept. 1 px lines with an 8 px grab; double click restores. */

import { Children, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Group, Separator } from "react-resizable-panels"
import { readShares, type WidthClass, writeShares } from "../stores/layout-store.ts"
import styles from "./kept-panels.module.css"

interface KeptPanelsProps {
  /** Under this name the sizes are kept, one set a width class. */
  id: string
  widthClass: WidthClass
  orientation: "horizontal" | "vertical"
  /** Ids of the panels, in order: kept sizes count only when they are of the same panels. */
  panelIds: readonly string[]
  /** One `Panel` each. */
  children: ReactNode
}

export function KeptPanels({ id, widthClass, orientation, panelIds, children }: KeptPanelsProps) {
  const { t } = useTranslation("market")
  const kept = readShares(widthClass, id)
  const isOfThese =
    kept && panelIds.every((panel) => panel in kept) && Object.keys(kept).length === panelIds.length
  const panels = Children.toArray(children)
  return (
    <Group
      id={id}
      orientation={orientation}
      {...(isOfThese ? { defaultLayout: kept } : {})}
      resizeTargetMinimumSize={{ fine: 8, coarse: 20 }}
      onLayoutChanged={(layout, meta) => {
        if (meta.isUserInteraction) writeShares(widthClass, id, layout)
      }}
    >
      {panels.flatMap((panel, index) => [
        index > 0 ? (
          <Separator
            key={`${panelIds[index]}-line`}
            className={styles.line}
            title={t("trade.resize")}
            aria-label={t("trade.resize")}
          />
        ) : null,
        panel,
      ])}
    </Group>
  )
}
