/** The user's order sizes of a market: chips below the amount, and the sheet in which they are changed. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { choices } from "../stores/choices-store.ts"
import { addSize, removeSize, SIZES_MAX, sizesOf } from "../stores/order-sizes.ts"
import { fixedUnit } from "../stores/ticket-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { pageMark } from "../text/typed-number.ts"
import { Button } from "../ui/button.tsx"
import { ChipBar } from "../ui/chip.tsx"
import { Icon, X } from "../ui/icon.tsx"
import { NumberField } from "../ui/number-field.tsx"
import { Sheet } from "../ui/sheet.tsx"
import { readSteps } from "./field-reading.ts"
import own from "./size-chips.module.css"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useTyped } from "./use-typed.ts"

/** Nothing until the user has chosen sizes, and where an order counts money alone. */
export function SizeChips({ state: { market, form, draft } }: { state: TicketState }) {
  const { t, i18n } = useTranslation("trade")
  const typed = useTyped(market.id)
  const sizes = sizesOf(useSnapshot(choices).all, market.id)
  if (sizes.length === 0 || fixedUnit(market.kind, form) === "quote") return null
  const current = form.unit === "base" ? draft.readings.amount.text : undefined
  return (
    <ChipBar
      label={t("sizes.title", { base: market.base })}
      chips={sizes.map((size) => ({ value: size, label: formatDecimal(size, i18n.language) }))}
      value={sizes.find((size) => current !== undefined && Number(size) === Number(current)) ?? ""}
      onChange={(amount) => typed({ unit: "base", amount }, "wire")}
    />
  )
}

/** The way to the sheet. */
export function EditSizes({ market }: { market: TradedMarket }) {
  const { t } = useTranslation("trade")
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("sizes.edit")}
      </button>
      <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title={t("sizes.title", { base: market.base })}>
        <Sizes market={market} />
      </Sheet>
    </>
  )
}

function Sizes({ market }: { market: TradedMarket }) {
  const { t, i18n } = useTranslation("trade")
  const sizes = sizesOf(useSnapshot(choices).all, market.id)
  const [typed, setTyped] = useState("")
  const read = readSteps(typed, pageMark(i18n.language), unitsOf(market.lot), "LOT")
  const isFull = sizes.length >= SIZES_MAX
  const add = () => {
    if (read.text !== undefined && addSize(market.id, read.text)) setTyped("")
  }
  return (
    <form
      className={own.sheet}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <ul className={own.list}>
        {sizes.map((size) => {
          const amount = `${formatDecimal(size, i18n.language)}\u00a0${market.base}`
          return (
            <li key={size}>
              <span>{amount}</span>
              <button
                type="button"
                className={own.remove}
                aria-label={t("sizes.remove", { amount })}
                onClick={() => removeSize(market.id, size)}
              >
                <Icon glyph={X} size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      <p className={own.hint}>{t(isFull ? "sizes.full" : "sizes.hint", { count: SIZES_MAX })}</p>
      <NumberField
        label={t("sizes.new")}
        value={typed}
        unit={market.base}
        isDisabled={isFull}
        state={read.problem ? "refused" : "normal"}
        echo={{ right: t("ticket.step", { step: formatDecimal(market.lot, i18n.language) }) }}
        onChange={setTyped}
      />
      <Button tone="accent" isBlock type="submit" disabled={isFull || read.text === undefined}>
        {t("sizes.add")}
      </Button>
    </form>
  )
}
