/** The period of a list: a button that says it, and the sheet behind it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Period } from "../stores/period.ts"
import { dayOf } from "../text/days.ts"
import { Button } from "../ui/button.tsx"
import { CalendarDays, Icon } from "../ui/icon.tsx"
import { FieldOpener } from "../ui/opener.tsx"
import { PeriodSheet } from "./period-sheet.tsx"
import { periodText } from "./period-words.ts"

interface PeriodButtonProps {
  period: Period
  onChange: (period: Period) => void
  /** Its label where it stands among fields; left out: a plain button. */
  fieldLabel?: string
}

export function PeriodButton({ period, onChange, fieldLabel }: PeriodButtonProps) {
  const { t, i18n } = useTranslation("moments")
  const [isOpen, setIsOpen] = useState(false)
  const value = periodText(period, t, i18n.language, dayOf(Date.now()))
  const open = () => setIsOpen(true)
  return (
    <>
      {fieldLabel === undefined ? (
        <Button
          tone="plain"
          icon={<Icon glyph={CalendarDays} size={16} />}
          aria-haspopup="dialog"
          onClick={open}
        >
          {value}
        </Button>
      ) : (
        <FieldOpener label={fieldLabel} value={value} onOpen={open} />
      )}
      {isOpen ? <PeriodSheet period={period} onChange={onChange} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
