/** Ended second contracts, the newest first: a table on a desk, cards elsewhere. Each opens its record. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import type { AskedPages } from "../../api/query.ts"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { formatNumber } from "../../text/numbers.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { Direction, Net, Prices, Status } from "./record-cells.view.tsx"
import { RECORD_COLUMNS, RECORD_TABLE, type RecordColumn } from "./record-columns.ts"
import styles from "./records.module.css"

interface RecordsListProps {
  rows: readonly SecondContract[]
  paging: AskedPages<unknown>
  isTable: boolean
  onOpen: (id: number) => void
}

export function RecordsList({ rows, paging, isTable, onOpen }: RecordsListProps) {
  const { t } = useTranslation("option")
  const scroller = useMainScroller()
  if (!scroller) return null
  const foot = { paging, failed: t("record.moreFailed") }
  const shared = {
    customScrollParent: scroller,
    data: rows,
    increaseViewportBy: 400,
    computeItemKey: (_: number, { id }: SecondContract) => id,
    endReached: paging.loadMore,
  }
  if (!isTable)
    return (
      <Virtuoso
        {...shared}
        defaultItemHeight={92}
        context={foot}
        components={{ Footer: ListFoot }}
        itemContent={(_, row) => <RecordCard contract={row} onOpen={onOpen} />}
      />
    )
  return (
    <section className={styles.sideways} aria-label={t("record.title")}>
      <TableVirtuoso
        {...shared}
        defaultItemHeight={40}
        components={{ Table: ListTable }}
        fixedHeaderContent={() => <RecordHeads />}
        itemContent={(_, row) => <RecordCells contract={row} onOpen={onOpen} />}
      />
      <ListFoot context={foot} />
    </section>
  )
}

const START: readonly RecordColumn[] = ["time", "market", "direction"]
const sideOf = (key: RecordColumn) => (START.includes(key) ? styles.start : undefined)

export function RecordHeads() {
  const { t } = useTranslation("option")
  return (
    <ListHeads data-table={RECORD_TABLE}>
      {useColumns(RECORD_TABLE, RECORD_COLUMNS).map(({ key }) => (
        <ColumnHead key={key} table={RECORD_TABLE} column={key} className={sideOf(key)}>
          {t(`record.head.${key}`)}
        </ColumnHead>
      ))}
    </ListHeads>
  )
}

interface RowProps {
  contract: SecondContract
  onOpen: (id: number) => void
}

export function RecordCells({ contract, onOpen }: RowProps) {
  return useColumns(RECORD_TABLE, RECORD_COLUMNS).map(({ key }) => (
    <td key={key} className={sideOf(key)}>
      <Cell name={key} contract={contract} onOpen={onOpen} />
    </td>
  ))
}

function Cell({ name, contract, onOpen }: RowProps & { name: RecordColumn }) {
  const { t, i18n } = useTranslation("option")
  switch (name) {
    case "time":
      return <Moment time={contract.settled} />
    case "market":
      return <>{marketTitle(contract.instrument)}</>
    case "direction":
      return <Direction contract={contract} />
    case "seconds":
      return <>{t("ticket.seconds", { seconds: formatNumber(contract.seconds, i18n.language) })}</>
    case "stake":
      return <OwnAmount text={formatAmount(unitsOf(contract.stake), 2)} unit={contract.currency} />
    case "prices":
      return <Prices contract={contract} />
    case "status":
      return <Status contract={contract} />
    case "net":
      return <Net contract={contract} />
    case "more":
      return <OpenButton contract={contract} onOpen={onOpen} />
  }
}

function OpenButton({ contract, onOpen }: RowProps) {
  const { t } = useTranslation("option")
  return (
    <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(contract.id)}>
      {t("record.open")}
    </button>
  )
}

export function RecordCard({ contract, onOpen }: RowProps) {
  const { t, i18n } = useTranslation("option")
  return (
    <article className={styles.card} data-record={contract.id}>
      <p className={styles.head}>
        <strong>{marketTitle(contract.instrument)}</strong>
        <Direction contract={contract} />
        <span className={styles.time}>
          <Moment time={contract.settled} />
        </span>
      </p>
      <p className={styles.line}>
        <span>
          <OwnAmount text={formatAmount(unitsOf(contract.stake), 2)} unit={contract.currency} />,{" "}
          {t("ticket.seconds", { seconds: formatNumber(contract.seconds, i18n.language) })}
        </span>
        <span>
          <Status contract={contract} /> <Net contract={contract} />
        </span>
      </p>
      <p className={styles.line}>
        <span>
          <Prices contract={contract} />
        </span>
        <OpenButton contract={contract} onOpen={onOpen} />
      </p>
    </article>
  )
}
