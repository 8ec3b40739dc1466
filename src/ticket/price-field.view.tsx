/** The limit or stop price of an order; under it what was understood, and how far from the last price it is. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { formatSteps } from "#core/money/steps.ts"
import { fillTicket, ticket } from "../stores/ticket-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { fieldText } from "../text/typed-number.ts"
import { NumberField } from "../ui/number-field.tsx"
import { BestPriceSelect } from "./best-price-select.view.tsx"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { distanceText } from "./ticket-words.ts"
import { useIsRefused } from "./use-is-refused.ts"
import { useTyped } from "./use-typed.ts"

interface PriceFieldProps {
  state: TicketState
  name: "price" | "stop"
  isFolded: boolean
}

export function PriceField({ state, name, isFolded }: PriceFieldProps) {
  const { t, i18n } = useTranslation("trade")
  const { t: word } = useTranslation("app")
  const { form, input, draft, market, guards } = state
  const typed = useTyped(market.id)
  const held = useHeldOffer(name)
  const { tick } = input.instrument
  const reading = draft.readings[name]
  const { last, bestBid, bestAsk } = input.prices
  const isRefused = useIsRefused(state)(name)
  const isWarned = guards.some((guard) => guard.kind === "far" && guard.mend?.field === name)
  // Where a trailing stop begins to follow: nothing typed is at once.
  const isActivation = name === "stop" && form.type === "trailing-stop"
  const isPrice = name === "price"
  const named = (isPrice && form.type === "limit" && form.bestPrice) || undefined
  const understood = named
    ? t(`ticket.best.${named}`)
    : isPrice && form.isFromBook
      ? t("ticket.fromBook")
      : reading.text && t("ticket.understood", { value: formatDecimal(reading.text, i18n.language) })
  const step = (steps: number) => {
    const from = reading.steps ?? (name === "price" && form.side === "buy" ? bestBid : bestAsk) ?? last
    if (from === undefined) return
    typed(
      { [name]: formatSteps(Math.max(1, from + (reading.steps === undefined ? 0 : steps)), tick) },
      "wire",
    )
  }
  return (
    <NumberField
      label={t(isActivation ? "ticket.activation" : `ticket.${name}`)}
      value={named ? fieldText(reading.text ?? "", i18n.language) : form[name]}
      unit={market.quote}
      placeholder={isActivation ? t("ticket.atOnce") : undefined}
      isFolded={isFolded}
      isDisabled={named !== undefined}
      className={named && styles.namedPrice}
      choice={isPrice && form.type === "limit" ? <BestPriceSelect state={state} /> : undefined}
      state={isRefused ? "refused" : isWarned ? "warned" : "normal"}
      echo={{
        left: understood,
        right: distanceText(reading.steps, last, tick, { t, word, language: i18n.language }),
      }}
      onChange={(text) => typed({ [name]: text })}
      onFocus={held.take}
      onBlur={() => {
        held.giveBack()
        if (reading.text && fieldText(reading.text, i18n.language) !== form[name])
          typed({ [name]: reading.text, isFromBook: form.isFromBook }, "wire")
      }}
      onStep={step}
    />
  )
}

/** An offered price stands still while somebody is in its field: what one selects mustn't change before one types over it. */
function useHeldOffer(name: PriceFieldProps["name"]) {
  const before = useRef<string>(undefined)
  // Of the store itself: what was typed a moment ago isn't drawn yet.
  return {
    take: () => {
      if (name !== "price" || !ticket.isPriceOffered) return
      before.current = ticket.price
      fillTicket({ isPriceOffered: false })
    },
    /** Left as it was: it follows the market again. */
    giveBack: () => {
      if (before.current === ticket.price) fillTicket({ isPriceOffered: true })
      before.current = undefined
    },
  }
}
