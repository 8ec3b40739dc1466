/** Practice money where there is none to trade with: one press gives it, in place of the way that a transfer would be. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { assets } from "#core/wire/asset-calls.ts"
import { useAnswer } from "../api/query.ts"
import { market } from "../stores/market-store.ts"
import { usePractice } from "./use-practice.ts"

interface PracticeOfferProps {
  /** Of the currency that is spent, as wire text; null while unknown. */
  available: string | null
  currency: string
  className?: string | undefined
  /** What stands here where there is money, none is given, or not yet again. */
  children: ReactNode
}

export function PracticeOffer({ available, currency, className, children }: PracticeOfferProps) {
  const { t } = useTranslation("assets")
  const { clockOffset } = useSnapshot(market).connection
  const isNone = available !== null && !/[1-9]/.test(available)
  const { data, retry } = useAnswer(assets, {}, isNone)
  const { isBusy, nextAt, take } = usePractice(retry)
  const readyAt = Math.max(nextAt ?? 0, data?.practiceAt ?? 0)
  const isGiven = data?.practice.some((given) => given.currency === currency) ?? false
  if (!isNone || !isGiven || readyAt > Date.now() + clockOffset) return children
  return (
    <button type="button" className={className} aria-busy={isBusy} onClick={take}>
      {t("practice.take")}
    </button>
  )
}
