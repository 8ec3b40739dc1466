/**
 * One list of what was of contracts, the newest first: a table on a desk, rows of figures elsewhere; more as
 * one scrolls, and new rows appear by themselves.
 */

import { useCallback, useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { useSteadyRows } from "../../lists/steady-rows.ts"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { priceFigure } from "../../text/price-figure.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ArrowUp, Icon, Pencil, Share2 } from "../../ui/icon.tsx"
import { IconButton, iconButtonClass } from "../../ui/icon-button.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import {
  HISTORY_COLUMNS,
  type HistoryField,
  type HistoryRow,
  type HistoryTable,
  historyTable,
} from "./history.model.ts"
import styles from "./history-list.module.css"
import { type HistoryNews, withNews } from "./history-news.ts"
import { percentText, returnText } from "./percent-text.ts"

/** Scrolled no further than this, new rows come in by themselves. */
const TOP_PX = 80

type Shared = NonNullable<HistoryRow["shared"]>

/** What the user has noted on positions, and the way to write it. */
interface NoteColumn {
  of: (position: number) => { note: string; tags: readonly string[] } | undefined
  write: (row: HistoryRow, position: number) => void
}

interface HistoryListProps<Row> {
  label: string
  /** Which list it is: its columns are chosen by themselves. */
  table: HistoryTable
  asked: AskedPages<Row>
  rowOf: (row: Row) => HistoryRow
  isTable: boolean
  /** Filters are on: that is why there may be nothing. */
  isNarrowed: boolean
  /** What has come over the stream; left out: the list is read again for it. */
  news?: HistoryNews<Row>
  notes?: NoteColumn
}

export function HistoryList<Row>(props: HistoryListProps<Row>) {
  const { label, table, asked, rowOf, isTable, isNarrowed, news, notes } = props
  const { t } = useTranslation("positions")
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("history.failed")}>
      {(read) => {
        const rows = (news ? withNews(read, news, asked.hasMore) : read).map(rowOf)
        if (rows.length === 0)
          return <EmptyState>{t(isNarrowed ? "history.nothingSo" : "history.nothing")}</EmptyState>
        return <Rows {...{ label, table, rows, isTable, notes }} paging={asked} />
      }}
    </AskedFace>
  )
}

interface RowsProps {
  label: string
  table: HistoryTable
  rows: readonly HistoryRow[]
  paging: AskedPages<unknown>
  isTable: boolean
  notes: NoteColumn | undefined
}

/** Who has scrolled away from the newest keeps what they read in its place: what is new waits behind a button. */
function Rows({ label, table, rows, paging, isTable, notes }: RowsProps) {
  const { t } = useTranslation("positions")
  const scroller = useMainScroller()
  const isAtTop = useIsAtTop(scroller)
  const steady = useSteadyRows({ rows, keyOf: rowKey }, !isAtTop)
  const [first] = steady.rows
  if (!scroller || !first) return null
  const foot = { paging, failed: t("history.moreFailed") }
  const shared = {
    customScrollParent: scroller,
    data: steady.rows,
    increaseViewportBy: 400,
    computeItemKey: (_: number, row: HistoryRow) => row.key,
    endReached: paging.loadMore,
  }
  const fresh =
    steady.waiting === 0 ? null : (
      <Button
        className={styles.fresh}
        icon={<Icon glyph={ArrowUp} size={16} />}
        onClick={() => scroller.scrollTo({ top: 0 })}
      >
        {t("trade:orders.newRows", { count: steady.waiting })}
      </Button>
    )
  if (!isTable)
    return (
      <>
        <Virtuoso
          {...shared}
          defaultItemHeight={140}
          context={foot}
          components={{ Footer: ListFoot }}
          itemContent={(_, row) => <Card row={row} notes={notes} />}
        />
        {fresh}
      </>
    )
  return (
    <>
      <section className={styles.sideways} aria-label={label}>
        <TableVirtuoso
          {...shared}
          defaultItemHeight={40}
          components={{ Table: ListTable }}
          fixedHeaderContent={() => <Heads table={table} row={first} />}
          itemContent={(_, row) => <Cells table={table} row={row} notes={notes} />}
        />
        <ListFoot context={foot} />
      </section>
      {fresh}
    </>
  )
}

const rowKey = ({ key }: HistoryRow) => key

/** Whether nothing of the list has been scrolled away, or hardly. */
function useIsAtTop(scroller: HTMLElement | null): boolean {
  return useSyncExternalStore(
    useCallback(
      (hear) => {
        scroller?.addEventListener("scroll", hear, { passive: true })
        return () => scroller?.removeEventListener("scroll", hear)
      },
      [scroller],
    ),
    () => (scroller?.scrollTop ?? 0) < TOP_PX,
  )
}

interface TableProps {
  table: HistoryTable
}

/** Words stand at the start of their column, figures at its end. */
const startOf = (key: string, row: HistoryRow): string | undefined =>
  ["time", "contract", "notes"].includes(key) ||
  row.fields.some(({ name, kind }) => name === key && kind === "word")
    ? styles.start
    : undefined

function Heads({ table, row }: TableProps & { row: HistoryRow }) {
  const { t } = useTranslation("positions")
  const name = historyTable(table)
  return (
    <ListHeads data-table={name}>
      {useColumns(name, HISTORY_COLUMNS[table]).map((column) => (
        <ColumnHead key={column.key} table={name} column={column.key} className={startOf(column.key, row)}>
          {column.key === "share" ? <VisuallyHidden>{t(column.name)}</VisuallyHidden> : t(column.name)}
        </ColumnHead>
      ))}
    </ListHeads>
  )
}

interface RowProps {
  row: HistoryRow
  notes: NoteColumn | undefined
}

function Cells({ table, row, notes }: TableProps & RowProps) {
  return useColumns(historyTable(table), HISTORY_COLUMNS[table]).map(({ key }) => (
    <td key={key} className={startOf(key, row)}>
      <Cell name={key} row={row} notes={notes} />
    </td>
  ))
}

function Cell({ name, row, notes }: RowProps & { name: string }) {
  const { shared } = row
  if (name === "time") return <Moment time={row.time} />
  if (name === "contract") return marketTitle(row.instrument)
  if (name === "notes")
    return notes && shared ? <NoteCell row={row} notes={notes} position={shared.id} /> : null
  if (name === "share") return shared ? <ShareLink row={row} shared={shared} /> : null
  const field = row.fields.find((each) => each.name === name)
  return field ? <Figure field={field} row={row} /> : null
}

function Card({ row, notes }: RowProps) {
  const { t } = useTranslation("positions")
  return (
    <article className={styles.card}>
      <p className={styles.head}>
        <strong>{marketTitle(row.instrument)}</strong>
        <span>
          <Moment time={row.time} />
          {row.shared ? <ShareLink row={row} shared={row.shared} /> : null}
        </span>
      </p>
      <dl className={styles.figures}>
        {row.fields.map((field) => (
          <div key={field.name}>
            <dt>{t(`history.head.${field.name}`)}</dt>
            <dd>
              <Figure field={field} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {notes && row.shared ? <NoteCell row={row} notes={notes} position={row.shared.id} /> : null}
    </article>
  )
}

/** Tags and the beginning of the note; pressed, both can be written. */
function NoteCell({ row, notes, position }: { row: HistoryRow; notes: NoteColumn; position: number }) {
  const { t } = useTranslation("journal")
  const known = notes.of(position)
  const said = known
    ? [known.tags.map((tag) => `#${tag}`).join(" "), known.note].filter(Boolean).join(" · ")
    : ""
  const label = t(said === "" ? "note.write" : "note.change", { position: marketTitle(row.instrument) })
  return (
    <span className={styles.note}>
      {said === "" ? null : (
        <bdi className={styles.said} title={said}>
          {said}
        </bdi>
      )}
      <IconButton glyph={Pencil} size={16} label={label} onClick={() => notes.write(row, position)} />
    </span>
  )
}

function ShareLink({ row, shared: { id, side } }: { row: HistoryRow; shared: Shared }) {
  const { t } = useTranslation("positions")
  const label = t("share:of", { position: `${marketTitle(row.instrument)} ${t(`side.${side}`)}` })
  return (
    <ScreenLink
      to="/pages/contract/share"
      search={{ id: String(id) }}
      className={classNames(iconButtonClass, styles.share)}
      aria-label={label}
      title={label}
    >
      <Icon glyph={Share2} size={16} />
    </ScreenLink>
  )
}

/** Which way it went: as in every other list of own orders and positions. */
const WORD_TONES: Readonly<Record<string, string | undefined>> = {
  "trade:orders.buy": styles.up,
  "trade:orders.sell": styles.down,
  "positions:side.long": styles.up,
  "positions:side.short": styles.down,
}

function Figure({ field: { name, kind, text }, row }: { field: HistoryField; row: HistoryRow }) {
  const { t, i18n } = useTranslation("positions")
  const [base = "", quote = ""] = row.instrument.split("_")
  switch (kind) {
    case "word":
      return <span className={WORD_TONES[text]}>{t(text)}</span>
    case "price":
      return <PriceText text={text === "" ? null : priceFigure(text, i18n.language)} />
    case "rate":
      return <>{text === "" ? "–" : `${signedAmount(percentText(text), i18n.language)}\u202f%`}</>
    case "return":
      return <>{text === "" ? "–" : `${signedAmount(returnText(text), i18n.language)}\u202f%`}</>
    case "signed":
      return (
        <span className={text.startsWith("-") ? styles.down : /[1-9]/.test(text) ? styles.up : undefined}>
          <OwnAmount text={text === "" ? null : text} currency={quote} isSigned />
        </span>
      )
    default:
      return (
        <OwnAmount
          text={text === "" ? null : text}
          currency={kind === "base" ? base : quote}
          isCost={name === "fee"}
        />
      )
  }
}
