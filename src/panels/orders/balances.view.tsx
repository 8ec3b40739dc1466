/** What does the spot account hold, coin by coin? The two coins of the market on screen come first. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount } from "#core/money/steps.ts"
import { OwnAmount } from "../../app/own-amount.tsx"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { account, balanceOf, heldCurrencies } from "../../stores/account-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { coinsInOrder } from "./balances.model.ts"
import cards from "./cards.module.css"
import { HeadRow } from "./heads.view.tsx"
import { currenciesOf, unitsOf } from "./order-rows.model.ts"
import { RowsList } from "./rows-list.view.tsx"
import { TableRow } from "./table-row.view.tsx"
import styles from "./tables.module.css"

interface BalancesProps {
  instrument: string
  isTable: boolean
}

export function Balances({ instrument, isTable }: BalancesProps) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const { list } = useSnapshot(heldCurrencies)
  const isLate = useIsLate(!isKnown)
  if (isLate && !isKnown)
    return <ErrorState title={t("orders.failedBalances")} onRetry={() => void wakeMarket()} />
  if (!isKnown) return <SkeletonRows count={3} />
  const { base, quote } = currenciesOf(instrument)
  return (
    <RowsList<string>
      label={t("orders.balances")}
      className={isTable ? styles.balances : undefined}
      rows={list.length > 0 ? coinsInOrder(list, [quote, base]) : []}
      empty={<EmptyState className={styles.empty}>{t("orders.noBalances")}</EmptyState>}
      keyOf={(currency) => currency}
      rowHeight={isTable ? 32 : 64}
      {...(isTable ? { heads: <Heads /> } : {})}
    >
      {(currency) => (isTable ? <CoinRow currency={currency} /> : <CoinCard currency={currency} />)}
    </RowsList>
  )
}

function Heads() {
  const { t } = useTranslation("trade")
  return (
    <HeadRow
      heads={[
        { key: "coin", children: t("orders.column.coin") },
        { key: "available", children: t("orders.column.available"), className: styles.figure },
        { key: "held", children: t("orders.column.held"), className: styles.figure },
        { key: "total", children: t("orders.column.total"), className: styles.figure },
      ]}
    />
  )
}

function useCoin(currency: string) {
  const { available, held } = useSnapshot(balanceOf("funding", currency))
  return { available, held, total: formatAmount(unitsOf(available) + unitsOf(held)) }
}

/** Follows its own balance: another coin's change doesn't wake it. */
const CoinRow = memo(function CoinRow({ currency }: { currency: string }) {
  const { available, held, total } = useCoin(currency)
  const cells = [
    { key: "coin", content: currency },
    { key: "available", content: <OwnAmount text={available} />, className: styles.figure },
    { key: "held", content: <OwnAmount text={held} />, className: styles.figure },
    { key: "total", content: <OwnAmount text={total} />, className: styles.figure },
  ]
  return <TableRow cells={cells} />
})

const CoinCard = memo(function CoinCard({ currency }: { currency: string }) {
  const { t } = useTranslation("trade")
  const { available, held } = useCoin(currency)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={cards.item}>
      <div className={cards.card}>
        <p className={cards.head}>{currency}</p>
        <div className={cards.end}>
          <OwnAmount text={available} />
          <span className={cards.small}>
            {t("orders.column.held")} <OwnAmount text={held} />
          </span>
        </div>
      </div>
    </div>
  )
})
