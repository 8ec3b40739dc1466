/** How do an account's coins stand on a desk? One table with live price and change; each row leads to trade or transfer. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { coinMarket } from "../../amounts/coin-market.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market, tickerOf } from "../../stores/market-store.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./coin-table.module.css"
import type { CoinRow } from "./holdings.model.ts"

interface CoinTableProps {
  rows: readonly CoinRow[]
  inCurrency: string
  onCoin: (row: CoinRow) => void
}

export function CoinTable({ rows, inCurrency, onCoin }: CoinTableProps) {
  const { t } = useTranslation("assets")
  const scroller = useMainScroller()
  if (!scroller) return null
  return (
    <TableVirtuoso
      className={styles.list}
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={40}
      computeItemKey={(_, row) => row.currency}
      components={{ Table: CoinsTable }}
      fixedHeaderContent={() => (
        <ListHeads>
          <th className={styles.start}>{t("coins.coin")}</th>
          <th>{t("coins.total")}</th>
          <th>{t("coins.available")}</th>
          <th>{t("coins.frozen")}</th>
          <th className={styles.wide}>{t("coins.price")}</th>
          <th className={styles.wide}>{t("coins.day")}</th>
          <th>{t("coins.value", { currency: inCurrency })}</th>
          <th className={styles.action}>
            <VisuallyHidden>{t("coins.actions")}</VisuallyHidden>
          </th>
        </ListHeads>
      )}
      itemContent={(_, row) => <Cells row={row} inCurrency={inCurrency} onCoin={onCoin} />}
    />
  )
}

function CoinsTable(props: React.ComponentProps<"table">) {
  return <ListTable {...props} className={styles.table} />
}

const TONES = { "-1": styles.down, "0": undefined, "1": styles.up } as const

function Cells({
  row,
  inCurrency,
  onCoin,
}: Pick<CoinTableProps, "inCurrency" | "onCoin"> & { row: CoinRow }) {
  const { t } = useTranslation("assets")
  const { catalogue, freshness } = useSnapshot(market)
  const listed = coinMarket(catalogue, row.currency)
  const cells = useSnapshot(tickerOf(listed?.id ?? ""))
  const isStale = freshness.ticker.state !== "live"
  return (
    <>
      <td className={styles.start}>
        <button type="button" className={styles.coin} onClick={() => onCoin(row)}>
          <span className={styles.name}>{row.currency}</span>{" "}
          <span className={styles.long}>{listed?.name}</span>
        </button>
      </td>
      <td className={styles.strong}>
        <OwnAmount text={row.total} currency={row.currency} />
      </td>
      <td>
        <OwnAmount text={row.available} currency={row.currency} />
      </td>
      <td className={styles.dim}>
        <OwnAmount text={row.held} currency={row.currency} />
      </td>
      <td className={classNames(styles.wide, isStale && styles.dim)}>
        {listed ? <PriceText text={cells.last} /> : "–"}
      </td>
      <td className={classNames(styles.wide, isStale ? styles.dim : TONES[cells.sign])}>
        {(listed && cells.changePercent) ?? "–"}
      </td>
      <td className={styles.strong}>
        <OwnAmount text={row.value} currency={inCurrency} />
      </td>
      <td className={styles.action}>
        {listed ? (
          <ScreenLink
            to="/pages/spot/trade"
            search={{ symbol: listed.id }}
            className={styles.link}
            aria-label={t("coins.tradeCoin", { currency: row.currency })}
          >
            {t("coins.trade")}
          </ScreenLink>
        ) : (
          <Button
            tone="quiet"
            className={styles.link}
            aria-label={t("coins.showCoin", { currency: row.currency })}
            onClick={() => onCoin(row)}
          >
            {t("coins.show")}
          </Button>
        )}
      </td>
    </>
  )
}
