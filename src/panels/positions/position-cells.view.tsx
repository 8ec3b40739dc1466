/** The live figures of a position. Each follows only what it shows: a mark draws these anew, never their row. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import { useOpenProfit } from "../../amounts/open-profit.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { cutDecimal } from "../../amounts/own-decimals.ts"
import { CountedDown } from "../../lists/time-left.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { positionCellsOf } from "../../stores/contracts-store.ts"
import { market } from "../../stores/market-store.ts"
import { profitBasis } from "../../stores/profit-basis.ts"
import { marketTitle } from "../../text/market-title.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { priceFigure } from "../../text/price-figure.ts"
import { Badge } from "../../ui/badge.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ArrowDown, ArrowUp, Icon, Share2, TriangleAlert } from "../../ui/icon.tsx"
import { iconButtonClass } from "../../ui/icon-button.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./position-cells.module.css"
import { partPairs, wholePair } from "./targets.model.ts"

interface CellProps {
  position: Position
}

export const currenciesOf = (instrument: string): { base: string; quote: string } => {
  const [base = "", quote = ""] = instrument.split("_")
  return { base, quote }
}

export function ContractLink({ position: { instrument } }: CellProps) {
  return (
    <ScreenLink to="/pages/contract/trade" search={{ symbol: instrument }} className={styles.name}>
      {marketTitle(instrument)}
    </ScreenLink>
  )
}

export function ShareLink({ position: { id, instrument, side } }: CellProps) {
  const { t } = useTranslation("positions")
  const label = t("share:of", { position: `${marketTitle(instrument)} ${t(`side.${side}`)}` })
  return (
    <ScreenLink
      to="/pages/contract/share"
      search={{ id: String(id) }}
      className={iconButtonClass}
      aria-label={label}
      title={label}
    >
      <Icon glyph={Share2} size={16} />
    </ScreenLink>
  )
}

/** With an arrow: never by colour alone. */
export function SideTag({ position: { side, leverage } }: CellProps) {
  const { t } = useTranslation("positions")
  return (
    <Badge tone={side === "long" ? "positive" : "negative"}>
      <Icon glyph={side === "long" ? ArrowUp : ArrowDown} size={12} />
      {t(side === "long" ? "long" : "short", { leverage })}
    </Badge>
  )
}

/** An average has more decimals than the market's prices: shown with theirs, exact in its title. */
export function EntryPrice({ position: { entryPrice, instrument } }: CellProps) {
  const { i18n } = useTranslation()
  const tick = useSnapshot(market).catalogue?.byId.get(instrument)?.tick ?? ""
  const cut = cutDecimal(entryPrice, tick.split(".")[1]?.length ?? 0)
  return (
    <span title={formatDecimal(entryPrice, i18n.language)}>
      <PriceText text={cut === "" ? null : priceFigure(cut, i18n.language)} />
    </span>
  )
}

export function MarkPrice({ position: { id } }: CellProps) {
  const { mark } = useSnapshot(positionCellsOf(id))
  return <PriceText text={mark} />
}

/** `isShort`: in a table one word says that there is none, as it does in the ticket. */
export function LiquidationPrice({ position: { id }, isShort = false }: CellProps & { isShort?: boolean }) {
  const { t } = useTranslation("positions")
  const { liquidation, mark } = useSnapshot(positionCellsOf(id))
  if (liquidation === null && mark !== null)
    return (
      <span className={styles.quiet} title={isShort ? t("noLiquidation") : undefined}>
        {isShort ? t("perpetual:ticket.noLiquidation") : t("noLiquidation")}
      </span>
    )
  return <PriceText text={liquidation} />
}

/** How far the mark is from liquidation, in words; amber and with a sign where it is near. */
export function Distance({ position: { id }, isShort = false }: CellProps & { isShort?: boolean }) {
  const { t } = useTranslation("positions")
  const { away, nearness } = useSnapshot(positionCellsOf(id))
  if (away === null) return null
  return (
    <span className={classNames(styles.distance, styles[nearness])}>
      {nearness === "far" ? null : <Icon glyph={TriangleAlert} size={12} />}
      {t(isShort ? "awayShort" : "away", { percent: away })}
    </span>
  )
}

export function Margin({ position: { id, instrument } }: CellProps) {
  const { margin } = useSnapshot(positionCellsOf(id))
  return <OwnAmount text={margin} currency={currenciesOf(instrument).quote} />
}

export function Profit({ position }: CellProps) {
  const { unrealised, sign } = useOpenProfit(position)
  return (
    <span className={signClass(sign)}>
      <OwnAmount text={unrealised} currency={currenciesOf(position.instrument).quote} isSigned />
    </span>
  )
}

/** How long until the next funding. */
export function FundingIn({ position: { id } }: CellProps) {
  const { nextFunding } = useSnapshot(positionCellsOf(id))
  return nextFunding === null ? "–" : <CountedDown to={nextFunding} />
}

/** P5: what it brings the position if mark and rate stay; below zero it costs. */
export function NextFunding({ position: { id, instrument } }: CellProps) {
  const { funding } = useSnapshot(positionCellsOf(id))
  return <OwnAmount text={funding} unit={currenciesOf(instrument).quote} isSigned />
}

export function Roe({ position }: CellProps) {
  const { roe, sign } = useOpenProfit(position)
  return <span className={signClass(sign)}>{roe ?? "–"}</span>
}

/** Said where it isn't the mark, by which all else of a position goes. */
export function ProfitBasisWord() {
  const { t } = useTranslation("positions")
  return useSnapshot(profitBasis).by === "last" ? <small>{t("byLast")}</small> : null
}

/** Full is liquidated. */
export function RatioBar({ position: { id } }: CellProps) {
  const { share, alarm, nearness } = useSnapshot(positionCellsOf(id))
  const tone =
    alarm >= 90 || nearness === "close" ? styles.close : alarm >= 80 || nearness === "near" ? styles.near : ""
  return (
    <div className={classNames(styles.bar, tone)} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}

export function Ratio({ position: { id } }: CellProps) {
  const { t } = useTranslation("positions")
  const { ratio, share } = useSnapshot(positionCellsOf(id))
  if (ratio === null && share === 0) return <>–</>
  return <>{ratio ?? t("nothingLeft")}</>
}

/** With all decimals of the lot. */
export function Size({ position: { quantity, instrument } }: CellProps) {
  const lot = useSnapshot(market).catalogue?.byId.get(instrument)?.lot ?? ""
  return <OwnAmount text={formatAmount(unitsOf(quantity), lot.split(".")[1]?.length ?? 0)} />
}

/** Take-profit and stop-loss of the whole position in two lines, for a table; nothing where neither is set. */
export function StackedTargets({ position }: CellProps) {
  const { i18n } = useTranslation("positions")
  const pair = wholePair(position)
  if (!pair?.takeProfit && !pair?.stopLoss) return null
  const line = (target: { price: string } | null | undefined, className: string | undefined) => (
    <span className={className}>
      <PriceText text={target ? priceFigure(target.price, i18n.language) : null} />
    </span>
  )
  return (
    <span className={styles.targets}>
      {line(pair.takeProfit, styles.up)}
      {line(pair.stopLoss, styles.down)}
    </span>
  )
}

/** Take-profit and stop-loss of the whole position, and how many parts have some of their own. */
export function Targets({ position }: CellProps) {
  const { t, i18n } = useTranslation("positions")
  const pair = wholePair(position)
  const count = partPairs(position).length
  const parts = count > 0 ? <span className={styles.quiet}>{t("targets.parts", { count })}</span> : null
  if (!pair?.takeProfit && !pair?.stopLoss)
    return parts ?? <span className={styles.quiet}>{t("targets.noneSet")}</span>
  const price = (target: { price: string } | null | undefined) => (
    <PriceText text={target ? priceFigure(target.price, i18n.language) : null} />
  )
  return (
    <>
      <span className={styles.up}>{price(pair.takeProfit)}</span>
      {" / "}
      <span className={styles.down}>{price(pair.stopLoss)}</span> {parts}
    </>
  )
}

const signClass = (sign: -1 | 0 | 1): string | undefined =>
  sign === 0 ? undefined : sign > 0 ? styles.up : styles.down
