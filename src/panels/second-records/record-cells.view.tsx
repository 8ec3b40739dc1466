/** Cells of an ended second contract. The same looks for gain, tie and loss. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { SecondContract, TickRow } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { market } from "../../stores/market-store.ts"
import { tickDecimals, tickPrices } from "../../text/tick-price.ts"
import { Badge } from "../../ui/badge.tsx"
import { ArrowDown, ArrowUp, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./records.module.css"

interface CellProps {
  contract: SecondContract
}

export function Direction({ contract }: CellProps) {
  const { t } = useTranslation("option")
  const isUp = contract.direction === "bullish"
  return (
    <Badge tone={isUp ? "positive" : "negative"} className={styles.tag}>
      <Icon glyph={isUp ? ArrowUp : ArrowDown} size={12} />
      {t(isUp ? "direction.up" : "direction.down")}
    </Badge>
  )
}

/** What came of it beside the stake: gained, lost, or nothing. */
export function Net({ contract }: CellProps) {
  const { status, profit, stake, currency } = contract
  const net = status === "won" ? unitsOf(profit) : status === "lost" ? -unitsOf(stake) : 0n
  return (
    <span className={status === "won" ? styles.up : status === "lost" ? styles.down : undefined}>
      <OwnAmount text={formatAmount(net, 2)} currency={currency} isSigned />
    </span>
  )
}

/** Prices at the start and at the end; with every digit where they would look the same. */
function usePrices({ instrument, open, settle }: SecondContract): [start: string, end: string | null] {
  const { i18n } = useTranslation()
  const decimals = tickDecimals(useSnapshot(market).catalogue?.byId.get(instrument)?.tick)
  const other: TickRow = settle ?? open
  const [start, end] = tickPrices(open.price, other.price, decimals, i18n.language)
  return [start, settle && end]
}

export function Prices({ contract }: CellProps) {
  const [start, end] = usePrices(contract)
  return (
    <>
      <PriceText text={start} /> → <PriceText text={end} />
    </>
  )
}

export function Status({ contract }: CellProps) {
  const { t } = useTranslation("option")
  return <>{t(`status.${contract.status}`)}</>
}
