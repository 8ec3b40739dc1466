/** Resizable panels whose sizes are kept. 1 px lines with an 8 px grab; double click restores. */

import { Children, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Group, Separator } from "react-resizable-panels"
import { type PanelShares, readShares, type WidthClass, writeShares } from "../stores/layout-store.ts"
import styles from "./kept-panels.module.css"

interface KeptPanelsProps {
  id: string
  /** The sizes that were kept, in percent by panel. */
  shares: PanelShares | undefined
  /** The user has sized a panel. */
  onShares: (shares: PanelShares) => void
  orientation: "horizontal" | "vertical"
  /** Ids of the panels, in order: kept sizes count only when they are of the same panels, and fill the group. */
  panelIds: readonly string[]
  /** One `Panel` each. */
  children: ReactNode
}

interface DevicePanelsProps extends Omit<KeptPanelsProps, "shares" | "onShares"> {
  widthClass: WidthClass
}

/** Of just these panels, and together the whole: a share that somebody made up would leave the group torn. */
const isWhole = (shares: PanelShares, panelIds: readonly string[]): boolean =>
  Object.keys(shares).length === panelIds.length &&
  panelIds.every((panel) => (shares[panel] ?? 0) > 0) &&
  Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 100) < 1

/** As {@link KeptPanels}, kept on this device under the group's id, one set a width class. */
export function DevicePanels({ widthClass, ...group }: DevicePanelsProps) {
  const { id } = group
  return (
    <KeptPanels
      {...group}
      shares={readShares(widthClass, id)}
      onShares={(shares) => writeShares(widthClass, id, shares)}
    />
  )
}

export function KeptPanels({ id, shares, onShares, orientation, panelIds, children }: KeptPanelsProps) {
  const { t } = useTranslation("market")
  const isOfThese = shares !== undefined && isWhole(shares, panelIds)
  const panels = Children.toArray(children)
  return (
    <Group
      id={id}
      orientation={orientation}
      {...(isOfThese ? { defaultLayout: shares } : {})}
      resizeTargetMinimumSize={{ fine: 8, coarse: 20 }}
      onLayoutChanged={(layout, meta) => {
        if (meta.isUserInteraction) onShares(layout)
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
