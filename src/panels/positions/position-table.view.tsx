/** Positions on a desk, as a table. */

import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import { TableVirtuoso } from "react-virtuoso"
import type { Position } from "#core/wire/contract.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { DeleveragingLight } from "./deleveraging-light.view.tsx"
import { MarginButton, PositionActions } from "./position-actions.view.tsx"
import {
  ContractLink,
  Distance,
  EntryPrice,
  LiquidationPrice,
  Margin,
  MarkPrice,
  Profit,
  Ratio,
  RatioBar,
  Roe,
  ShareLink,
  SideTag,
  Size,
} from "./position-cells.view.tsx"
import styles from "./position-table.module.css"

/** Of a row, at a root of 16 px. */
const ROW_PX = 56

interface PositionTableProps {
  rows: readonly Position[]
  /** What scrolls under it; left out: the table itself, which then fills its place. */
  scroller?: HTMLElement | undefined
}

export function PositionTable({ rows, scroller }: PositionTableProps) {
  const table = (
    <TableVirtuoso
      {...(scroller ? { customScrollParent: scroller } : { className: styles.scroller })}
      data={rows}
      defaultItemHeight={ROW_PX}
      increaseViewportBy={ROW_PX * 6}
      computeItemKey={(_, row) => row.id}
      components={{ Table }}
      fixedHeaderContent={() => <Heads />}
      itemContent={(_, row) => <Cells position={row} />}
    />
  )
  return scroller ? <div className={styles.sideways}>{table}</div> : table
}

function Table(props: ComponentProps<"table">) {
  const { t } = useTranslation("positions")
  return <ListTable {...props} aria-label={t("title")} className={styles.table} />
}

function Heads() {
  const { t } = useTranslation("positions")
  return (
    <ListHeads>
      <th className={styles.start}>{t("contract")}</th>
      <th>{t("pnlAndRoe")}</th>
      <th>{t("size")}</th>
      <th>{t("entryAndMark")}</th>
      <th>{t("liquidation")}</th>
      <th>{t("marginAndRatio")}</th>
      <th className={styles.end}>{t("actions")}</th>
    </ListHeads>
  )
}

function Cells({ position }: { position: Position }) {
  const { t } = useTranslation("positions")
  return (
    <>
      <td className={styles.start}>
        <span className={styles.stack} data-position={position.id}>
          <span className={styles.name}>
            <ContractLink position={position} />
            <ShareLink position={position} />
          </span>
          <SideTag position={position} />
        </span>
      </td>
      <td>
        <span className={styles.stack}>
          <Profit position={position} />
          <Roe position={position} />
        </span>
      </td>
      <td>
        <Size position={position} />
      </td>
      <td>
        <span className={styles.stack}>
          <EntryPrice position={position} />
          <MarkPrice position={position} />
        </span>
      </td>
      <td>
        <span className={styles.stack}>
          <LiquidationPrice position={position} isShort />
          <small>
            <Distance position={position} isShort />
          </small>
          <DeleveragingLight position={position} isShort />
        </span>
      </td>
      <td>
        <span className={styles.stack}>
          <span className={styles.name}>
            <MarginButton position={position} />
            <Margin position={position} />
          </span>
          <small>{t(position.marginMode)}</small>
          <span className={styles.ratio}>
            <RatioBar position={position} />
            <Ratio position={position} />
          </span>
        </span>
      </td>
      <td className={styles.end}>
        <PositionActions position={position} className={styles.actions} isCompact />
      </td>
    </>
  )
}
