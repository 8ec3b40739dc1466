/** Positions on a desk, as a table. */

import type { ComponentProps, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { TableVirtuoso } from "react-virtuoso"
import type { Position } from "#core/wire/contract.ts"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
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
  ProfitBasisWord,
  Ratio,
  RatioBar,
  Roe,
  ShareLink,
  SideTag,
  Size,
} from "./position-cells.view.tsx"
import { POSITION_COLUMNS, POSITION_TABLE, type PositionColumn } from "./position-columns.ts"
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
      itemContent={(_, row) => <Row position={row} />}
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
  const columns = useColumns<ColumnOf>(POSITION_TABLE, POSITION_COLUMNS)
  return (
    <ListHeads data-table={POSITION_TABLE}>
      {columns.map(({ key, name }) => (
        <ColumnHead key={key} table={POSITION_TABLE} column={key} className={CLASSES[key]}>
          {t(name)}
        </ColumnHead>
      ))}
    </ListHeads>
  )
}

type ColumnOf = (typeof POSITION_COLUMNS)[number]

const CLASSES: { readonly [Key in PositionColumn]?: string | undefined } = {
  contract: styles.start,
  actions: styles.end,
}

function Row({ position }: { position: Position }) {
  return useColumns<ColumnOf>(POSITION_TABLE, POSITION_COLUMNS).map(({ key }) => {
    const Cell = CELLS[key]
    return (
      <td key={key} className={CLASSES[key]}>
        <Cell position={position} />
      </td>
    )
  })
}

const CELLS: Readonly<Record<PositionColumn, (props: { position: Position }) => ReactNode>> = {
  contract: ({ position }) => (
    <span className={styles.stack} data-position={position.id}>
      <span className={styles.name}>
        <ContractLink position={position} />
        <ShareLink position={position} />
      </span>
      <SideTag position={position} />
    </span>
  ),
  pnl: ({ position }) => (
    <span className={styles.stack}>
      <Profit position={position} />
      <Roe position={position} />
      <ProfitBasisWord />
    </span>
  ),
  size: Size,
  prices: ({ position }) => (
    <span className={styles.stack}>
      <EntryPrice position={position} />
      <MarkPrice position={position} />
    </span>
  ),
  liquidation: ({ position }) => (
    <span className={styles.stack}>
      <LiquidationPrice position={position} isShort />
      <small>
        <Distance position={position} isShort />
      </small>
      <DeleveragingLight position={position} isShort />
    </span>
  ),
  margin: MarginCell,
  actions: ({ position }) => <PositionActions position={position} className={styles.actions} isCompact />,
}

function MarginCell({ position }: { position: Position }) {
  const { t } = useTranslation("positions")
  return (
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
  )
}
