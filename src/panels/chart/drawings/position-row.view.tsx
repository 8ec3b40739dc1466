/** Of a drawn position: the risk its owner names, the size that follows from it, and the ticket filled with it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Drawing } from "#core/drawing/drawing.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { readTypedAmount } from "#core/money/typed-decimal.ts"
import { market } from "../../../stores/market-store.ts"
import { fillTicket, openTicket, pickSide } from "../../../stores/ticket-store.ts"
import { decimalMark, formatDecimal } from "../../../text/numbers.ts"
import { fieldText } from "../../../text/typed-number.ts"
import { Button } from "../../../ui/button.tsx"
import styles from "./chosen-bar.module.css"
import { isSound, plannedPosition } from "./planned-position.ts"

interface PositionRowProps {
  drawing: Drawing
  instrument: string
  onChange: (changed: Partial<Drawing>) => void
}

export function PositionRow({ drawing, instrument, onChange }: PositionRowProps) {
  const { t, i18n } = useTranslation("drawing")
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const [typed, setTyped] = useState(drawing.risk === "" ? "" : fieldText(drawing.risk, i18n.language))
  if (!listed || listed.kind === "second") return null
  const plan = plannedPosition(drawing, unitsOf(listed.lot))
  const take = (text: string) => {
    setTyped(text)
    const read = readTypedAmount(text, decimalMark(i18n.language) === "," ? "," : ".")
    const risk = read.kind === "number" ? formatAmount(read.units) : ""
    if (risk !== drawing.risk) onChange({ risk })
  }
  const { quantity } = plan
  const fill = () => {
    if (quantity === undefined) return
    const field = (text: string) => fieldText(text, i18n.language)
    pickSide(instrument, drawing.kind === "long" ? "buy" : "sell")
    fillTicket({ type: "limit", price: field(plan.entry), amount: field(quantity), unit: "base" })
    if (listed.kind === "perpetual")
      fillTicket({
        hasTargets: true,
        targetUnit: "price",
        takeProfit: field(plan.target),
        stopLoss: field(plan.stop),
        takeProfitLimit: "",
        stopLossLimit: "",
      })
    openTicket(true)
  }
  return (
    <div className={styles.position}>
      <label className={styles.risk}>
        <span>{t("risk", { currency: listed.quote })}</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => take(event.target.value)}
        />
      </label>
      <Button tone="accent" disabled={quantity === undefined || !isSound(drawing)} onClick={fill}>
        {quantity === undefined
          ? t("fillTicket")
          : `${t("fillTicket")} · ${formatDecimal(quantity, i18n.language)} ${listed.base}`}
      </Button>
    </div>
  )
}
