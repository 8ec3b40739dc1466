/** How many ticks a range bar spans: typed, or as fits the price. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { RANGE_TICKS_MAX } from "../../stores/chart-setup.ts"
import { changeSetup } from "../../stores/chart-store.ts"
import { NumberField } from "../../ui/number-field.tsx"

interface RangeFieldProps {
  instrument: string
  /** 0: as fits the price. */
  ticks: number
}

export function RangeField({ instrument, ticks }: RangeFieldProps) {
  const { t } = useTranslation("chart")
  const [typed, setTyped] = useState(ticks === 0 ? "" : String(ticks))
  const change = (text: string) => {
    setTyped(text)
    const read = readRange(text)
    if (read !== undefined) changeSetup(instrument, { rangeTicks: read })
  }
  const isWrong = readRange(typed) === undefined
  return (
    <NumberField
      label={t("range.ticks")}
      value={typed}
      placeholder={t("range.usual")}
      state={isWrong ? "refused" : "normal"}
      echo={{ left: t(isWrong ? "range.wrong" : "range.how", { most: RANGE_TICKS_MAX }) }}
      onStep={(steps) => change(String(Math.max(1, (readRange(typed) ?? 0) + steps)))}
      onChange={change}
    />
  )
}

/** Whole ticks; 0 of an empty field, undefined of anything else. */
function readRange(text: string): number | undefined {
  if (text.trim() === "") return 0
  const ticks = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return ticks >= 1 && ticks <= RANGE_TICKS_MAX ? ticks : undefined
}
