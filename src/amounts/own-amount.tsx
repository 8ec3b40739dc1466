/**
 * Money that its owner may want to hide. Every own amount (balances, totals, sizes of own orders and fills, lines of
 * the bill) goes through here, so that one switch hides all of them at once: five dots, whatever the size. Prices
 * and percentages aren't own amounts and stay.
 */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { hiddenAmounts, hideAmounts } from "../stores/hidden-amounts.ts"
import { market } from "../stores/market-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { tellMoneyBy } from "../text/problem-text.ts"
import { signedAmount } from "../text/signed-amount.ts"
import { Eye, EyeOff } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import styles from "./own-amount.module.css"
import { cutDecimal, ownDecimals, raiseDecimal } from "./own-decimals.ts"

// What a refusal needs and finds lacking is told by the same rule.
tellMoneyBy((text, currency, isCost) =>
  (isCost ? raiseDecimal : cutDecimal)(text, ownDecimals(currency, market.catalogue)),
)

/** Always five, so that the dots tell nothing about the size. */
const HIDDEN_DOTS = "•••••"

interface OwnAmountProps {
  /** Plain decimal text as it came over the wire, all its decimals kept; null or undefined: not known, an en dash. */
  text: string | null | undefined
  /** The currency behind it, where no head or label says it; it stays when the amount is hidden. */
  unit?: string | undefined
  /** The currency where a head or label says it: the amount is cut by its rule (own-decimals.ts), exact in its title. */
  currency?: string | undefined
  /** Details: every decimal. */
  isExact?: boolean | undefined
  /** What something costs: shortened it is rounded up. */
  isCost?: boolean | undefined
  /** What was gained or lost: above zero it has a plus. */
  isSigned?: boolean | undefined
}

export const OwnAmount = memo(function OwnAmount(props: OwnAmountProps) {
  const { text, unit, currency = unit, isSigned = false, isExact = false, isCost = false } = props
  const { t, i18n } = useTranslation("assets")
  const { areHidden } = useSnapshot(hiddenAmounts)
  const { catalogue } = useSnapshot(market)
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
  const cut =
    isExact || !currency ? text : (isCost ? raiseDecimal : cutDecimal)(text, ownDecimals(currency, catalogue))
  const written = (value: string) => (isSigned ? signedAmount : formatDecimal)(value, i18n.language)
  if (cut !== text)
    return (
      <span title={`${written(text)}\u00a0${currency}`}>
        {written(cut)}
        {behind}
      </span>
    )
  return (
    <>
      {written(text)}
      {behind}
    </>
  )
})

/**
 * The same for sentences and labels, where an element can't go: gives a function that turns a wire decimal into what may
 * be shown now.
 * @example const shown = useOwnAmounts(); const line = t(key, { amount: shown(available, "USDT") })
 */
export function useOwnAmounts(): (text: string, unit?: string, isExact?: boolean) => string {
  const cut = useCutAmounts()
  return (text, unit, isExact = false) =>
    (isExact ? cut(text) : cut(text, unit)) + (unit ? `\u00a0${unit}` : "")
}

/** The figure alone, cut by the rule of a currency that something else says; without one every decimal. */
export function useCutAmounts(): (text: string, currency?: string) => string {
  const { i18n } = useTranslation()
  const { areHidden } = useSnapshot(hiddenAmounts)
  const { catalogue } = useSnapshot(market)
  return (text, currency) => {
    if (areHidden) return HIDDEN_DOTS
    return formatDecimal(currency ? cutDecimal(text, ownDecimals(currency, catalogue)) : text, i18n.language)
  }
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
