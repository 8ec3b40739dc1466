/** By what is the bill filtered? Account, currency, kind and time; on a phone in sheets, on a desk in a row. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { BILL_KINDS } from "#core/wire/asset-calls.ts"
import { WALLETS } from "#core/wire/trading.ts"
import { PeriodButton } from "../../lists/period-button.tsx"
import { Button } from "../../ui/button.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Icon, ListFilter } from "../../ui/icon.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { type BillFilter, filtersOn, NO_FILTER } from "./bill.model.ts"
import styles from "./bill-filters.module.css"

interface BillFiltersProps {
  filter: BillFilter
  onChange: (filter: BillFilter) => void
  /** Names that can be chosen. */
  currencies: readonly string[]
}

/** The fields themselves; `children`: more of them. */
export function BillFilters(props: BillFiltersProps & { children?: ReactNode }) {
  const { filter, onChange, currencies, children } = props
  const { t } = useTranslation("assets")
  const any = (label: string) => ({ value: "" as const, label })
  return (
    <div className={styles.fields}>
      <ChoiceField
        label={t("bill.account")}
        options={[any(t("bill.all")), ...WALLETS.map((value) => ({ value, label: t(`wallet.${value}`) }))]}
        value={filter.wallet}
        onChange={(wallet) => onChange({ ...filter, wallet })}
      />
      <ChoiceField
        label={t("bill.currency")}
        options={[any(t("bill.all")), ...currencies.map((value) => ({ value, label: value }))]}
        value={filter.currency}
        onChange={(currency) => onChange({ ...filter, currency })}
      />
      <ChoiceField
        label={t("bill.what")}
        options={[
          any(t("bill.all")),
          ...BILL_KINDS.map((value) => ({ value, label: t(`bill.kind.${value}`) })),
        ]}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {children}
    </div>
  )
}

/** When: a field of its own, or on a phone a button beside the filters. */
export function BillPeriod({
  filter,
  onChange,
  isField,
}: Omit<BillFiltersProps, "currencies"> & { isField: boolean }) {
  const { t } = useTranslation("assets")
  return (
    <PeriodButton
      period={filter.period}
      onChange={(period) => onChange({ ...filter, period })}
      {...(isField && { fieldLabel: t("bill.time") })}
    />
  )
}

/** A phone's button that opens the fields; what is chosen counts at once. */
export function BillFiltersSheet(props: BillFiltersProps) {
  const { t } = useTranslation("assets")
  const [isOpen, setIsOpen] = useState(false)
  const count = filtersOn(props.filter)
  return (
    <>
      <Button tone="plain" icon={<Icon glyph={ListFilter} size={16} />} onClick={() => setIsOpen(true)}>
        {count > 0 ? t("bill.filtersOn", { count }) : t("bill.filters")}
      </Button>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t("bill.filters")}
        footer={
          <div className={styles.answers}>
            <Button
              tone="outline"
              disabled={count === 0}
              onClick={() => props.onChange({ ...NO_FILTER, period: props.filter.period })}
            >
              {t("bill.noFilters")}
            </Button>
            <Button tone="accent" onClick={() => setIsOpen(false)}>
              {t("bill.show")}
            </Button>
          </div>
        }
      >
        <BillFilters {...props} />
      </Sheet>
    </>
  )
}
