/** The cells of a running second contract that move: each listens for itself, so that a tick or a second draws nothing else. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SecondContract } from "#core/wire/second.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { indexOf, market } from "../../stores/market-store.ts"
import { tickDecimals, tickDistance, tickPrice } from "../../text/tick-price.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Badge } from "../../ui/badge.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { ArrowDown, ArrowUp, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { passedShare, standingAt } from "./running.model.ts"
import styles from "./running.module.css"

interface CellProps {
  contract: SecondContract
}

/** Server epoch ms, to the second. */
function useServerNow(): number {
  const { clockOffset } = useSnapshot(market).connection
  return useEachSecond(true) + clockOffset
}

/** Ends at nothing: then the tick that decides is awaited. */
export function Countdown({ contract }: CellProps) {
  const { t } = useTranslation("option")
  const left = contract.expiry - useServerNow()
  return left > 0 ? timeLeft(left) : <span className={styles.deciding}>{t("running.deciding")}</span>
}

export function Progress({ contract }: CellProps) {
  const share = passedShare(contract, useServerNow())
  return (
    <div className={styles.track} aria-hidden="true">
      <div className={styles.passed} style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}

export function DirectionTag({ direction }: Pick<SecondContract, "direction">) {
  const { t } = useTranslation("option")
  const isUp = direction === "bullish"
  return (
    <Badge tone={isUp ? "positive" : "negative"} className={styles.tag}>
      <Icon glyph={isUp ? ArrowUp : ArrowDown} size={12} />
      {t(isUp ? "direction.up" : "direction.down")}
    </Badge>
  )
}

/** Decimals of the tick of a contract's market. */
export function useDecimals(instrument: string): number {
  return tickDecimals(useSnapshot(market).catalogue?.byId.get(instrument)?.tick)
}

export function OpenPrice({ contract }: CellProps) {
  const { i18n } = useTranslation()
  const decimals = useDecimals(contract.instrument)
  return <PriceText text={tickPrice(contract.open.price, decimals, i18n.language)} />
}

/** The index now; a dash while it is too old to say anything. */
export function NowPrice({ contract }: CellProps) {
  const { price, isStale } = useSnapshot(indexOf(contract.index))
  return <PriceText text={isStale ? null : price} />
}

/** "13.4 above: +42.50": where the index stands, and what it would come to. */
export function Outlook({ contract }: CellProps) {
  const { t, i18n } = useTranslation("option")
  const { value, isStale } = useSnapshot(indexOf(contract.index))
  const decimals = useDecimals(contract.instrument)
  if (isStale || value === null) return <span className={styles.unknown}>–</span>
  const { place, outcome, money } = standingAt(contract, value)
  const difference = tickDistance(value, contract.open.price, decimals, i18n.language)
  return (
    <span className={outcome === "won" ? styles.up : outcome === "lost" ? styles.down : undefined}>
      {t(`running.${place}`, { difference })} <OwnAmount text={money} currency={contract.currency} isSigned />
    </span>
  )
}
