/** The ticket of a replay. It orders from the practice account alone: nothing of it knows a call. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { PracticeKind, PracticeRefusal, PracticeSide } from "#core/bar-replay/practice-terms.ts"
import { takingPrice } from "#core/bar-replay/practice-terms.ts"
import { formatSteps } from "#core/money/steps.ts"
import { readTypedSteps, type TypedSteps } from "#core/money/typed-decimal.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { fieldText, pageMark } from "../../../text/typed-number.ts"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { NumberField } from "../../../ui/number-field.tsx"
import { Segmented } from "../../../ui/segmented.tsx"
import type { ReplaySession } from "./replay-session.ts"
import styles from "./replay-stage.module.css"

const KINDS: readonly PracticeKind[] = ["market", "limit", "stop"]
/** Per cent of what is free. */
const SHARES = [10, 25, 50, 100] as const
const RATE = 100_000_000n

interface PracticeTicketProps {
  market: TradedMarket
  session: ReplaySession
}

export function PracticeTicket({ market, session }: PracticeTicketProps) {
  const { t, i18n } = useTranslation("replay")
  const [kind, setKind] = useState<PracticeKind>("market")
  const [price, setPrice] = useState("")
  const [quantity, setQuantity] = useState("")
  const [isCloseOnly, setIsCloseOnly] = useState(false)
  const [refusal, setRefusal] = useState<PracticeRefusal | "quantity" | "price">()
  const mark = pageMark(i18n.language)
  const { tick, lot } = session.plan.terms
  const ticks = readTypedSteps(price, mark, tick)
  const lots = readTypedSteps(quantity, mark, lot)
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setRefusal(undefined)
      set(value)
    }
  const order = (side: PracticeSide) => {
    if (lots.kind !== "number") return setRefusal("quantity")
    if (kind !== "market" && ticks.kind !== "number") return setRefusal("price")
    const at = kind === "market" || ticks.kind !== "number" ? 0 : ticks.steps
    setRefusal(session.place({ side, kind, lots: lots.steps, ticks: at, isCloseOnly }))
  }
  const fill = (share: number) =>
    changed(setQuantity)(fieldText(formatSteps(shareOfFree(session, share), lot), i18n.language))
  return (
    <section className={styles.ticket} aria-label={t("ticket.title")}>
      <Segmented<PracticeKind>
        label={t("ticket.kind")}
        segments={KINDS.map((value) => ({ value, label: t(`ticket.${value}`) }))}
        value={kind}
        onChange={(next) => {
          changed(setKind)(next)
          if (next !== "market" && price === "")
            setPrice(fieldText(formatSteps(session.last, tick), i18n.language))
        }}
      />
      {kind === "market" ? (
        <p className={styles.hint}>{t("ticket.next")}</p>
      ) : (
        <NumberField
          label={t(kind === "limit" ? "ticket.price" : "ticket.stopPrice")}
          unit={market.quote}
          value={price}
          {...(refusal === "price" ? { state: "refused" as const } : {})}
          echo={{ left: stepWords(ticks, t) }}
          onStep={(steps) => {
            if (ticks.kind !== "number") return
            changed(setPrice)(fieldText(formatSteps(Math.max(1, ticks.steps + steps), tick), i18n.language))
          }}
          onChange={changed(setPrice)}
        />
      )}
      <NumberField
        label={t("ticket.quantity")}
        unit={market.base}
        value={quantity}
        {...(refusal === "quantity" ? { state: "refused" as const } : {})}
        echo={{ left: stepWords(lots, t) }}
        onChange={changed(setQuantity)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend of its own */}
      <div className={styles.shares} role="group" aria-label={t("ticket.shares")}>
        {SHARES.map((share) => (
          <Button key={share} onClick={() => fill(share)}>
            {`${share}\u202f%`}
          </Button>
        ))}
      </div>
      <Checkbox isOn={isCloseOnly} onChange={changed(setIsCloseOnly)} className={styles.check}>
        {t("ticket.closeOnly")}
      </Checkbox>
      {refusal ? (
        <p className={styles.problem} role="alert">
          {t(`refusal.${refusal}`)}
        </p>
      ) : null}
      <div className={styles.sides}>
        <Button tone="positive" size="primary" onClick={() => order("buy")}>
          {t(market.kind === "spot" ? "ticket.buy" : "ticket.long")}
        </Button>
        <Button tone="negative" size="primary" onClick={() => order("sell")}>
          {t(market.kind === "spot" ? "ticket.sell" : "ticket.short")}
        </Button>
      </div>
    </section>
  )
}

/** What is wrong with a typed number; nothing while none is typed. */
function stepWords(typed: TypedSteps, t: (key: string) => string): string | undefined {
  return typed.kind === "number" || typed.kind === "empty" ? undefined : t(`typed.${typed.kind}`)
}

/** Lots that so many per cent of the free money buy, the taker's fee included. */
function shareOfFree({ account, last, plan }: ReplaySession, share: number): number {
  const { money } = account
  const free = money.available(last) - account.heldByOrders(last)
  if (free <= 0n) return 0
  const leverage = BigInt(plan.terms.leverage)
  const perLot = money.value(1, takingPrice("buy", last))
  const value = (free * BigInt(share) * leverage * RATE) / (100n * (RATE + leverage * plan.terms.fees.taker))
  return Number(value / perLot)
}
