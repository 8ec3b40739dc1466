/** Ended second contracts by market, result and days, with their file; each opens its record with the check. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { optionRecords } from "#core/wire/option-calls.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { CsvExport } from "../../lists/csv-export.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { RECORD_COLUMNS, RECORD_TABLE } from "../../panels/second-records/record-columns.ts"
import { RecordSheet } from "../../panels/second-records/record-sheet.view.tsx"
import { isNarrowed, NO_FILTER, queryOf, withEnded } from "../../panels/second-records/records.model.ts"
import { RecordsFilters } from "../../panels/second-records/records-filters.view.tsx"
import { RecordsList } from "../../panels/second-records/records-list.view.tsx"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./option-record.module.css"

const PAGE_ROWS = 50
/** Rows within a row that the file takes along. */
const TICKS = ["open", "before", "settle"] as const

export function OptionRecordView() {
  const { t } = useTranslation("option")
  const go = useGo()
  const isDesk = useIsDesk()
  const id = Number(useScreenSearch().id)
  const [filter, setFilter] = useState(NO_FILTER)
  const query = queryOf(filter, Date.now())
  const key = JSON.stringify(query)
  const open = (next?: number) =>
    go("/pages/option/record", next === undefined ? {} : { id: String(next) }, { isReplacing: true })
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <RecordsFilters filter={filter} onChange={setFilter}>
        {isDesk ? (
          <ColumnsButton
            table={RECORD_TABLE}
            columns={RECORD_COLUMNS.map((column) => ({ ...column, name: t(`record.head.${column.key}`) }))}
          />
        ) : null}
        <CsvExport key={key} endpoint={optionRecords} query={query} name={t("record.title")} nested={TICKS} />
      </RecordsFilters>
      <Records key={key} query={query} isNarrowed={isNarrowed(filter)} onOpen={open} />
      {Number.isSafeInteger(id) && id > 0 ? <RecordSheet key={id} id={id} onClose={() => open()} /> : null}
    </div>
  )
}

interface RecordsProps {
  query: ReturnType<typeof queryOf>
  isNarrowed: boolean
  onOpen: (id: number) => void
}

function Records({ query, isNarrowed: isFiltered, onOpen }: RecordsProps) {
  const { t } = useTranslation("option")
  const isDesk = useIsDesk()
  const { endedSeconds } = useSnapshot(account)
  const asked = usePages(optionRecords, { ...query, limit: PAGE_ROWS })
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("record.failed")}>
      {(read) => {
        const rows = withEnded(read, endedSeconds as readonly SecondContract[], query, asked.hasMore)
        if (rows.length === 0)
          return <EmptyState>{t(isFiltered ? "record.nothingSo" : "record.nothing")}</EmptyState>
        return <RecordsList rows={rows} paging={asked} isTable={isDesk} onOpen={onOpen} />
      }}
    </AskedFace>
  )
}
