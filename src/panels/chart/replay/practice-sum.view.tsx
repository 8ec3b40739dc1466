/** An amount of practice money: cut as own amounts are, exact in its title. It is nobody's, so it is never hidden. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount } from "#core/money/steps.ts"
import { cutDecimal, ownDecimals } from "../../../amounts/own-decimals.ts"
import { market } from "../../../stores/market-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { signedAmount } from "../../../text/signed-amount.ts"

interface PracticeSumProps {
  /** In 1e-8. */
  units: bigint
  currency: string
  /** A gain or loss: with its sign. */
  isSigned?: boolean
}

export function PracticeSum({ units, currency, isSigned = false }: PracticeSumProps) {
  const { i18n } = useTranslation()
  const { catalogue } = useSnapshot(market)
  const decimals = ownDecimals(currency, catalogue)
  const text = formatAmount(units, decimals)
  const write = (value: string) => (isSigned ? signedAmount : formatDecimal)(value, i18n.language)
  return (
    <span
      title={`${write(text)}\u00a0${currency}`}
      data-sign={isSigned ? Number(units > 0n) - Number(units < 0n) : undefined}
    >
      {write(cutDecimal(text, decimals))}
    </span>
  )
}
