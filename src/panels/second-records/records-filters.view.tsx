/** What the records are filtered by: a market, how they ended, and days. */

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
import { RESULTS, type RecordsFilter } from "./records.model.ts"
import styles from "./records.module.css"

interface RecordsFiltersProps {
  filter: RecordsFilter
  onChange: (filter: RecordsFilter) => void
  /** At the end: the export. */
  children: ReactNode
}

export function RecordsFilters({ filter, onChange, children }: RecordsFiltersProps) {
  const { t, i18n } = useTranslation("option")
  const { t: moments } = useTranslation("moments")
  const { catalogue } = useSnapshot(market)
  const [isOpen, setIsOpen] = useState(false)
  const markets = (catalogue?.all ?? []).filter(({ kind }) => kind === "second")
  const nameOf = ({ base, quote }: { base: string; quote: string }) => `${base}/${quote}`
  const chosen = markets.find(({ id }) => id === filter.instrument)
  return (
    <div className={styles.filters}>
      <Select<string>
        label={t("record.head.market")}
        className={styles.choice}
        options={[
          { value: "", label: t("record.allMarkets") },
          ...markets.map((each) => ({ value: each.id, label: nameOf(each) })),
        ]}
        face={chosen ? nameOf(chosen) : t("record.allMarkets")}
        value={filter.instrument}
        onChange={(instrument) => onChange({ ...filter, instrument })}
      />
      <Select<RecordsFilter["status"]>
        label={t("record.head.status")}
        className={styles.choice}
        options={[
          { value: "", label: t("record.allResults") },
          ...RESULTS.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        face={filter.status === "" ? t("record.allResults") : t(`status.${filter.status}`)}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Button
        tone="plain"
        icon={<Icon glyph={CalendarDays} size={16} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {periodText(filter.period, moments, i18n.language, dayOf(Date.now()))}
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
