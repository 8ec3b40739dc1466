/** Where a position was entered, with its live profit and the button that closes it; and where it would be liquidated. */

import { useTranslation } from "react-i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { useOpenProfit } from "../../amounts/open-profit.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { marketTitle } from "../../text/market-title.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { useClosing } from "./closing.ts"
import { LineAsking, LineFrame, type LinePlace, LineRefusal } from "./line-frame.view.tsx"
import styles from "./own-line.module.css"
import type { PositionLine } from "./own-lines.model.ts"

interface PositionLineProps extends LinePlace {
  line: PositionLine
  market: TradedMarket
}

export const PositionLineView = (props: PositionLineProps) =>
  props.line.kind === "entry" ? <EntryLine {...props} /> : <LiquidationLine {...props} />

function LiquidationLine({ line, market: _, ...place }: PositionLineProps) {
  const { t } = useTranslation("positions")
  return (
    <LineFrame
      {...place}
      line={line}
      price={line.price}
      drawLabel={(style) => (
        <span className={styles.label} style={style}>
          {t("liquidation")}
        </span>
      )}
    />
  )
}

function EntryLine({ line, market, ...place }: PositionLineProps) {
  const { t } = useTranslation("positions")
  const { position } = line
  const { base, quote } = market
  const closing = useClosing(position)
  const isBusy = closing.state === "sending" || closing.state === "asking"
  const shown = useOwnAmounts()
  const quantity = formatAmount(unitsOf(position.quantity), market.lot.split(".")[1]?.length ?? 0)
  const name = `${marketTitle(market.id)} ${t(`side.${position.side}`)}`
  const amount = shown(quantity, base)
  return (
    <LineFrame
      {...place}
      line={line}
      price={line.price}
      state={closing.state}
      drawLabel={(style) => (
        <span className={classNames(styles.label, styles.entryLabel, "num")} style={style}>
          {t(`side.${position.side}`)} {shown(quantity)} <LiveProfit position={position} currency={quote} />
          <IconButton
            glyph={X}
            size={16}
            label={t("closeOf", { position: name })}
            className={styles.close}
            aria-busy={isBusy || undefined}
            disabled={isBusy}
            onClick={closing.press}
          />
        </span>
      )}
      note={
        closing.refusal !== undefined ? (
          <LineRefusal text={closing.refusal} onClose={closing.forgetRefusal} />
        ) : closing.asking !== undefined ? (
          <LineAsking text={closing.asking} />
        ) : closing.state === "asked" ? (
          <CloseQuestion {...{ position, amount, name, quote }} onYes={closing.confirm} onNo={closing.keep} />
        ) : null
      }
    />
  )
}

interface CloseQuestionProps {
  position: Position
  /** Ready to show. */
  amount: string
  name: string
  quote: string
  onYes: () => void
  onNo: () => void
}

function CloseQuestion({ position, amount, name, quote, onYes, onNo }: CloseQuestionProps) {
  const { t } = useTranslation("positions")
  return (
    <div className={styles.effect}>
      <p className="num">
        <strong>{t("askClose", { amount, position: name })}</strong>
        <span>
          {t("realisedAbout")} <LiveProfit position={position} currency={quote} unit={quote} />
        </span>
      </p>
      <div className={styles.answers}>
        <Button tone="warn" onClick={onYes} second={t("byMarket")}>
          {t("closeAmount", { amount })}
        </Button>
        <Button tone="outline" onClick={onNo}>
          {t("reverse.keep")}
        </Button>
      </div>
    </div>
  )
}

/** Of its own: a mark draws this text anew and nothing around it. */
function LiveProfit(props: { position: Position; currency: string; unit?: string }) {
  const { position, currency, unit } = props
  const { unrealised, sign } = useOpenProfit(position)
  return (
    <span className={sign === 0 ? undefined : sign > 0 ? styles.gain : styles.loss}>
      <OwnAmount text={unrealised} currency={currency} unit={unit} isSigned />
    </span>
  )
}
