/** One list of what was of contracts, the newest first: a table on a desk, rows of figures elsewhere; more as one scrolls. */

import { useTranslation } from "react-i18next"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { Moment } from "../../lists/moment.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { priceFigure } from "../../text/price-figure.ts"
import { signedAmount } from "../../text/signed-amount.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon, Share2 } from "../../ui/icon.tsx"
import { iconButtonClass } from "../../ui/icon-button.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { HistoryField, HistoryRow } from "./history.model.ts"
import styles from "./history-list.module.css"
import { percentText } from "./percent-text.ts"

type Shared = NonNullable<HistoryRow["shared"]>

interface HistoryListProps<Row> {
  label: string
  asked: AskedPages<Row>
  rowOf: (row: Row) => HistoryRow
  isTable: boolean
  /** Filters are on: that is why there may be nothing. */
  isNarrowed: boolean
}

export function HistoryList<Row>({ label, asked, rowOf, isTable, isNarrowed }: HistoryListProps<Row>) {
  const { t } = useTranslation("positions")
  const scroller = useMainScroller()
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("history.failed")}>
      {(read) => {
        const rows = read.map(rowOf)
        const [first] = rows
        if (!first) return <EmptyState>{t(isNarrowed ? "history.nothingSo" : "history.nothing")}</EmptyState>
        if (!scroller) return null
        const foot = { paging: asked, failed: t("history.moreFailed") }
        const shared = {
          customScrollParent: scroller,
          data: rows,
          increaseViewportBy: 400,
          computeItemKey: (_: number, row: HistoryRow) => row.key,
          endReached: asked.loadMore,
        }
        if (!isTable)
          return (
            <Virtuoso
              {...shared}
              defaultItemHeight={140}
              context={foot}
              components={{ Footer: ListFoot }}
              itemContent={(_, row) => <Card row={row} />}
            />
          )
        return (
          <section className={styles.sideways} aria-label={label}>
            <TableVirtuoso
              {...shared}
              defaultItemHeight={40}
              components={{ Table: ListTable }}
              fixedHeaderContent={() => <Heads row={first} />}
              itemContent={(_, row) => <Cells row={row} />}
            />
            <ListFoot context={foot} />
          </section>
        )
      }}
    </AskedFace>
  )
}

function Heads({ row }: { row: HistoryRow }) {
  const { t } = useTranslation("positions")
  return (
    <ListHeads>
      <th className={styles.start}>{t("history.head.time")}</th>
      <th className={styles.start}>{t("contract")}</th>
      {row.fields.map(({ name, kind }) => (
        <th key={name} className={kind === "word" ? styles.start : undefined}>
          {t(`history.head.${name}`)}
        </th>
      ))}
      {row.shared ? (
        <th>
          <VisuallyHidden>{t("share:short")}</VisuallyHidden>
        </th>
      ) : null}
    </ListHeads>
  )
}

function Cells({ row }: { row: HistoryRow }) {
  return (
    <>
      <td className={styles.start}>
        <Moment time={row.time} />
      </td>
      <td className={styles.start}>{pairOf(row)}</td>
      {row.fields.map((field) => (
        <td key={field.name} className={field.kind === "word" ? styles.start : undefined}>
          <Figure field={field} row={row} />
        </td>
      ))}
      {row.shared ? (
        <td>
          <ShareLink row={row} shared={row.shared} />
        </td>
      ) : null}
    </>
  )
}

function Card({ row }: { row: HistoryRow }) {
  const { t } = useTranslation("positions")
  return (
    <article className={styles.card}>
      <p className={styles.head}>
        <strong>{pairOf(row)}</strong>
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
    </article>
  )
}

function ShareLink({ row, shared: { id, side } }: { row: HistoryRow; shared: Shared }) {
  const { t } = useTranslation("positions")
  const label = t("share:of", { position: `${pairOf(row)} ${t(`side.${side}`)}` })
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

function Figure({ field: { kind, text }, row }: { field: HistoryField; row: HistoryRow }) {
  const { t, i18n } = useTranslation("positions")
  const [base = "", quote = ""] = row.instrument.split("_")
  switch (kind) {
    case "word":
      return <>{t(text)}</>
    case "price":
      return <PriceText text={text === "" ? null : priceFigure(text, i18n.language)} />
    case "rate":
      return <>{text === "" ? "–" : `${signedAmount(percentText(text), i18n.language)}\u202f%`}</>
    case "signed":
      return (
        <span className={text.startsWith("-") ? styles.down : /[1-9]/.test(text) ? styles.up : undefined}>
          <OwnAmount text={text === "" ? null : text} currency={quote} isSigned />
        </span>
      )
    default:
      return <OwnAmount text={text === "" ? null : text} currency={kind === "base" ? base : quote} />
  }
}

const pairOf = ({ instrument }: HistoryRow) => instrument.split("_").slice(0, 2).join("/")
