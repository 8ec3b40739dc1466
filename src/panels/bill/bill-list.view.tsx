/** How does the bill grow? Only the lines in view are drawn, the next page comes as one scrolls; on a desk it is a table. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import type { BillRow } from "#core/wire/asset-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { BILL_COLUMNS, BILL_TABLE, type BillColumn, numberedOf } from "./bill.model.ts"
import styles from "./bill-list.module.css"
import { BillLine, SignedAmount, useKindText } from "./bill-row.view.tsx"

interface BillListProps {
  rows: readonly BillRow[]
  paging: Paging
  isTable: boolean
  onOpen: (row: BillRow) => void
}

export function BillList({ rows, paging, isTable, onOpen }: BillListProps) {
  const { t } = useTranslation("assets")
  const scroller = useMainScroller()
  const foot = { paging, failed: t("bill.moreFailed") }
  if (!scroller) return null
  if (isTable)
    return (
      <>
        <TableVirtuoso
          customScrollParent={scroller}
          data={rows}
          defaultItemHeight={40}
          increaseViewportBy={400}
          computeItemKey={(_, row) => row.id}
          endReached={paging.loadMore}
          components={{ Table: BillTable }}
          fixedHeaderContent={() => <Heads />}
          itemContent={(_, row) => <Cells row={row} onOpen={onOpen} />}
        />
        <ListFoot context={foot} />
      </>
    )
  return (
    <Virtuoso
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={56}
      increaseViewportBy={400}
      computeItemKey={(_, row) => row.id}
      endReached={paging.loadMore}
      context={foot}
      components={{ Footer: ListFoot }}
      itemContent={(_, row) => <BillLine row={row} onOpen={onOpen} />}
    />
  )
}

function BillTable(props: React.ComponentProps<"table">) {
  return <ListTable {...props} className={styles.table} />
}

/** Words stand at the start of their column, figures at its end. */
const FIGURES: readonly BillColumn[] = ["amount", "after"]
const sideOf = (key: BillColumn) => (FIGURES.includes(key) ? undefined : styles.start)

function Heads() {
  const { t } = useTranslation("assets")
  return (
    <ListHeads data-table={BILL_TABLE}>
      {useColumns(BILL_TABLE, BILL_COLUMNS).map(({ key, name }) => (
        <ColumnHead key={key} table={BILL_TABLE} column={key} className={sideOf(key)}>
          {t(name)}
        </ColumnHead>
      ))}
    </ListHeads>
  )
}

interface CellsProps {
  row: BillRow
  onOpen: (row: BillRow) => void
}

function Cells({ row, onOpen }: CellsProps) {
  return useColumns(BILL_TABLE, BILL_COLUMNS).map(({ key }) => (
    <td key={key} className={key === "amount" ? styles.amount : sideOf(key)}>
      <Cell name={key} row={row} onOpen={onOpen} />
    </td>
  ))
}

function Cell({ name, row, onOpen }: CellsProps & { name: BillColumn }) {
  const { t } = useTranslation("assets")
  const kindText = useKindText()
  switch (name) {
    case "what":
      return (
        <button type="button" className={styles.open} onClick={() => onOpen(row)}>
          {kindText({ ...row, instrument: "" })}
        </button>
      )
    case "time":
      return <Moment time={row.time} />
    case "account":
      return <>{t(`wallet.${row.wallet}`)}</>
    case "market":
      return <>{marketTitle(row.instrument)}</>
    case "reference": {
      const numbered = numberedOf(row)
      return numbered ? t(`bill.${numbered.kind}`, { number: numbered.number }) : null
    }
    case "amount":
      return <SignedAmount row={row} />
    case "after":
      return <OwnAmount text={row.balance} unit={row.currency} isExact />
  }
}
