/** How does the bill grow? Only the lines in view are drawn, the next page comes as one scrolls; on a desk it is a table. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import type { BillRow } from "#core/wire/asset-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { numberedOf, pairOf } from "./bill.model.ts"
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

function Heads() {
  const { t } = useTranslation("assets")
  return (
    <ListHeads>
      <th className={styles.start}>{t("bill.what")}</th>
      <th className={styles.start}>{t("bill.time")}</th>
      <th className={styles.start}>{t("bill.account")}</th>
      <th className={styles.start}>{t("bill.market")}</th>
      <th className={styles.start}>{t("bill.reference")}</th>
      <th>{t("bill.amount")}</th>
      <th>{t("bill.after")}</th>
    </ListHeads>
  )
}

function Cells({ row, onOpen }: { row: BillRow; onOpen: (row: BillRow) => void }) {
  const { t } = useTranslation("assets")
  const kindText = useKindText()
  const numbered = numberedOf(row)
  return (
    <>
      <td className={styles.start}>
        <button type="button" className={styles.open} onClick={() => onOpen(row)}>
          {kindText({ ...row, instrument: "" })}
        </button>
      </td>
      <td className={styles.start}>
        <Moment time={row.time} />
      </td>
      <td className={styles.start}>{t(`wallet.${row.wallet}`)}</td>
      <td className={styles.start}>{pairOf(row)}</td>
      <td className={styles.start}>
        {numbered ? t(`bill.${numbered.kind}`, { number: numbered.number }) : null}
      </td>
      <td className={styles.amount}>
        <SignedAmount row={row} />
      </td>
      <td>
        <OwnAmount text={row.balance} unit={row.currency} isExact />
      </td>
    </>
  )
}
