/** Orders, fills, closed positions, funding, liquidations and deleveragings of contracts, each by contract and days, with its file. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Notice } from "#core/wire/contract.ts"
import { contractFills, contractOrderHistory } from "#core/wire/contract-order-calls.ts"
import {
  closedPositions,
  deleveragings,
  fundingPaid,
  liquidations,
} from "#core/wire/contract-position-calls.ts"
import type { OwnFill, OwnOrder } from "#core/wire/private-rows.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { CsvExport } from "../../lists/csv-export.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import {
  closedRow,
  deleveragingRow,
  fillRow,
  fundingRow,
  HISTORY_COLUMNS,
  HISTORY_TABS,
  type HistoryFilter,
  type HistoryRow,
  type HistoryTab,
  type HistoryTable,
  historyTable,
  isNarrowed,
  liquidationRow,
  NO_FILTER,
  orderRow,
  queryOf,
} from "../../panels/contract-history/history.model.ts"
import { HistoryFilters } from "../../panels/contract-history/history-filters.view.tsx"
import { HistoryList } from "../../panels/contract-history/history-list.view.tsx"
import { fillNews, noticeNews, orderNews } from "../../panels/contract-history/history-news.ts"
import { Journal } from "../../panels/contract-history/journal/journal.view.tsx"
import { NoteSheet } from "../../panels/contract-history/journal/note-sheet.view.tsx"
import { useNotes } from "../../panels/contract-history/journal/use-whole.ts"
import { account, ownTrading } from "../../stores/account-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./contract-history.module.css"

const PAGE_ROWS = 50

type Query = ReturnType<typeof queryOf>
interface ListProps {
  query: Query
  isTable: boolean
  isNarrowed: boolean
  label: string
}

const CALLS = {
  orders: contractOrderHistory,
  fills: contractFills,
  closed: closedPositions,
  funding: fundingPaid,
  liquidations,
  deleveragings,
  journal: closedPositions,
} as const

const LISTS: Record<HistoryTab, (props: ListProps) => React.ReactNode> = {
  orders: Orders,
  fills: Fills,
  closed: Closed,
  funding: Funding,
  liquidations: Liquidations,
  deleveragings: Deleveragings,
  journal: Journal,
}

export function ContractHistoryView({ first }: { first: HistoryTab }) {
  const { t } = useTranslation("positions")
  const isDesk = useIsDesk()
  const [tab, setTab] = useState<HistoryTab>(first)
  const [filter, setFilter] = useState<HistoryFilter>(NO_FILTER)
  const query = queryOf(filter, Date.now())
  const List = LISTS[tab]
  const nameOf = (value: HistoryTab) => (value === "journal" ? t("journal:tab") : t(`history.tab.${value}`))
  const label = nameOf(tab)
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <Tabs<HistoryTab>
        id="contract-history"
        label={t("history.title")}
        tabs={HISTORY_TABS.map((value) => ({ value, label: nameOf(value) }))}
        value={tab}
        onChange={setTab}
      />
      <HistoryFilters filter={filter} onChange={setFilter}>
        <CsvExport key={`${tab} ${JSON.stringify(query)}`} endpoint={CALLS[tab]} query={query} name={label} />
        {isDesk && tab !== "journal" ? <HistoryColumns table={tab} /> : null}
      </HistoryFilters>
      <TabPanel id="contract-history" value={tab}>
        <List
          key={`${tab} ${JSON.stringify(query)}`}
          query={query}
          isTable={isDesk}
          isNarrowed={isNarrowed(filter)}
          label={label}
        />
      </TabPanel>
    </div>
  )
}

function HistoryColumns({ table }: { table: HistoryTable }) {
  const { t } = useTranslation("positions")
  const columns = HISTORY_COLUMNS[table].map((column) => ({ ...column, name: t(column.name) }))
  return <ColumnsButton table={historyTable(table)} columns={columns} />
}

function Orders({ query, ...list }: ListProps) {
  const { ended } = useSnapshot(ownTrading.perpetual)
  const asked = usePages(CALLS.orders, { ...query, limit: PAGE_ROWS })
  const news = orderNews(ended as readonly OwnOrder[], query)
  return <HistoryList {...list} table="orders" asked={asked} rowOf={orderRow} news={news} />
}

function Fills({ query, ...list }: ListProps) {
  const { fills } = useSnapshot(ownTrading.perpetual)
  const asked = usePages(CALLS.fills, { ...query, limit: PAGE_ROWS })
  const news = fillNews(fills as readonly OwnFill[], query)
  return <HistoryList {...list} table="fills" asked={asked} rowOf={fillRow} news={news} />
}

/** Closings that the list was read for; the page outlives it. */
let closingsRead = 0

/** A position's row on the stream doesn't tell its net: what has closed is read. */
function Closed({ query, ...list }: ListProps) {
  const { closings } = useSnapshot(account)
  const asked = usePages(CALLS.closed, { ...query, limit: PAGE_ROWS })
  const { retry } = asked
  const readAgain = useRef(retry)
  useEffect(() => {
    readAgain.current = retry
  })
  useEffect(() => {
    if (closings === closingsRead) return
    closingsRead = closings
    readAgain.current()
  }, [closings])
  const notes = useNotes()
  const [writing, setWriting] = useState<{ row: HistoryRow; position: number }>()
  const write = (row: HistoryRow, position: number) => setWriting({ row, position })
  return (
    <>
      <HistoryList {...list} table="closed" asked={asked} rowOf={closedRow} notes={{ of: notes.of, write }} />
      {writing ? (
        <NoteSheet
          key={writing.position}
          position={writing.position}
          name={marketTitle(writing.row.instrument)}
          known={notes.of(writing.position)}
          onClose={() => setWriting(undefined)}
          onSaved={notes.readAgain}
        />
      ) : null}
    </>
  )
}

const useNotices = (kinds: readonly Notice["kind"][], query: Query) =>
  noticeNews(useSnapshot(account).notices as readonly Notice[], kinds, query)

function Funding({ query, ...list }: ListProps) {
  const asked = usePages(CALLS.funding, { ...query, limit: PAGE_ROWS })
  return (
    <HistoryList
      {...list}
      table="funding"
      asked={asked}
      rowOf={fundingRow}
      news={useNotices(["funding"], query)}
    />
  )
}

function Liquidations({ query, ...list }: ListProps) {
  const asked = usePages(CALLS.liquidations, { ...query, limit: PAGE_ROWS })
  const news = useNotices(["liquidation", "take-over"], query)
  return <HistoryList {...list} table="liquidations" asked={asked} rowOf={liquidationRow} news={news} />
}

function Deleveragings({ query, ...list }: ListProps) {
  const asked = usePages(CALLS.deleveragings, { ...query, limit: PAGE_ROWS })
  const news = useNotices(["deleveraging"], query)
  return <HistoryList {...list} table="deleveragings" asked={asked} rowOf={deleveragingRow} news={news} />
}
