/** What deposits or withdrawals are filtered by: a coin, a state, and days. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { CHAIN_ASSETS } from "#core/chain/chain-assets.ts"
import { PeriodButton } from "../../lists/period-button.tsx"
import filters from "../../lists/row-filters.module.css"
import { FilterChoice } from "../../lists/row-filters.tsx"
import type { RecordsFilter } from "./live-records.ts"
import { coinsOf } from "./networks.ts"

interface RecordsFiltersProps {
  filter: RecordsFilter
  onChange: (filter: RecordsFilter) => void
  /** The states that can be chosen, with their words. */
  states: readonly { value: string; label: string }[]
  /** At the end: the export. */
  children: ReactNode
}

export function RecordsFilters({ filter, onChange, states, children }: RecordsFiltersProps) {
  const { t } = useTranslation("deposits")
  return (
    <div className={filters.filters}>
      <FilterChoice<string>
        label={t("addresses:coin")}
        options={[
          { value: "", label: t("record.allCoins") },
          ...coinsOf(CHAIN_ASSETS).map((value) => ({ value, label: value })),
        ]}
        value={filter.currency}
        onChange={(currency) => onChange({ ...filter, currency })}
      />
      <FilterChoice<string>
        label={t("record.status")}
        options={[{ value: "", label: t("record.allStates") }, ...states]}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <PeriodButton period={filter.period} onChange={(period) => onChange({ ...filter, period })} />
      {children}
    </div>
  )
}
