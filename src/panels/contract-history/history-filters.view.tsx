/** What the lists of contracts are filtered by: a contract, and days. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { RowFilters } from "../../lists/row-filters.tsx"
import type { HistoryFilter } from "./history.model.ts"

interface HistoryFiltersProps {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
  /** At the end: the export. */
  children: ReactNode
}

export function HistoryFilters({ filter, onChange, children }: HistoryFiltersProps) {
  const { t } = useTranslation("positions")
  return (
    <RowFilters
      kind="perpetual"
      words={{ label: t("contract"), all: t("history.all") }}
      instrument={filter.instrument}
      onInstrument={(instrument) => onChange({ ...filter, instrument })}
      period={filter.period}
      onPeriod={(period) => onChange({ ...filter, period })}
    >
      {children}
    </RowFilters>
  )
}
