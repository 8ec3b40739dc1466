/** Ended second contracts, the newest first: a table on a desk, cards elsewhere. Each opens its record. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import type { AskedPages } from "../../api/query.ts"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { formatNumber } from "../../text/numbers.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { Direction, Net, Prices, Status } from "./record-cells.view.tsx"
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

const START = new Set(["time", "market", "direction"])
const HEADS = ["time", "market", "direction", "seconds", "stake", "prices", "status", "net", "more"] as const

export function RecordHeads() {
  const { t } = useTranslation("option")
  return (
    <ListHeads>
      {HEADS.map((name) => (
        <th key={name} className={START.has(name) ? styles.start : undefined}>
          {t(`record.head.${name}`)}
        </th>
      ))}
    </ListHeads>
  )
}

interface RowProps {
  contract: SecondContract
  onOpen: (id: number) => void
}

export function RecordCells({ contract, onOpen }: RowProps) {
  const { t, i18n } = useTranslation("option")
  return (
    <>
      <td className={styles.start}>
        <Moment time={contract.settled} />
      </td>
      <td className={styles.start}>{marketTitle(contract.instrument)}</td>
      <td className={styles.start}>
        <Direction contract={contract} />
      </td>
      <td>{t("ticket.seconds", { seconds: formatNumber(contract.seconds, i18n.language) })}</td>
      <td>
        <OwnAmount text={formatAmount(unitsOf(contract.stake), 2)} unit={contract.currency} />
      </td>
      <td>
        <Prices contract={contract} />
      </td>
      <td>
        <Status contract={contract} />
      </td>
      <td>
        <Net contract={contract} />
      </td>
      <td>
        <OpenButton contract={contract} onOpen={onOpen} />
      </td>
    </>
  )
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
