/** What the records are filtered by: a market, how they ended, and days. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { FilterChoice, RowFilters } from "../../lists/row-filters.tsx"
import { RESULTS, type RecordsFilter } from "./records.model.ts"

interface RecordsFiltersProps {
  filter: RecordsFilter
  onChange: (filter: RecordsFilter) => void
  /** At the end: the export. */
  children: ReactNode
}

export function RecordsFilters({ filter, onChange, children }: RecordsFiltersProps) {
  const { t } = useTranslation("option")
  return (
    <RowFilters
      kind="second"
      words={{ label: t("record.head.market"), all: t("record.allMarkets") }}
      instrument={filter.instrument}
      onInstrument={(instrument) => onChange({ ...filter, instrument })}
      choice={
        <FilterChoice<RecordsFilter["status"]>
          label={t("record.head.status")}
          options={[
            { value: "", label: t("record.allResults") },
            ...RESULTS.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          value={filter.status}
          onChange={(status) => onChange({ ...filter, status })}
        />
      }
      period={filter.period}
      onPeriod={(period) => onChange({ ...filter, period })}
    >
      {children}
    </RowFilters>
  )
}
