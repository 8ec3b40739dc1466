/** Own deposits by coin, state and days, with their file; those under way as they go on. Each opens its details. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DEPOSIT_STATUSES } from "#core/chain/custody-status.ts"
import { networkName } from "#core/chain/network-name.ts"
import type { Deposit } from "#core/wire/custody.ts"
import { deposits } from "#core/wire/custody-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { DepositBadge, DepositRow } from "../../panels/custody/deposit-row.view.tsx"
import { DepositSheet } from "../../panels/custody/deposit-sheet.view.tsx"
import { RecordsFrame } from "../../panels/custody/records-frame.view.tsx"
import { type Column, OpenRecord } from "../../panels/custody/records-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

export function DepositRecordView() {
  const { t } = useTranslation("deposits")
  const live = useSnapshot(account)
  const [opened, setOpened] = useState<number>()
  const columns = useColumns(setOpened)
  return (
    <RecordsFrame<Deposit>
      endpoint={deposits}
      table="deposits"
      name={t("app:screen.depositRecord")}
      states={DEPOSIT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      fresh={[...live.deposits, ...live.endedDeposits] as readonly Deposit[]}
      timeOf={({ seen }) => seen}
      failed={t("record.failed")}
      moreFailed={t("record.moreFailed")}
      nothing={<Nothing />}
      columns={columns}
      card={(row) => <DepositRow deposit={row} onOpen={setOpened} />}
    >
      {(rows) => (
        <DepositSheet deposit={rows.find(({ id }) => id === opened)} onClose={() => setOpened(undefined)} />
      )}
    </RecordsFrame>
  )
}

function Nothing() {
  const { t } = useTranslation("deposits")
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
    { key: "time", name: t("record.time"), isText: true, cell: ({ seen }) => <Moment time={seen} /> },
    { key: "coin", name: t("addresses:coin"), isText: true, cell: ({ currency }) => currency },
    {
      key: "network",
      name: t("addresses:network"),
      isText: true,
      cell: ({ chain, currency }) => networkName(chain, currency),
    },
    {
      key: "amount",
      isKept: true,
      name: t("record.amount"),
      cell: ({ amount, currency }) => <OwnAmount text={amount} unit={currency} isExact />,
    },
    {
      key: "confirmations",
      name: t("record.confirmations"),
      cell: ({ confirmations, finalAfter }) => `${confirmations}/${finalAfter}`,
    },
    { key: "status", name: t("record.status"), cell: (row) => <DepositBadge deposit={row} /> },
    {
      key: "more",
      isKept: true,
      name: t("record.more"),
      cell: ({ id }) => <OpenRecord onOpen={() => onOpen(id)}>{t("record.more")}</OpenRecord>,
    },
  ]
}
