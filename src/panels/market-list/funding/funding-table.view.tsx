/** The funding of all contracts side by side, to be sorted by each column. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { fundingOverview } from "#core/wire/contract-public-calls.ts"
import { useAnswer } from "../../../api/query.ts"
import { AskedFace } from "../../../lists/asked-face.tsx"
import { ColumnHead } from "../../../lists/columns/column-head.tsx"
import { useColumns } from "../../../lists/columns/use-columns.ts"
import { CountedDown } from "../../../lists/time-left.tsx"
import { ScreenLink } from "../../../places/screen-link.tsx"
import { market } from "../../../stores/market-store.ts"
import { formatLarge } from "../../../text/large-number.ts"
import { formatNumber } from "../../../text/numbers.ts"
import { classNames } from "../../../ui/class-names.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { useHeldOrder } from "../../../ui/held-order.ts"
import { ChevronDown, ChevronUp, Icon } from "../../../ui/icon.tsx"
import { ListHeads, ListTable } from "../../../ui/list-table.tsx"
import { useHolding } from "../../../ui/row-holding.ts"
import { SkeletonRows } from "../../../ui/skeleton.tsx"
import { marketName } from "../market-name.ts"
import { marketPlace } from "../market-place.ts"
import heads from "../sort-head.module.css"
import {
  type FundingOrder,
  type FundingRow,
  type FundingSort,
  orderBy,
  orderFunding,
  ratePercent,
} from "./funding.model.ts"
import { FUNDING_COLUMNS, FUNDING_TABLE } from "./funding-columns.view.tsx"
import styles from "./funding-table.module.css"

const READ_EVERY_MS = 15_000

export function FundingTable() {
  const { t } = useTranslation("overview")
  const asked = useAnswer(fundingOverview, {}, true, READ_EVERY_MS, 0)
  return (
    <AskedFace asked={asked} failed={t("funding.failed")} skeleton={<SkeletonRows count={14} />}>
      {({ rows }) =>
        rows.length === 0 ? <EmptyState>{t("funding.empty")}</EmptyState> : <Rows rows={rows} />
      }
    </AskedFace>
  )
}

function Rows({ rows }: { rows: readonly FundingRow[] }) {
  const { t } = useTranslation("overview")
  const [order, setOrder] = useState<FundingOrder>({ sort: "openValue", direction: "down" })
  const { isPressed, holding } = useHolding()
  const columns = useColumns(FUNDING_TABLE, FUNDING_COLUMNS)
  // A new answer never moves a row away from under a finger.
  const shown = useHeldOrder(orderFunding(rows, order), isPressed) ?? []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, by keys too
    <section className={styles.scroller} aria-label={t("funding.title")} tabIndex={0} {...holding}>
      <ListTable className={styles.table}>
        <thead>
          <ListHeads data-table={FUNDING_TABLE}>
            {columns.map(({ key }) => (
              <ColumnHead
                key={key}
                table={FUNDING_TABLE}
                column={key}
                className={key === "instrument" ? styles.pair : undefined}
                aria-sort={sortOf(order, key)}
              >
                <Head column={key} order={order} onSort={setOrder} />
              </ColumnHead>
            ))}
          </ListHeads>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.instrument} row={row} columns={columns} />
          ))}
        </tbody>
      </ListTable>
      <p className={styles.note}>{t("funding.note")}</p>
    </section>
  )
}

const sortOf = ({ sort, direction }: FundingOrder, column: FundingSort) =>
  sort !== column ? "none" : direction === "up" ? "ascending" : "descending"

interface HeadProps {
  column: FundingSort
  order: FundingOrder
  onSort: (order: FundingOrder) => void
}

function Head({ column, order, onSort }: HeadProps) {
  const { t } = useTranslation("overview")
  const isOn = order.sort === column
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(heads.head, isOn && heads.on)}
      onClick={() => onSort(orderBy(order, column))}
    >
      {t(`funding.${column}`)}
      {isOn ? <Icon glyph={order.direction === "down" ? ChevronDown : ChevronUp} size={12} /> : null}
    </button>
  )
}

interface RowProps {
  row: FundingRow
  columns: typeof FUNDING_COLUMNS
}

function Row({ row, columns }: RowProps) {
  return (
    <tr>
      {columns.map(({ key }) =>
        key === "instrument" ? (
          <th key={key} scope="row" className={styles.pair}>
            <ScreenLink
              to={marketPlace("perpetual")}
              search={{ symbol: row.instrument }}
              className={styles.link}
            >
              {marketName(row.instrument).pair}
            </ScreenLink>
          </th>
        ) : (
          <FigureCell key={key} row={row} column={key} />
        ),
      )}
    </tr>
  )
}

function FigureCell({ row, column }: { row: FundingRow; column: Exclude<FundingSort, "instrument"> }) {
  const { t, i18n } = useTranslation("overview")
  const { language } = i18n
  const quote = useSnapshot(market).catalogue?.byId.get(row.instrument)?.quote ?? ""
  switch (column) {
    case "rate":
      return <td className={styles.now}>{ratePercent(row.rate, 4, language)}</td>
    case "nextFunding":
      return (
        <td title={t("funding.every", { hours: formatNumber(row.fundingHours, language) })}>
          {row.nextFunding === 0 ? "–" : <CountedDown to={row.nextFunding} />}
        </td>
      )
    case "openValue":
      return (
        <td title={`${formatLarge(row.openInterest, language)} ${marketName(row.instrument).base}`}>
          {row.openValue === "" ? "–" : `${formatLarge(row.openValue, language)} ${quote}`}
        </td>
      )
    default:
      return <td>{ratePercent(row[column], column === "yearly" ? 2 : 4, language)}</td>
  }
}
