/** The balances of the spot account. The two coins of the market on screen come first. */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Rates } from "#core/money/worth.ts"
import { CoinFigures } from "../../amounts/coin-figures.tsx"
import { useAssetsAnswer, useCoinRates } from "../../amounts/live-rates.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { account, balanceOf, heldCurrencies } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { coinFigures, coinsInOrder } from "./balances.model.ts"
import cards from "./cards.module.css"
import { HeadRow } from "./heads.view.tsx"
import { currenciesOf, type OrdersBodyProps } from "./order-rows.model.ts"
import { RowsList } from "./rows-list.view.tsx"
import { TableRow } from "./table-row.view.tsx"
import styles from "./tables.module.css"

export function Balances({ instrument, isTable }: Omit<OrdersBodyProps, "kind">) {
  const { t } = useTranslation("trade")
  const { isKnown } = useSnapshot(account)
  const isLate = useIsLate(!isKnown)
  if (isLate && !isKnown)
    return <ErrorState title={t("orders.failedBalances")} onRetry={() => void wakeMarket()} />
  if (!isKnown) return <SkeletonRows count={3} />
  return <CoinRows instrument={instrument} isTable={isTable} />
}

function CoinRows({ instrument, isTable }: Omit<OrdersBodyProps, "kind">) {
  const { t } = useTranslation("trade")
  const { list } = useSnapshot(heldCurrencies)
  const { base, quote } = currenciesOf(instrument)
  const coins = coinsInOrder(list, [quote, base])
  const { rates, inCurrency } = useCoinRates(coins, useAssetsAnswer().data?.rates)
  return (
    <RowsList<string>
      label={t("orders.balances")}
      table={isTable ? "balances" : undefined}
      rows={list.length > 0 ? coins : []}
      empty={<EmptyState className={styles.empty}>{t("orders.noBalances")}</EmptyState>}
      keyOf={(currency) => currency}
      rowHeight={isTable ? 32 : 64}
      {...(isTable ? { heads: <Heads inCurrency={inCurrency} /> } : {})}
    >
      {(currency) =>
        isTable ? (
          <CoinRow currency={currency} rates={rates} inCurrency={inCurrency} />
        ) : (
          <CoinCard currency={currency} rates={rates} inCurrency={inCurrency} />
        )
      }
    </RowsList>
  )
}

/** The same words as in the asset center: there as here it is one account. */
function Heads({ inCurrency }: { inCurrency: string }) {
  const { t } = useTranslation("assets")
  return <HeadRow table="balances" heads={{ value: t("assets:coins.value", { currency: inCurrency }) }} />
}

interface CoinProps {
  currency: string
  rates: Rates
  inCurrency: string
}

function useCoin({ currency, rates, inCurrency }: CoinProps) {
  const { available, held } = useSnapshot(balanceOf("funding", currency))
  return coinFigures({ currency, available, held }, rates, inCurrency)
}

/** Follows its own balance: another coin's change doesn't wake it, prices do at most twice a second. */
const CoinRow = memo(function CoinRow(props: CoinProps) {
  const coin = useCoin(props)
  const isStale = useSnapshot(market).freshness.ticker.state !== "live"
  const { currency } = coin
  const contents = {
    coin: currency,
    available: <OwnAmount text={coin.available} currency={currency} />,
    held: <OwnAmount text={coin.held} currency={currency} />,
    total: <OwnAmount text={coin.total} currency={currency} />,
    value: (
      <span className={isStale ? styles.stale : undefined}>
        <OwnAmount text={coin.value} currency={props.inCurrency} />
      </span>
    ),
  }
  return <TableRow table="balances" contents={contents} />
})

const CoinCard = memo(function CoinCard(props: CoinProps) {
  const coin = useCoin(props)
  return (
    // biome-ignore lint/a11y/useSemanticElements: items of a virtual list can't be of a list element
    <div role="listitem" className={cards.item}>
      <div className={cards.card}>
        <CoinFigures coin={coin} inCurrency={props.inCurrency} />
      </div>
    </div>
  )
})
