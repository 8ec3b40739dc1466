/** What the lists of contracts are filtered by: a contract, and days. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { PeriodSheet } from "../../lists/period-sheet.tsx"
import { periodText } from "../../lists/period-words.ts"
import { market } from "../../stores/market-store.ts"
import { dayOf } from "../../text/days.ts"
import { Button } from "../../ui/button.tsx"
import { CalendarDays, Icon } from "../../ui/icon.tsx"
import { Select } from "../../ui/select.tsx"
import type { HistoryFilter } from "./history.model.ts"
import styles from "./history-filters.module.css"

interface HistoryFiltersProps {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
  /** At the end: the export. */
  children: ReactNode
}

export function HistoryFilters({ filter, onChange, children }: HistoryFiltersProps) {
  const { t, i18n } = useTranslation("moments")
  const { catalogue } = useSnapshot(market)
  const [isOpen, setIsOpen] = useState(false)
  const contracts = (catalogue?.all ?? []).filter(({ kind }) => kind === "perpetual")
  const nameOf = ({ base, quote }: { base: string; quote: string }) => `${base}/${quote}`
  const chosen = contracts.find(({ id }) => id === filter.instrument)
  const all = t("positions:history.all")
  return (
    <div className={styles.filters}>
      <Select<string>
        label={t("positions:contract")}
        className={styles.choice}
        options={[
          { value: "", label: all },
          ...contracts.map((each) => ({ value: each.id, label: nameOf(each) })),
        ]}
        face={chosen ? nameOf(chosen) : all}
        value={filter.instrument}
        onChange={(instrument) => onChange({ ...filter, instrument })}
      />
      <Button
        tone="plain"
        icon={<Icon glyph={CalendarDays} size={16} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {periodText(filter.period, t, i18n.language, dayOf(Date.now()))}
      </Button>
      {children}
      {isOpen ? (
        <PeriodSheet
          period={filter.period}
          onChange={(period) => onChange({ ...filter, period })}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}
