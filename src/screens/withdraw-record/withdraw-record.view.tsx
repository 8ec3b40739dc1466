/** Own withdrawals by coin, state and days, with their file; those under way as they go on, and a way to cancel them. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { WITHDRAWAL_STATUSES } from "#core/chain/custody-status.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { withdrawals } from "#core/wire/custody-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { HideAmountsButton, OwnAmount } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { CsvExport } from "../../lists/csv-export.tsx"
import { Moment } from "../../lists/moment.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import {
  isNarrowed,
  NO_FILTER,
  queryOf,
  type RecordsQuery,
  withLive,
} from "../../panels/custody/live-records.ts"
import { networkName, shortAddress } from "../../panels/custody/networks.ts"
import { RecordsFilters } from "../../panels/custody/records-filters.view.tsx"
import { type Column, OpenRecord, RecordsList } from "../../panels/custody/records-list.view.tsx"
import { WithdrawalBadge } from "../../panels/custody/withdrawal-facts.view.tsx"
import { WithdrawalRow, WithdrawalSheet } from "../../panels/custody/withdrawal-row.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./withdraw-record.module.css"

const PAGE_ROWS = 50

export function WithdrawRecordView() {
  const { t } = useTranslation("withdrawals")
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
        states={WITHDRAWAL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      >
        <CsvExport key={key} endpoint={withdrawals} query={query} name={t("app:screen.withdrawRecord")} />
      </RecordsFilters>
      <Records key={key} query={query} isNarrowed={isNarrowed(filter)} />
    </div>
  )
}

function Records({ query, isNarrowed: isFiltered }: { query: RecordsQuery; isNarrowed: boolean }) {
  const { t } = useTranslation("withdrawals")
  const isDesk = useIsDesk()
  const live = useSnapshot(account)
  const asked = usePages(withdrawals, { ...query, limit: PAGE_ROWS } as AskOf<typeof withdrawals>)
  const [opened, setOpened] = useState<Withdrawal>()
  const columns = useColumns(setOpened)
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("record.failed")}>
      {(read) => {
        const fresh = [...live.withdrawals, ...live.endedWithdrawals] as readonly Withdrawal[]
        const rows = withLive(read, fresh, {
          query,
          hasMore: asked.hasMore,
          timeOf: ({ requested }) => requested,
        })
        if (rows.length === 0) return <Nothing isFiltered={isFiltered} />
        return (
          <>
            <RecordsList
              rows={rows}
              paging={asked}
              isTable={isDesk}
              label={t("app:screen.withdrawRecord")}
              failed={t("record.moreFailed")}
              columns={columns}
              card={(row) => <WithdrawalRow withdrawal={row} onOpen={setOpened} />}
            />
            {opened ? (
              <WithdrawalSheet key={opened.id} withdrawal={opened} onClose={() => setOpened(undefined)} />
            ) : null}
          </>
        )
      }}
    </AskedFace>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation("withdrawals")
  if (isFiltered) return <EmptyState>{t("deposits:record.nothingSo")}</EmptyState>
  return (
    <EmptyState
      action={
        <ScreenLink to="/pages/assets/withdraw" className={buttonClass({ tone: "outline" })}>
          {t("app:screen.withdraw")}
        </ScreenLink>
      }
    >
      {t("record.nothing")}
    </EmptyState>
  )
}

function useColumns(onOpen: (row: Withdrawal) => void): readonly Column<Withdrawal>[] {
  const { t, i18n } = useTranslation("withdrawals")
  return [
    { head: t("deposits:record.time"), isText: true, cell: ({ requested }) => <Moment time={requested} /> },
    { head: t("addresses:coin"), isText: true, cell: ({ currency }) => currency },
    {
      head: t("addresses:network"),
      isText: true,
      cell: ({ chain, currency }) => networkName(chain, currency),
    },
    { head: t("address"), isText: true, cell: ({ remark, address }) => remark || shortAddress(address) },
    {
      head: t("amount"),
      cell: ({ amount, currency }) => <OwnAmount text={amount} unit={currency} isExact />,
    },
    { head: t("fee"), cell: ({ fee, currency }) => `${formatDecimal(fee, i18n.language)}\u00a0${currency}` },
    { head: t("deposits:record.status"), cell: (row) => <WithdrawalBadge withdrawal={row} /> },
    {
      head: t("deposits:record.more"),
      cell: (row) => <OpenRecord onOpen={() => onOpen(row)}>{t("deposits:record.more")}</OpenRecord>,
    },
  ]
}
