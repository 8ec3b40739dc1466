/** Own orders at a price: how much, how many, a mark of stops; taken hold of to be moved, and with the cross cancelled. */

import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import { Icon, X } from "../../ui/icon.tsx"
import styles from "./own-chip.module.css"
import type { ShownOwn } from "./own-orders.model.ts"

interface OwnChipProps {
  own: ShownOwn
  /** Ready to show. */
  price: string
  state: "still" | "lifted" | "carried" | "sending"
  onGrab: (own: ShownOwn, clientY: number) => void
  onCancel: (own: ShownOwn) => void
}

export function OwnChip({ own, price, state, onGrab, onCancel }: OwnChipProps) {
  const { t } = useTranslation("ladder")
  const quantity = own.text
  const count = own.orders.length
  return (
    <span
      className={classNames(styles.chip, styles[own.side], styles[state], own.hasStop && styles.stop)}
      data-own={own.side}
      data-state={state}
      title={`${t("ownHere", { count, quantity })}${own.hasStop ? `, ${t("stopMark")}` : ""}`}
      aria-busy={state === "sending" || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || state === "sending" || state === "carried") return
        // Neither text is marked nor a press of the cell begun.
        event.preventDefault()
        onGrab(own, event.clientY)
      }}
    >
      <span className={styles.chipText}>
        {own.hasStop ? <b aria-hidden="true">S</b> : null}
        {quantity}
        {count > 1 ? <small>×{count}</small> : null}
      </span>
      {state === "still" ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.cancel}
          aria-label={t("cancelHere", { price })}
          title={t("cancelHere", { price })}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onCancel(own)}
        >
          <Icon glyph={X} size={12} />
        </button>
      ) : null}
    </span>
  )
}
