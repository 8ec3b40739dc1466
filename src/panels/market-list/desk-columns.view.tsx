/** The columns of the desk's table of markets. One table for all kinds of markets; each kind picks what it needs. */

import { memo, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ListSort, MarketKind, TickerCells } from "#workers/market/market.api.ts"
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

interface DeskColumn {
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
  head: "favourites",
  isHeadHidden: true,
  className: styles.starColumn,
  cell: ({ cells }) => <StarButton id={cells.id} size={16} tabIndex={-1} className={styles.star} />,
}
const pair: DeskColumn = {
  head: "pair",
  sort: "name",
  className: styles.left,
  cell: ({ kind, cells, query }) => <Pair kind={kind} id={cells.id} query={query} />,
}
const last: DeskColumn = { head: "lastShort", sort: "last", cell: (row) => <Last {...row} /> }
const change: DeskColumn = {
  head: "change24h",
  sort: "change",
  cell: ({ cells, isStale }) => (
    <span className={classNames(styles.change, isStale ? undefined : SIGNS[cells.sign])}>
      {cells.changePercent ?? "–"}
    </span>
  ),
}
const range: DeskColumn = {
  head: "lowHigh",
  sort: "range",
  className: styles.rangeColumn,
  cell: ({ cells }) => <DayRange low={cells.low} high={cells.high} range={cells.range} />,
}
/** Gives way where a desk is narrow. */
const roomyRange: DeskColumn = { ...range, className: classNames(styles.rangeColumn, styles.roomyColumn) }
const turnover: DeskColumn = {
  head: "turnover",
  hasCurrency: true,
  sort: "turnover",
  // The tooltip has it in its own quote, which may be another.
  cell: ({ cells }) => (
    <span title={`${cells.turnover ?? "–"} ${marketName(cells.id).quote}`}>{cells.turnoverWorth ?? "–"}</span>
  ),
}
const spread: DeskColumn = {
  head: "spread",
  sort: "spread",
  cell: ({ cells }) => <span className={styles.quiet}>{cells.spreadPercent ?? "–"}</span>,
}
const mark: DeskColumn = { head: "mark", sort: "mark", cell: ({ cells }) => <PriceText text={cells.mark} /> }
const funding: DeskColumn = {
  head: "funding",
  sort: "funding",
  cell: ({ cells }) => cells.fundingRate ?? "–",
}
const fundingIn: DeskColumn = {
  head: "fundingIn",
  sort: "nextFunding",
  cell: ({ cells }) => (
    <span className={styles.quiet}>
      <FundingLeft id={cells.id} />
    </span>
  ),
}
const periods: DeskColumn = {
  head: "periods",
  sort: "periods",
  className: styles.periodsColumn,
  cell: ({ cells }) => <Periods id={cells.id} />,
}
const payout: DeskColumn = {
  head: "payout",
  className: styles.payoutColumn,
  sort: "payout",
  cell: ({ cells }) => <HighestPayout id={cells.id} />,
}
const listed: DeskColumn = {
  head: "listed",
  className: styles.listedColumn,
  sort: "listed",
  cell: ({ cells }) => <ListingDate id={cells.id} />,
}
const day: DeskColumn = { head: "day", className: styles.sparkColumn, cell: (row) => <Day {...row} /> }
const way: DeskColumn = {
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

/** Of a kind of market under a chip: what is new says since when. */
export const deskColumns = (kind: MarketKind, chip: ListChip): readonly DeskColumn[] =>
  chip === "new" ? COLUMNS[kind].map((one) => (one === GIVES_WAY[kind] ? listed : one)) : COLUMNS[kind]

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
