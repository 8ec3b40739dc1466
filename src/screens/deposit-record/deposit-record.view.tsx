/** Own deposits by coin, state and days, with their file; those under way as they go on. Each opens its details. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DEPOSIT_STATUSES } from "#core/chain/custody-status.ts"
import type { Deposit } from "#core/wire/custody.ts"
import { deposits } from "#core/wire/custody-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { HideAmountsButton, OwnAmount } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { CsvExport } from "../../lists/csv-export.tsx"
import { Moment } from "../../lists/moment.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { DepositBadge, DepositRow } from "../../panels/custody/deposit-row.view.tsx"
import { DepositSheet } from "../../panels/custody/deposit-sheet.view.tsx"
import {
  isNarrowed,
  NO_FILTER,
  queryOf,
  type RecordsQuery,
  withLive,
} from "../../panels/custody/live-records.ts"
import { networkName } from "../../panels/custody/networks.ts"
import { RecordsFilters } from "../../panels/custody/records-filters.view.tsx"
import { type Column, OpenRecord, RecordsList } from "../../panels/custody/records-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./deposit-record.module.css"

const PAGE_ROWS = 50

export function DepositRecordView() {
  const { t } = useTranslation("deposits")
  const [filter, setFilter] = useState(NO_FILTER)
  const query = queryOf(filter, Date.now())
  const key = JSON.stringify(query)
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <RecordsFilters
        filter={filter}
        onChange={setFilter}
        states={DEPOSIT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      >
        <CsvExport key={key} endpoint={deposits} query={query} name={t("app:screen.depositRecord")} />
      </RecordsFilters>
      <Records key={key} query={query} isNarrowed={isNarrowed(filter)} />
    </div>
  )
}

function Records({ query, isNarrowed: isFiltered }: { query: RecordsQuery; isNarrowed: boolean }) {
  const { t } = useTranslation("deposits")
  const isDesk = useIsDesk()
  const live = useSnapshot(account)
  const asked = usePages(deposits, { ...query, limit: PAGE_ROWS } as AskOf<typeof deposits>)
  const [opened, setOpened] = useState<number>()
  const columns = useColumns(setOpened)
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("record.failed")}>
      {(read) => {
        const fresh = [...live.deposits, ...live.endedDeposits] as readonly Deposit[]
        const rows = withLive(read, fresh, { query, hasMore: asked.hasMore, timeOf: ({ seen }) => seen })
        if (rows.length === 0) return <Nothing isFiltered={isFiltered} />
        return (
          <>
            <RecordsList
              rows={rows}
              paging={asked}
              isTable={isDesk}
              label={t("app:screen.depositRecord")}
              failed={t("record.moreFailed")}
              columns={columns}
              card={(row) => <DepositRow deposit={row} onOpen={setOpened} />}
            />
            <DepositSheet
              deposit={rows.find(({ id }) => id === opened)}
              onClose={() => setOpened(undefined)}
            />
          </>
        )
      }}
    </AskedFace>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation("deposits")
  if (isFiltered) return <EmptyState>{t("record.nothingSo")}</EmptyState>
  return (
    <EmptyState
      action={
        <ScreenLink to="/pages/assets/recharge" className={buttonClass({ tone: "outline" })}>
          {t("record.toDeposit")}
        </ScreenLink>
      }
    >
      {t("record.nothing")}
    </EmptyState>
  )
}

function useColumns(onOpen: (id: number) => void): readonly Column<Deposit>[] {
  const { t } = useTranslation("deposits")
  return [
    { head: t("record.time"), isText: true, cell: ({ seen }) => <Moment time={seen} /> },
    { head: t("addresses:coin"), isText: true, cell: ({ currency }) => currency },
    {
      head: t("addresses:network"),
      isText: true,
      cell: ({ chain, currency }) => networkName(chain, currency),
    },
    {
      head: t("record.amount"),
      cell: ({ amount, currency }) => <OwnAmount text={amount} unit={currency} isExact />,
    },
    {
      head: t("record.confirmations"),
      cell: ({ confirmations, finalAfter }) => `${confirmations}/${finalAfter}`,
    },
    { head: t("record.status"), cell: (row) => <DepositBadge deposit={row} /> },
    {
      head: t("record.more"),
      cell: ({ id }) => <OpenRecord onOpen={() => onOpen(id)}>{t("record.more")}</OpenRecord>,
    },
  ]
}
