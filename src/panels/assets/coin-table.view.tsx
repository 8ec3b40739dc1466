/** How do an account's coins stand on a desk? One table with live price and change; each row leads to trade or transfer. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { coinMarket } from "../../amounts/coin-market.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import type { NamedColumn } from "../../lists/columns/columns-button.tsx"
import { useColumnChoice, useColumns } from "../../lists/columns/use-columns.ts"
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

export const COIN_TABLE = "coins"

/** In the order that stands until another is chosen. */
const COIN_COLUMNS = [
  { key: "coin", isKept: true },
  { key: "total", isKept: true },
  { key: "available" },
  { key: "frozen" },
  { key: "price" },
  { key: "day" },
  { key: "value" },
  { key: "actions", isKept: true },
] as const
type CoinColumn = (typeof COIN_COLUMNS)[number]["key"]

const HEAD_CLASSES: Partial<Record<CoinColumn, string | undefined>> = {
  ...{ coin: styles.start, actions: styles.action },
}
const CELL_CLASSES: Partial<Record<CoinColumn, string | undefined>> = {
  ...{ coin: styles.start, total: styles.strong, frozen: styles.dim, value: styles.strong },
  actions: styles.action,
}

interface CoinTableProps {
  rows: readonly CoinRow[]
  inCurrency: string
  onCoin: (row: CoinRow) => void
}

export function CoinTable({ rows, inCurrency, onCoin }: CoinTableProps) {
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
      fixedHeaderContent={() => <Heads inCurrency={inCurrency} />}
      itemContent={(_, row) => <Cells row={row} inCurrency={inCurrency} onCoin={onCoin} />}
    />
  )
}

/** All that the table can show, by name. */
export function useCoinColumns(inCurrency: string): readonly (NamedColumn & { key: CoinColumn })[] {
  const { t } = useTranslation("assets")
  const name = (key: CoinColumn) =>
    key === "value" ? t("coins.value", { currency: inCurrency }) : t(`coins.${key}`)
  return COIN_COLUMNS.map((column) => ({ ...column, name: name(column.key) }))
}

/** Left out for want of room as long as nobody has chosen. */
function useRoomClass(): (key: CoinColumn) => string | undefined {
  const isChosen = useColumnChoice(COIN_TABLE) !== undefined
  return (key) => (!isChosen && (key === "price" || key === "day") ? styles.wide : undefined)
}

function Heads({ inCurrency }: Pick<CoinTableProps, "inCurrency">) {
  const roomClass = useRoomClass()
  const columns = useColumns(COIN_TABLE, useCoinColumns(inCurrency))
  return (
    <ListHeads data-table={COIN_TABLE}>
      {columns.map(({ key, name }) => (
        <ColumnHead
          key={key}
          table={COIN_TABLE}
          column={key}
          className={classNames(HEAD_CLASSES[key], roomClass(key))}
        >
          {key === "actions" ? <VisuallyHidden>{name}</VisuallyHidden> : name}
        </ColumnHead>
      ))}
    </ListHeads>
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
  const columns = useColumns(COIN_TABLE, COIN_COLUMNS)
  const roomClass = useRoomClass()
  return columns.map(({ key }) => (
    <td key={key} className={classOf(key)}>
      {cellOf(key)}
    </td>
  ))

  function classOf(key: CoinColumn): string | undefined {
    if (key === "price") return classNames(roomClass(key), isStale && styles.dim)
    if (key === "day") return classNames(roomClass(key), isStale ? styles.dim : TONES[cells.sign])
    return CELL_CLASSES[key]
  }

  function cellOf(key: CoinColumn) {
    switch (key) {
      case "coin":
        return (
          <button type="button" className={styles.coin} onClick={() => onCoin(row)}>
            <span className={styles.name}>{row.currency}</span>{" "}
            <span className={styles.long}>{listed?.name}</span>
          </button>
        )
      case "total":
        return <OwnAmount text={row.total} currency={row.currency} />
      case "available":
        return <OwnAmount text={row.available} currency={row.currency} />
      case "frozen":
        return <OwnAmount text={row.held} currency={row.currency} />
      case "price":
        return listed ? <PriceText text={cells.last} /> : "–"
      case "day":
        return (listed && cells.changePercent) ?? "–"
      case "value":
        return <OwnAmount text={row.value} currency={inCurrency} />
      case "actions":
        return listed ? (
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
        )
    }
  }
}
