/** The bar that a list of past rows is filtered by: a market, a choice of its own, days. */

import type { ReactNode } from "react"
import { useSnapshot } from "valtio"
import type { InstrumentKind } from "#core/instrument/instrument.ts"
import { market } from "../stores/market-store.ts"
import type { Period } from "../stores/period.ts"
import { marketTitle } from "../text/market-title.ts"
import { Select } from "../ui/select.tsx"
import { PeriodButton } from "./period-button.tsx"
import styles from "./row-filters.module.css"

interface RowFiltersProps {
  /** Whose markets can be chosen. */
  kind: InstrumentKind
  /** What the market's choice is called, and its entry for all. */
  words: { label: string; all: string }
  /** Id; empty: of all. */
  instrument: string
  onInstrument: (instrument: string) => void
  period: Period
  onPeriod: (period: Period) => void
  /** A further choice, between market and days. */
  choice?: ReactNode
  /** At the end: the export. */
  children: ReactNode
}

export function RowFilters(props: RowFiltersProps) {
  const { kind, words, instrument, onInstrument, period, onPeriod, choice, children } = props
  const { catalogue } = useSnapshot(market)
  const markets = (catalogue?.all ?? []).filter((each) => each.kind === kind)
  return (
    <div className={styles.filters}>
      <FilterChoice<string>
        label={words.label}
        options={[
          { value: "", label: words.all },
          ...markets.map(({ id }) => ({ value: id, label: marketTitle(id) })),
        ]}
        value={instrument}
        onChange={onInstrument}
      />
      {choice}
      <PeriodButton period={period} onChange={onPeriod} />
      {children}
    </div>
  )
}

interface FilterChoiceProps<Value extends string> {
  label: string
  /** The first is shown where the value is none of them. */
  options: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One choice of the bar; its face is the chosen entry. */
export function FilterChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChoiceProps<Value>) {
  const chosen = options.find((each) => each.value === value) ?? options[0]
  return (
    <Select<Value>
      label={label}
      className={styles.choice}
      options={options}
      face={chosen?.label ?? ""}
      value={value}
      onChange={onChange}
    />
  )
}
