/** Own withdrawals by coin, state and days, with their file; those under way as they go on, and a way to cancel them. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { WITHDRAWAL_STATUSES } from "#core/chain/custody-status.ts"
import { networkName } from "#core/chain/network-name.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { withdrawals } from "#core/wire/custody-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { Moment } from "../../lists/moment.tsx"
import { shortAddress } from "../../panels/custody/networks.ts"
import { RecordsFrame } from "../../panels/custody/records-frame.view.tsx"
import { type Column, OpenRecord } from "../../panels/custody/records-list.view.tsx"
import { WithdrawalBadge } from "../../panels/custody/withdrawal-facts.view.tsx"
import { WithdrawalRow, WithdrawalSheet } from "../../panels/custody/withdrawal-row.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

export function WithdrawRecordView() {
  const { t } = useTranslation("withdrawals")
  const live = useSnapshot(account)
  const [opened, setOpened] = useState<Withdrawal>()
  const columns = useColumns(setOpened)
  return (
    <RecordsFrame<Withdrawal>
      endpoint={withdrawals}
      table="withdrawals"
      name={t("app:screen.withdrawRecord")}
      states={WITHDRAWAL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      fresh={[...live.withdrawals, ...live.endedWithdrawals] as readonly Withdrawal[]}
      timeOf={({ requested }) => requested}
      failed={t("record.failed")}
      moreFailed={t("record.moreFailed")}
      nothing={<Nothing />}
      columns={columns}
      card={(row) => <WithdrawalRow withdrawal={row} onOpen={setOpened} />}
    >
      {() =>
        opened ? (
          <WithdrawalSheet key={opened.id} withdrawal={opened} onClose={() => setOpened(undefined)} />
        ) : null
      }
    </RecordsFrame>
  )
}

function Nothing() {
  const { t } = useTranslation("withdrawals")
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
    {
      key: "time",
      name: t("deposits:record.time"),
      isText: true,
      cell: ({ requested }) => <Moment time={requested} />,
    },
    { key: "coin", name: t("addresses:coin"), isText: true, cell: ({ currency }) => currency },
    {
      key: "network",
      name: t("addresses:network"),
      isText: true,
      cell: ({ chain, currency }) => networkName(chain, currency),
    },
    {
      key: "address",
      name: t("address"),
      isText: true,
      cell: ({ remark, address }) => remark || shortAddress(address),
    },
    {
      key: "amount",
      isKept: true,
      name: t("amount"),
      cell: ({ amount, currency }) => <OwnAmount text={amount} unit={currency} isExact />,
    },
    {
      key: "fee",
      name: t("fee"),
      cell: ({ fee, currency }) => `${formatDecimal(fee, i18n.language)}\u00a0${currency}`,
    },
    { key: "status", name: t("deposits:record.status"), cell: (row) => <WithdrawalBadge withdrawal={row} /> },
    {
      key: "more",
      isKept: true,
      name: t("deposits:record.more"),
      cell: (row) => <OpenRecord onOpen={() => onOpen(row)}>{t("deposits:record.more")}</OpenRecord>,
    },
  ]
}
