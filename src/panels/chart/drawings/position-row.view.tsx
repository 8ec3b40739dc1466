/** Of a drawn position: the risk its owner names, the size that follows from it, its order, or the ticket filled with it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Drawing } from "#core/drawing/drawing.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { readTypedAmount } from "#core/money/typed-decimal.ts"
import { choices, chosen } from "../../../stores/choices-store.ts"
import { market } from "../../../stores/market-store.ts"
import { isLoggedIn } from "../../../stores/session-store.ts"
import { fillTicket, pickSide } from "../../../stores/ticket-store.ts"
import { decimalMark, formatDecimal } from "../../../text/numbers.ts"
import { fieldText } from "../../../text/typed-number.ts"
import { priceDoor } from "../../../ticket/price-orders.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/toaster.ts"
import styles from "./chosen-bar.module.css"
import { isSound, plannedPosition } from "./planned-position.ts"

interface PositionRowProps {
  drawing: Drawing
  instrument: string
  onChange: (changed: Partial<Drawing>) => void
  /** Leads to the ticket of the chart's market; left out: there is none. */
  onTicket: (() => void) | undefined
  /** The taker's fee in 1e-8; undefined while it isn't known: then there is no size. */
  rate: bigint | undefined
}

export function PositionRow({ drawing, instrument, onChange, onTicket, rate }: PositionRowProps) {
  const { t, i18n } = useTranslation("drawing")
  const listed = useSnapshot(market).catalogue?.byId.get(instrument)
  const [typed, setTyped] = useState(drawing.risk === "" ? "" : fieldText(drawing.risk, i18n.language))
  if (!listed || listed.kind === "second") return null
  const isContract = listed.kind === "perpetual"
  const plan = plannedPosition(drawing, unitsOf(listed.lot), rate)
  const take = (text: string) => {
    setTyped(text)
    const read = readTypedAmount(text, decimalMark(i18n.language) === "," ? "," : ".")
    const risk = read.kind === "number" ? formatAmount(read.units) : ""
    if (risk !== drawing.risk) onChange({ risk })
  }
  const { quantity } = plan
  const { base } = listed
  const fill = () => {
    if (quantity === undefined) return
    const field = (text: string) => fieldText(text, i18n.language)
    pickSide(instrument, drawing.kind === "long" ? "buy" : "sell")
    fillTicket({ type: "limit", price: field(plan.entry), amount: field(quantity), unit: "base" })
    if (isContract)
      fillTicket({
        hasTargets: true,
        targetUnit: "price",
        takeProfit: field(plan.target),
        stopLoss: field(plan.stop),
        takeProfitLimit: "",
        stopLossLimit: "",
      })
    onTicket?.()
  }
  // Where no ticket is on screen to judge an order, the form is opened with it.
  const door = isLoggedIn() ? priceDoor(instrument) : undefined
  const send = async () => {
    if (quantity === undefined || !door) return
    const side = drawing.kind === "long" ? "buy" : "sell"
    const order = { instrument, side, kind: "limit", price: plan.entry, quantity } as const
    const targets = { takeProfit: plan.target, stopLoss: plan.stop }
    const isAsked = chosen(choices.all, "confirmOrders") === "on"
    const answer = await door.press({ ...order, ...(isContract && { targets }) }, !isAsked)
    if (answer.kind === "refused") showToast("failure", answer.text)
  }
  const isReady = quantity !== undefined && isSound(drawing)
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
      {onTicket ? (
        <Button tone={door ? "plain" : "accent"} disabled={!isReady} onClick={fill}>
          {door ? t("fillTicket") : withSize(t("fillTicket"))}
        </Button>
      ) : null}
      {door ? (
        <Button
          tone={drawing.kind === "long" ? "positive" : "negative"}
          disabled={!isReady}
          onClick={() => void send()}
        >
          {withSize(t("send"))}
        </Button>
      ) : null}
      {door && !isContract ? <p className={styles.exits}>{t("spotExits")}</p> : null}
    </div>
  )

  function withSize(words: string): string {
    return quantity === undefined ? words : `${words} · ${formatDecimal(quantity, i18n.language)} ${base}`
  }
}
