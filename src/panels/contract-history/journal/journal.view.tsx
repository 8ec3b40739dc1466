/** The trading journal of contracts: the result as a curve, and statistics of closed positions. */

import { useTranslation } from "react-i18next"
import { AskedFace } from "../../../lists/asked-face.tsx"
import { formatNumber } from "../../../text/numbers.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { SkeletonRows } from "../../../ui/skeleton.tsx"
import type { queryOf } from "../history.model.ts"
import { journalRow } from "./journal.model.ts"
import styles from "./journal.module.css"
import { ResultOfDays } from "./result-curve.view.tsx"
import { StatisticsTable } from "./statistics-table.view.tsx"
import { ROWS_MAX, useClosed, useNotes } from "./use-whole.ts"

interface JournalProps {
  query: ReturnType<typeof queryOf>
  isNarrowed: boolean
}

export function Journal({ query, isNarrowed }: JournalProps) {
  const { t, i18n } = useTranslation("journal")
  const asked = useClosed(query)
  const notes = useNotes()
  return (
    <>
      <ResultOfDays instrument={query.instrument || undefined} />
      <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("statistics.failed")}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>{t(isNarrowed ? "positions:history.nothingSo" : "statistics.none")}</EmptyState>
          ) : (
            <>
              <StatisticsTable rows={rows.map((row) => journalRow(row, notes.of(row.id)))} />
              {asked.hasMore && rows.length >= ROWS_MAX ? (
                <p className={styles.word}>
                  {t("statistics.cut", {
                    count: rows.length,
                    number: formatNumber(rows.length, i18n.language),
                  })}
                </p>
              ) : null}
            </>
          )
        }
      </AskedFace>
    </>
  )
}
