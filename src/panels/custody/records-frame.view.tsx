/** The frame of the two lists, deposits and withdrawals: filters, the file, and rows that were read with those told since. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { deposits, withdrawals } from "#core/wire/custody-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { CsvExport } from "../../lists/csv-export.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import {
  type CustodyRow,
  isNarrowed,
  NO_FILTER,
  queryOf,
  type RecordsQuery,
  withLive,
} from "./live-records.ts"
import styles from "./records.module.css"
import { RecordsFilters } from "./records-filters.view.tsx"
import { type Column, RecordsList } from "./records-list.view.tsx"

const PAGE_ROWS = 50

type Asked = typeof deposits | typeof withdrawals

interface RecordsFrameProps<Row> {
  /** Answers pages of `Row`. */
  endpoint: Asked
  /** Its columns are chosen by themselves. */
  table: "deposits" | "withdrawals"
  /** Names the list, and its file. */
  name: string
  states: readonly { value: string; label: string }[]
  /** What the socket has told. */
  fresh: readonly Row[]
  timeOf: (row: Row) => number
  /** Said when rows, and when the next ones didn't come. */
  failed: string
  moreFailed: string
  /** There is none at all. */
  nothing: ReactNode
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  /** Beside the list. */
  children: (rows: readonly Row[]) => ReactNode
}

export function RecordsFrame<Row extends CustodyRow>(props: RecordsFrameProps<Row>) {
  const { endpoint, table, name, states, columns } = props
  const isDesk = useIsDesk()
  const [filter, setFilter] = useState(NO_FILTER)
  const query = queryOf(filter, Date.now())
  const key = JSON.stringify(query)
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <RecordsFilters filter={filter} onChange={setFilter} states={states}>
        <CsvExport key={key} endpoint={endpoint} query={query} name={name} />
        {isDesk ? <ColumnsButton table={table} columns={columns} /> : null}
      </RecordsFilters>
      <Records key={key} {...props} query={query} isNarrowed={isNarrowed(filter)} />
    </div>
  )
}

interface RecordsProps<Row> extends RecordsFrameProps<Row> {
  query: RecordsQuery
  isNarrowed: boolean
}

function Records<Row extends CustodyRow>({ query, isNarrowed: isFiltered, ...props }: RecordsProps<Row>) {
  const { t } = useTranslation("deposits")
  const isDesk = useIsDesk()
  const asked = usePages(props.endpoint, { ...query, limit: PAGE_ROWS } as AskOf<Asked>)
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={props.failed}>
      {(read) => {
        const { hasMore } = asked
        const rows = withLive(read as readonly unknown[] as readonly Row[], props.fresh, {
          query,
          hasMore,
          timeOf: props.timeOf,
        })
        if (rows.length === 0)
          return isFiltered ? <EmptyState>{t("record.nothingSo")}</EmptyState> : props.nothing
        return (
          <>
            <RecordsList
              table={props.table}
              rows={rows}
              paging={asked}
              isTable={isDesk}
              label={props.name}
              failed={props.moreFailed}
              columns={props.columns}
              card={props.card}
            />
            {props.children(rows)}
          </>
        )
      }}
    </AskedFace>
  )
}
