/** The columns of the desk's table of markets. One table for all kinds of markets; each kind picks what it needs. */

import { memo, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Column } from "#core/workspace/table-columns.ts"
import type { ListSort, MarketKind, TickerCells } from "#workers/market/market.api.ts"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { useColumnChoice, useColumns } from "../../lists/columns/use-columns.ts"
import { FundingLeft } from "../../lists/time-left.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { marketList, sparklineOf } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import { CoinName, HighestPayout, LeverageTag, Periods } from "./contract-figures.view.tsx"
import { DayRange } from "./day-range.view.tsx"
import styles from "./desk-list.module.css"
import { ListingDate } from "./listing-date.ts"
import { MarkedText, queryOfPair } from "./marked-text.view.tsx"
import type { ListChip } from "./market-list.model.ts"
import { marketName } from "./market-name.ts"
import { marketPlace } from "./market-place.ts"
import { StarButton } from "./star.view.tsx"

interface DeskRow {
  kind: MarketKind
  cells: TickerCells
  isStale: boolean
  /** What was searched for. */
  query: string
}

interface DeskColumn extends Column {
  /** In rem: narrower, its figures would run into the next. */
  least: number
  /** Its head, a key under `list.`. */
  head: string
  /** Behind the head stands the currency in which it is told. */
  hasCurrency?: boolean
  /** The head can be heard, not seen: what stands below says enough. */
  isHeadHidden?: boolean
  sort?: ListSort
  className?: string | undefined
  cell: (row: DeskRow) => ReactNode
}

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

const star: DeskColumn = {
  key: "star",
  least: 3,
  head: "favourites",
  isHeadHidden: true,
  className: styles.starColumn,
  cell: ({ cells }) => <StarButton id={cells.id} size={16} tabIndex={-1} className={styles.star} />,
}
const pair: DeskColumn = {
  key: "pair",
  least: 9,
  isKept: true,
  head: "pair",
  sort: "name",
  className: styles.left,
  cell: ({ kind, cells, query }) => <Pair kind={kind} id={cells.id} query={query} />,
}
const last: DeskColumn = {
  key: "last",
  least: 6.5,
  head: "lastShort",
  sort: "last",
  cell: (row) => <Last {...row} />,
}
const change: DeskColumn = {
  key: "change",
  least: 5.5,
  head: "change24h",
  sort: "change",
  cell: ({ cells, isStale }) => (
    <span className={classNames(styles.change, isStale ? undefined : SIGNS[cells.sign])}>
      {cells.changePercent ?? "–"}
    </span>
  ),
}
const range: DeskColumn = {
  key: "range",
  least: 16.5,
  head: "lowHigh",
  sort: "range",
  className: styles.rangeColumn,
  cell: ({ cells }) => <DayRange low={cells.low} high={cells.high} range={cells.range} />,
}
/** Gives way where a desk is narrow. */
const roomyRange: DeskColumn = { ...range, className: classNames(styles.rangeColumn, styles.roomyColumn) }
const turnover: DeskColumn = {
  key: "turnover",
  least: 7,
  head: "turnover",
  hasCurrency: true,
  sort: "turnover",
  // The tooltip has it in its own quote, which may be another.
  cell: ({ cells }) => (
    <span title={`${cells.turnover ?? "–"} ${marketName(cells.id).quote}`}>{cells.turnoverWorth ?? "–"}</span>
  ),
}
const spread: DeskColumn = {
  key: "spread",
  least: 5,
  head: "spread",
  sort: "spread",
  cell: ({ cells }) => <span className={styles.quiet}>{cells.spreadPercent ?? "–"}</span>,
}
const mark: DeskColumn = {
  key: "mark",
  least: 6.5,
  head: "mark",
  sort: "mark",
  cell: ({ cells }) => <PriceText text={cells.mark} />,
}
const funding: DeskColumn = {
  key: "funding",
  least: 5.5,
  head: "funding",
  sort: "funding",
  cell: ({ cells }) => cells.fundingRate ?? "–",
}
const fundingIn: DeskColumn = {
  key: "fundingIn",
  least: 5.5,
  head: "fundingIn",
  sort: "nextFunding",
  cell: ({ cells }) => (
    <span className={styles.quiet}>
      <FundingLeft id={cells.id} />
    </span>
  ),
}
const periods: DeskColumn = {
  key: "periods",
  least: 9,
  head: "periods",
  sort: "periods",
  className: styles.periodsColumn,
  cell: ({ cells }) => <Periods id={cells.id} />,
}
const payout: DeskColumn = {
  key: "payout",
  least: 6,
  head: "payout",
  className: styles.payoutColumn,
  sort: "payout",
  cell: ({ cells }) => <HighestPayout id={cells.id} />,
}
const listed: DeskColumn = {
  key: "listed",
  least: 7,
  head: "listed",
  className: styles.listedColumn,
  sort: "listed",
  cell: ({ cells }) => <ListingDate id={cells.id} />,
}
const day: DeskColumn = {
  key: "day",
  least: 8.5,
  head: "day",
  className: styles.sparkColumn,
  cell: (row) => <Day {...row} />,
}
const way: DeskColumn = {
  key: "trade",
  least: 5.5,
  isKept: true,
  head: "trade",
  isHeadHidden: true,
  className: styles.tradeColumn,
  cell: ({ kind, cells }) => <Way kind={kind} id={cells.id} />,
}

const COLUMNS: Readonly<Record<MarketKind, readonly DeskColumn[]>> = {
  spot: [star, pair, last, change, range, turnover, spread, day, way],
  perpetual: [
    star,
    { ...pair, className: classNames(styles.left, styles.taggedColumn) },
    last,
    change,
    mark,
    funding,
    fundingIn,
    turnover,
    day,
    way,
  ],
  second: [star, pair, { ...last, head: "indexPrice" }, change, roomyRange, periods, payout, day, way],
}

/** Where in place of which column the date stands while the new ones are shown. */
const GIVES_WAY: Readonly<Record<MarketKind, DeskColumn>> = {
  spot: spread,
  perpetual: fundingIn,
  second: roomyRange,
}

/** Under which name the choice is kept. */
export const deskTable = (kind: MarketKind): string => `markets-${kind}`

/** Of a kind of market under a chip, as they were chosen: what is new says since when. */
export function useDeskColumns(kind: MarketKind, chip: ListChip): readonly DeskColumn[] {
  const columns = useColumns(deskTable(kind), COLUMNS[kind])
  if (chip !== "new") return columns
  const giving = GIVES_WAY[kind]
  if (columns.includes(giving)) return columns.map((one) => (one === giving ? listed : one))
  return [...columns.slice(0, -1), listed, ...columns.slice(-1)]
}

/** In rem: narrower the table scrolls sideways; undefined where nothing was chosen, and all has room. */
export function useLeastWidth(kind: MarketKind, chip: ListChip): number | undefined {
  const choice = useColumnChoice(deskTable(kind))
  const columns = useDeskColumns(kind, chip)
  return choice && columns.reduce((sum, { key, least }) => sum + Math.max(least, choice.widths[key] ?? 0), 0)
}

export function DeskColumnsButton({ kind }: { kind: MarketKind }) {
  const { t } = useTranslation("market")
  const columns = COLUMNS[kind].map(({ key, isKept, head }) => ({
    key,
    name: t(`list.${head}`),
    ...(isKept && { isKept }),
  }))
  return <ColumnsButton table={deskTable(kind)} columns={columns} />
}

/** What a row is called and where it leads: kept from rendering with every price. */
const Pair = memo(function Pair({ kind, id, query }: Pick<DeskRow, "kind" | "query"> & { id: string }) {
  const { base, quote } = marketName(id)
  const searched = queryOfPair(query)
  return (
    <>
      <ScreenLink
        to={marketPlace(kind)}
        search={{ symbol: id }}
        className={styles.link}
        tabIndex={-1}
        data-market={id}
      >
        <MarkedText text={base} query={searched.base} />
        <span className={styles.quote}>
          /<MarkedText text={quote} query={searched.quote} />
        </span>
      </ScreenLink>
      <LeverageTag id={id} />
      {query === "" ? null : (
        <span className={styles.coin}>
          <CoinName id={id} query={query} />
        </span>
      )}
    </>
  )
})

function Last({ cells, isStale }: DeskRow) {
  const { isTooLively } = useSnapshot(marketList)
  return (
    <span className={styles.last}>
      <FlashCell value={cells.last} moved={cells.moved} isQuiet={isTooLively || isStale}>
        <PriceText text={cells.last} />
      </FlashCell>
    </span>
  )
}

function Day({ cells, isStale }: DeskRow) {
  const { points } = useSnapshot(sparklineOf(cells.id))
  return (
    <Sparkline
      points={points ?? undefined}
      sign={isStale ? 0 : cells.sign}
      width={112}
      height={24}
      className={styles.spark}
    />
  )
}

/** Where the row leads, in a word. */
const Way = memo(function Way({ kind, id }: Pick<DeskRow, "kind"> & { id: string }) {
  const { t } = useTranslation("market")
  const word = t(marketPlace(kind) === "/pages/kline/index" ? "trade.chart" : "list.trade")
  return (
    <ScreenLink
      to={marketPlace(kind)}
      search={{ symbol: id }}
      className={styles.trade}
      tabIndex={-1}
      aria-label={`${word} ${marketName(id).pair}`}
    >
      {word}
    </ScreenLink>
  )
})
