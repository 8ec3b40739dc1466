/** Which coins does an account hold? By worth, the small ones hideable, found by name; rows on a phone, a table on a desk. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { Wallet } from "#core/wire/trading.ts"
import { CoinFigures } from "../../amounts/coin-figures.tsx"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { assetsShown, hideSmall } from "../../stores/assets-store.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { useIsDesk } from "../../ui/width.ts"
import { COIN_TABLE, CoinTable, useCoinColumns } from "./coin-table.view.tsx"
import styles from "./coins.module.css"
import { type CoinRow, coinsOf } from "./holdings.model.ts"
import type { Money } from "./use-money.ts"

interface CoinsProps {
  money: Money
  wallet: Wallet
  /** A row was chosen. */
  onCoin: (row: CoinRow) => void
  /** At the head's start; left out: "Coins in …". */
  head?: React.ReactNode
  /** What can be done where the account holds nothing. */
  emptyAction?: React.ReactNode
}

/** From so many coins on there is a search. */
const SEARCH_FROM = 6

export function Coins({ money, wallet, onCoin, head, emptyAction }: CoinsProps) {
  const { t } = useTranslation("assets")
  const { isSmallHidden } = useSnapshot(assetsShown)
  const [query, setQuery] = useState("")
  const { balances, rates, holdings } = money
  const all = coinsOf(balances, wallet, rates, holdings.inCurrency, { hideSmall: false, query: "" })
  const rows = coinsOf(balances, wallet, rates, holdings.inCurrency, { hideSmall: isSmallHidden, query })
  const isDesk = useIsDesk()
  const columns = useCoinColumns(holdings.inCurrency)
  return (
    <section className={styles.coins} aria-labelledby="coins-title">
      <div className={styles.head}>
        {head ?? (
          <h2 id="coins-title" className={styles.title}>
            {t("coins.title", { account: t(`wallet.${wallet}`) })}
          </h2>
        )}
        <div className={styles.choices}>
          <Checkbox className={styles.small} isOn={isSmallHidden} onChange={hideSmall}>
            {t("coins.hideSmall")}
          </Checkbox>
          {isDesk && all.length > 0 ? <ColumnsButton table={COIN_TABLE} columns={columns} /> : null}
        </div>
      </div>
      {all.length >= SEARCH_FROM || query !== "" ? (
        <SearchField
          className={styles.search}
          value={query}
          onChange={setQuery}
          placeholder={t("coins.search")}
        />
      ) : null}
      {rows.length === 0 ? (
        <NoCoins all={all.length} query={query} action={emptyAction} />
      ) : isDesk ? (
        <CoinTable rows={rows} inCurrency={holdings.inCurrency} onCoin={onCoin} />
      ) : (
        <CoinList rows={rows} inCurrency={holdings.inCurrency} onCoin={onCoin} />
      )}
    </section>
  )
}

interface NoCoinsProps {
  all: number
  query: string
  action: React.ReactNode
}

function NoCoins({ all, query, action }: NoCoinsProps) {
  const { t } = useTranslation("assets")
  if (all === 0) return <EmptyState action={action}>{t("coins.empty")}</EmptyState>
  return (
    <EmptyState glyph={SearchX}>
      {query.trim() === "" ? t("coins.onlySmall") : t("coins.notFound", { query: query.trim() })}
    </EmptyState>
  )
}

interface RowsProps {
  rows: readonly CoinRow[]
  inCurrency: string
  onCoin: (row: CoinRow) => void
}

function CoinList({ rows, inCurrency, onCoin }: RowsProps) {
  const scroller = useMainScroller()
  if (!scroller) return null
  return (
    <Virtuoso
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={56}
      increaseViewportBy={400}
      computeItemKey={(_, row) => row.currency}
      itemContent={(_, row) => (
        <button type="button" className={styles.row} onClick={() => onCoin(row)}>
          <CoinFigures coin={row} inCurrency={inCurrency} />
        </button>
      )}
    />
  )
}
