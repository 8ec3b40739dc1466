/** Size from risk in a contract's ticket: of either side, with the leverage that leaves room for the stop. It is never set by itself. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { tiersOf } from "#core/instrument/tier-tables.ts"
import { unitsOf } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import { marginTiers } from "#core/position/margin-tiers.ts"
import { suggestedLeverage } from "#core/position/suggested-leverage.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { contractAccount } from "../../stores/contracts-store.ts"
import { closesWhole, type Side } from "../../stores/ticket-store.ts"
import type { RiskDraft } from "../../ticket/risk-draft.ts"
import { SizeFromRisk } from "../../ticket/size-from-risk.view.tsx"
import styles from "../../ticket/ticket.module.css"
import { Note } from "../../ui/note.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { useTicketHere } from "./contract-scope.view.tsx"
import { takesTargets } from "./contract-targets.ts"

export function ContractRisk({ isOpen = false }: { isOpen?: boolean }) {
  const { t } = useTranslation("positions")
  const { t: market } = useTranslation("market")
  const { sides, terms, both } = useTicketHere()
  const { cells } = useSnapshot(contractAccount)
  const amount = useOwnAmounts()
  const [side, setSide] = useState<Side>("buy")
  if (!terms || closesWhole("perpetual", both.form) || both.form.isReduceOnly) return null
  const state = sides[side]
  const equity = cells?.equity ?? both.available
  const worth = equity === null || equity.startsWith("-") ? undefined : unitsOf(equity)
  const { targetUnit, takeProfit } = state.form
  return (
    <SizeFromRisk
      state={state}
      rate={terms.taker}
      worth={worth || undefined}
      amount={amount}
      isOpen={isOpen}
      // A take-profit that counts otherwise keeps its unit: then only the size is taken over.
      takesStop={takesTargets(state.form) && (targetUnit === "price" || takeProfit === "")}
      head={
        <Segmented
          label={market("ticket.side")}
          segments={[
            { value: "buy", label: t("side.long"), tone: "positive" },
            { value: "sell", label: t("side.short"), tone: "negative" },
          ]}
          value={side}
          onChange={setSide}
        />
      }
    >
      {(draft) => <Leverage side={side} draft={draft} />}
    </SizeFromRisk>
  )
}

function Leverage({ side, draft }: { side: Side; draft: RiskDraft }) {
  const { t } = useTranslation("trade")
  const { market, terms, sides } = useTicketHere()
  const { size, entry, stop } = draft
  if (!terms || size?.kind !== "size" || entry === undefined || stop === undefined) return null
  const { lot, tick } = sides[side].input.instrument
  const base = (size.lots * lot) as Amount
  const most = suggestedLeverage(
    { size: (side === "buy" ? base : -base) as Amount, entry: entry as Price8, stop: stop as Price8 },
    {
      takerRate: terms.taker,
      tick,
      tiers: marginTiers(tiersOf(market)),
      leverageMax: market.leverageMax,
    },
  )
  const now = terms.leverage
  if (most === undefined) return <Note tone="warn">{t("risk.leverageNone")}</Note>
  if (now > most) return <Note tone="warn">{t("risk.leverageHigh", { most, now })}</Note>
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("risk.leverage")}</dt>
        <dd>{t("risk.leverageUpTo", { most, now })}</dd>
      </div>
    </dl>
  )
}
