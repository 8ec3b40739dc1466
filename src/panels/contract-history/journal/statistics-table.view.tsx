/** Statistics of the own closed positions by tag, contract, hour or weekday. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import { type Statistics, statisticsOf } from "#core/position/journal-statistics.ts"
import { OwnAmount } from "../../../amounts/own-amount.tsx"
import { marketTitle } from "../../../text/market-title.ts"
import { calendarText } from "../../../text/moments.ts"
import { formatDecimal, formatNumber } from "../../../text/numbers.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { ListHeads, ListTable } from "../../../ui/list-table.tsx"
import { Segmented } from "../../../ui/segmented.tsx"
import {
  JOURNAL_KEYS,
  type JournalKey,
  type JournalRow,
  statisticLines,
  winPercent,
} from "./journal.model.ts"
import styles from "./journal.module.css"

const HEADS = [
  "count",
  "winRate",
  "averageWin",
  "averageLoss",
  "profitFactor",
  "net",
  "fees",
  "funding",
] as const
const CURRENCY = "USDT"

export function StatisticsTable({ rows }: { rows: readonly JournalRow[] }) {
  const { t } = useTranslation("journal")
  const [by, setBy] = useState<JournalKey>("tag")
  const lines = statisticLines(rows, by)
  return (
    <div className={styles.statistics}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("statistics.title")}</h2>
        <Segmented<JournalKey>
          className={styles.keys}
          label={t("statistics.by")}
          segments={JOURNAL_KEYS.map((value) => ({ value, label: t(`statistics.${value}`) }))}
          value={by}
          onChange={setBy}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, by keys too */}
      <section className={styles.sideways} aria-label={t("statistics.title")} tabIndex={0}>
        <ListTable>
          <thead>
            <ListHeads>
              <th scope="col" className={styles.start}>
                {t(`statistics.${by}`)}
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {t(`statistics.${head}`)}
                </th>
              ))}
            </ListHeads>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.key} by={by} line={line} />
            ))}
            <Line by={by} line={{ key: "", ...statisticsOf(rows) }} />
          </tbody>
        </ListTable>
      </section>
      {by === "tag" && lines.length === 0 ? <EmptyState>{t("statistics.noTags")}</EmptyState> : null}
    </div>
  )
}

/** An empty key: all positions together. */
function Line({ by, line }: { by: JournalKey; line: Statistics }) {
  const { t, i18n } = useTranslation("journal")
  const percent = winPercent(line)
  const { profitFactor } = line
  return (
    <tr className={line.key === "" ? styles.all : undefined}>
      <th scope="row" className={styles.start}>
        {line.key === "" ? t("statistics.all") : <KeyName by={by} name={line.key} />}
      </th>
      <td>{formatNumber(line.count, i18n.language)}</td>
      <td>{percent === null ? "–" : `${formatNumber(percent, i18n.language)}\u202f%`}</td>
      <Sum units={line.averageWin} />
      <Sum units={line.averageLoss} />
      <td>
        {profitFactor === null
          ? "–"
          : formatDecimal(formatAmount(profitFactor * 1_000_000n, 2), i18n.language)}
      </td>
      <Sum units={line.net} />
      <Sum units={-line.fees} />
      <Sum units={line.funding} />
    </tr>
  )
}

function Sum({ units }: { units: bigint | null }) {
  const tone = units === null || units === 0n ? undefined : units < 0n ? styles.down : styles.up
  return (
    <td className={tone}>
      <OwnAmount text={units === null ? null : formatAmount(units)} currency={CURRENCY} isSigned />
    </td>
  )
}

/** A Sunday: weekdays count from it. */
const SUNDAY = Date.UTC(2026, 10, 22)
const DAY_MS = 86_400_000

function KeyName({ by, name }: { by: JournalKey; name: string }) {
  const { i18n } = useTranslation()
  switch (by) {
    case "instrument":
      return marketTitle(name)
    case "hour":
      return `${name.padStart(2, "0")}:00`
    case "weekday":
      return calendarText(SUNDAY + Number(name) * DAY_MS, "longWeekday", i18n.language)
    default:
      return <bdi>{name}</bdi>
  }
}
