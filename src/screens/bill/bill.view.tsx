/** The page of the transaction history. Filters and export above, the lines below; a line opens what is known of it. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { BillRow } from "#core/wire/asset-calls.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import {
  BILL_COLUMNS,
  BILL_TABLE,
  type BillFilter,
  type BillQuery,
  isNarrowed,
  NO_FILTER,
} from "../../panels/bill/bill.model.ts"
import { BillDetail } from "../../panels/bill/bill-detail.view.tsx"
import { BillExport } from "../../panels/bill/bill-export.view.tsx"
import { BillFilters, BillFiltersSheet, BillPeriod } from "../../panels/bill/bill-filters.view.tsx"
import { BillList } from "../../panels/bill/bill-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { useOwnBalances } from "../../stores/own-balances.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./bill.module.css"

interface BillViewProps {
  list: AskedPages<BillRow>
  filter: BillFilter
  onFilter: (filter: BillFilter) => void
  query: BillQuery
  currencies: readonly string[]
}

export function BillView({ list, filter, onFilter, query, currencies }: BillViewProps) {
  const { t } = useTranslation("assets")
  const isDesk = useIsDesk()
  const [shown, setShown] = useState<{ row: BillRow; isOpen: boolean }>()
  useNewLines(list)
  const fields = { filter, onChange: onFilter, currencies }
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <div className={styles.head}>
        {isDesk ? (
          <BillFilters {...fields}>
            <BillPeriod {...fields} isField />
          </BillFilters>
        ) : (
          <div className={styles.choices}>
            <BillFiltersSheet {...fields} />
            <BillPeriod {...fields} isField={false} />
          </div>
        )}
        <div className={styles.end}>
          <BillExport query={query} isEmpty={list.data === undefined || list.data.length === 0} />
          {isDesk ? (
            <ColumnsButton
              table={BILL_TABLE}
              columns={BILL_COLUMNS.map((column) => ({ ...column, name: t(column.name) }))}
            />
          ) : null}
        </div>
      </div>
      <AskedFace asked={list} skeleton={<SkeletonRows count={8} />} failed={t("bill.failed")}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing isFiltered={isNarrowed(filter)} onAll={() => onFilter(NO_FILTER)} />
          ) : (
            <section aria-label={t("app:screen.bill")}>
              <BillList
                key={JSON.stringify(query)}
                rows={rows}
                paging={list}
                isTable={isDesk}
                onOpen={(row) => setShown({ row, isOpen: true })}
              />
            </section>
          )
        }
      </AskedFace>
      <BillDetail
        row={shown?.row}
        isOpen={shown?.isOpen ?? false}
        onClose={() => setShown((now) => now && { ...now, isOpen: false })}
      />
    </div>
  )
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const { t } = useTranslation("assets")
  if (isFiltered)
    return (
      <EmptyState
        glyph={SearchX}
        action={
          <Button tone="outline" onClick={onAll}>
            {t("bill.noFilters")}
          </Button>
        }
      >
        {t("bill.nothing")}
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        <ScreenLink to="/pages/assets/index" className={buttonClass({ tone: "outline" })}>
          {t("bill.toAssets")}
        </ScreenLink>
      }
    >
      {t("bill.empty")}
    </EmptyState>
  )
}

const SETTLED_MS = 1000
/** Who has scrolled further back reads: new lines would come with the whole list asked for anew. */
const ROWS_ANEW_MAX = 100

/**
 * Whatever changes a balance leaves a line: the newest are asked for a moment after. Also when balances come first: what moved between
 * the list's answer and them is told by neither.
 */
function useNewLines({ data, retry }: AskedPages<BillRow>): void {
  const balances = useOwnBalances()
  const before = useRef(balances)
  const latest = useRef({ data, retry })
  useEffect(() => {
    latest.current = { data, retry }
  })
  useEffect(() => {
    const isSame = before.current === balances
    before.current = balances
    if (isSame) return
    const timer = setTimeout(() => {
      const { data: rows, retry: askAgain } = latest.current
      // Where it failed its reader asks again: a button that goes from under a press is worse.
      if (rows && rows.length <= ROWS_ANEW_MAX) askAgain()
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [balances])
}
