/**
 * How is money shown that its owner may want to hide? Every own amount (balances, totals, sizes of own orders and fills,
 * lines of the bill) goes through here, so that one switch hides all of them at once: five dots, whatever the size.
 * Prices and percentages aren't own amounts and stay.
 */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { hiddenAmounts, hideAmounts } from "../stores/hidden-amounts.ts"
import { formatDecimal } from "../text/numbers.ts"
import { signedAmount } from "../text/signed-amount.ts"
import { Eye, EyeOff } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import styles from "./own-amount.module.css"

/** As many as design.md says, so that the dots tell nothing about the size. */
const HIDDEN_DOTS = "•••••"

interface OwnAmountProps {
  /** Plain decimal text as it came over the wire, all its decimals kept; null or undefined: not known, an en dash. */
  text: string | null | undefined
  /** The currency behind it, where no head or label says it; it stays when the amount is hidden. */
  unit?: string | undefined
  /** What was gained or lost: above zero it has a plus. */
  isSigned?: boolean | undefined
}

export const OwnAmount = memo(function OwnAmount({ text, unit, isSigned = false }: OwnAmountProps) {
  const { t, i18n } = useTranslation("assets")
  const { areHidden } = useSnapshot(hiddenAmounts)
  const behind = unit ? `\u00a0${unit}` : ""
  if (text === null || text === undefined) return <span className={styles.unknown}>–</span>
  if (areHidden)
    return (
      <>
        <span aria-hidden="true">
          {HIDDEN_DOTS}
          {behind}
        </span>
        <VisuallyHidden>
          {t("hidden.amount")}
          {behind}
        </VisuallyHidden>
      </>
    )
  return (
    <>
      {(isSigned ? signedAmount : formatDecimal)(text, i18n.language)}
      {behind}
    </>
  )
})

/**
 * The same for sentences and labels, where an element can't go: gives a function that turns a wire decimal into what may
 * be shown now.
 * @example const shown = useOwnAmounts(); const line = t(key, { amount: shown(available, "USDT") })
 */
export function useOwnAmounts(): (text: string, unit?: string) => string {
  const { i18n } = useTranslation()
  const { areHidden } = useSnapshot(hiddenAmounts)
  return (text, unit) =>
    (areHidden ? HIDDEN_DOTS : formatDecimal(text, i18n.language)) + (unit ? `\u00a0${unit}` : "")
}

/** The one switch, wherever it stands: an eye, struck while amounts are hidden. */
export function HideAmountsButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation("assets")
  const { areHidden } = useSnapshot(hiddenAmounts)
  return (
    <IconButton
      glyph={areHidden ? EyeOff : Eye}
      label={t(areHidden ? "hidden.show" : "hidden.hide")}
      className={className}
      onClick={() => hideAmounts(!areHidden)}
    />
  )
}
