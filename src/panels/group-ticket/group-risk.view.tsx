/** Size from risk of a scaled order, an iceberg or a TWAP, as if all of it traded at the worst price: no more is lost. */

import { useTranslation } from "react-i18next"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { fieldText } from "../../text/typed-number.ts"
import { useWorth } from "../../ticket/account-worth.ts"
import { SizeFromRisk } from "../../ticket/size-from-risk.view.tsx"
import { entryOf } from "./group-cost.ts"
import type { Grouping } from "./use-group.ts"
import type { GroupCheck } from "./use-group-check.ts"

interface GroupRiskProps {
  group: Grouping
  check: GroupCheck
}

export function GroupRisk({ group: { form, change, instrument }, check }: GroupRiskProps) {
  const { i18n } = useTranslation()
  const amount = useOwnAmounts()
  const { last } = check.input.prices
  const worth = useWorth(check.market, last === undefined ? undefined : BigInt(last) * instrument.tick)
  // A pair ends or opens by either of two prices, and what only reduces risks nothing new.
  if (form.kind === "oco" || form.isReduceOnly || check.taker === undefined) return null
  return (
    <SizeFromRisk
      state={check}
      rate={check.taker}
      worth={worth}
      amount={amount}
      entry={entryOf(form, instrument, { mark: check.input.mark, last })}
      onUse={(size) => change({ quantity: fieldText(size, i18n.language) })}
    />
  )
}
