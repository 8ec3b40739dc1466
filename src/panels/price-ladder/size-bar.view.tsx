/** What a press orders: its size, the market's own sizes, limit or stop. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { choices } from "../../stores/choices-store.ts"
import { chooseLadderSize, ladderSettings } from "../../stores/ladder-store.ts"
import { sizesOf } from "../../stores/order-sizes.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { fieldText, pageMark } from "../../text/typed-number.ts"
import { readSteps } from "../../ticket/field-reading.ts"
import { ChipBar } from "../../ui/chip.tsx"
import { NumberField } from "../../ui/number-field.tsx"
import { Select } from "../../ui/select.tsx"
import styles from "./price-ladder.module.css"

interface SizeBarProps {
  market: TradedMarket
  kind: "limit" | "stop"
  onKind: (kind: "limit" | "stop") => void
}

export function SizeBar({ market, kind, onKind }: SizeBarProps) {
  const { t, i18n } = useTranslation("ladder")
  const { t: trade } = useTranslation("trade")
  const { id, base } = market
  const chosen = useSnapshot(ladderSettings).sizes[id]
  const sizes = sizesOf(useSnapshot(choices).all, id)
  const [typed, setTyped] = useState(() => (chosen ? fieldText(chosen, i18n.language) : ""))
  const read = readSteps(typed, pageMark(i18n.language), unitsOf(market.lot), "LOT")
  // Another market is on screen: its size stands there.
  const [shownFor, setShownFor] = useState(id)
  if (shownFor !== id) {
    setShownFor(id)
    setTyped(chosen ? fieldText(chosen, i18n.language) : "")
  }
  const size = read.steps === undefined || read.steps < 1 ? undefined : read.text
  useEffect(() => {
    if (shownFor === id && ladderSettings.sizes[id] !== size) chooseLadderSize(id, size)
  }, [id, shownFor, size])
  return (
    <div className={styles.sizes}>
      <NumberField
        className={styles.size}
        label={t("size")}
        value={typed}
        unit={base}
        placeholder="0"
        // Never folded: leaving it by a press on a price would move the price from under the pointer.
        state={typed !== "" && size === undefined ? "refused" : "normal"}
        echo={{ right: trade("ticket.step", { step: formatDecimal(market.lot, i18n.language) }) }}
        onChange={setTyped}
      />
      <Select
        label={t("kind")}
        className={styles.kind}
        options={[
          { value: "limit", label: t("limit") },
          { value: "stop", label: t("stop") },
        ]}
        value={kind}
        onChange={onKind}
      />
      {sizes.length > 0 ? (
        <ChipBar
          label={trade("sizes.title", { base })}
          className={styles.chips}
          chips={sizes.map((each) => ({ value: each, label: formatDecimal(each, i18n.language) }))}
          value={sizes.find((each) => size !== undefined && Number(each) === Number(size)) ?? ""}
          onChange={(each) => setTyped(fieldText(each, i18n.language))}
        />
      ) : null}
      {size === undefined ? <p className={styles.hint}>{t("sizeHint")}</p> : null}
    </div>
  )
}
