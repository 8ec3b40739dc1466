/** One price of the ladder: what is for sale and wanted there, own orders, what was traded. Its figures are written past React (row-figures.ts). */

import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { Side } from "../../stores/ticket-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { PriceText } from "../../ui/price-text.tsx"
import shared from "../../ui/row-panel.module.css"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { OwnChip } from "./own-chip.view.tsx"
import type { ShownOwn } from "./own-orders.model.ts"
import styles from "./price-ladder.module.css"
import { NOTHING } from "./row-figures.ts"

/** What a row may ask for; stable, so that rows aren't drawn anew. */
export interface RowActs {
  down: (side: Side, step: number) => void
  press: (side: Side, step: number, hasModifier: boolean) => void
  focus: (row: number, side: Side) => void
  grab: (own: ShownOwn, clientY: number) => void
  cancel: (own: ShownOwn) => void
}

export interface LadderRowProps {
  row: number
  step: number
  /** With the decimals of the grouping, and with all of them; ready to show. */
  short: string
  price: string
  kind: "limit" | "stop"
  isLive: boolean
  /** The cell that keys are at, by the side it orders. */
  active: Side | null
  buys: ShownOwn | undefined
  sells: ShownOwn | undefined
  /** What is carried over this row. */
  over: ShownOwn | undefined
  /** The key of what is carried away from here. */
  lifted: Side | null
  /** Sides of own orders that are on their way here. */
  sending: "" | "buy" | "sell" | "both"
  entry: "long" | "short" | undefined
  acts: RowActs
}

export const LadderRow = memo(function LadderRow(props: LadderRowProps) {
  const { step, short, price, entry } = props
  const { t } = useTranslation("ladder")
  return (
    <tr className={classNames(shared.row, styles.row)} data-step={step}>
      <OwnCell {...props} side="buy" />
      <PressCell {...props} side="buy" />
      <td className={styles.price}>
        {entry ? (
          <>
            <i
              className={classNames(styles.entry, entry === "long" ? styles.long : styles.short)}
              title={t(entry === "long" ? "entryLong" : "entryShort", { price })}
              aria-hidden="true"
              data-entry={entry}
            />
            <VisuallyHidden>{t(entry === "long" ? "entryLong" : "entryShort", { price })}, </VisuallyHidden>
          </>
        ) : null}
        <PriceText text={short} />
      </td>
      <PressCell {...props} side="sell" />
      <OwnCell {...props} side="sell" />
      <td className={styles.volume}>
        <Figure name="volume" />
      </td>
    </tr>
  )
})

interface CellProps extends LadderRowProps {
  side: Side
}

/** The column of bids buys, that of asks sells: a limit at this price, or a stop. */
function PressCell(props: CellProps) {
  const { row, side, step, price, kind, isLive, active, buys, sells, acts } = props
  const { t } = useTranslation("ladder")
  const own = side === "buy" ? buys : sells
  const name = t(kind === "stop" ? `${side}StopAt` : `${side}At`, { price })
  const here = own && t("ownHere", { count: own.orders.length, quantity: own.text })
  return (
    <td className={side === "buy" ? styles.bid : styles.ask}>
      <button
        type="button"
        className={styles.press}
        tabIndex={active === side ? 0 : -1}
        // Stays reachable, so that the focus isn't lost and a press is told why nothing was sent.
        aria-disabled={!isLive || undefined}
        data-press={side}
        aria-label={here ? `${name}, ${here}` : name}
        onFocus={() => acts.focus(row, side)}
        onPointerDown={() => acts.down(side, step)}
        onClick={(event) => {
          // A key's click had no pointer before it: it takes what stands here now.
          if (event.detail === 0) acts.down(side, step)
          acts.press(side, step, event.shiftKey)
        }}
      />
      <Figure name={side === "buy" ? "bid" : "ask"} />
    </td>
  )
}

/** The figure, and a bar beneath it. */
function Figure({ name }: { name: "bid" | "ask" | "volume" }) {
  return (
    <span className={styles.cell} data-figure={name}>
      <span className={styles.figure}>{NOTHING}</span>
      <i className={styles.bar} aria-hidden="true" />
    </span>
  )
}

function OwnCell(props: CellProps) {
  const { side, price, buys, sells, over, lifted, sending, acts } = props
  const own = side === "buy" ? buys : sells
  const chip = { price, onGrab: acts.grab, onCancel: acts.cancel }
  const isSending = sending === side || sending === "both"
  return (
    <td className={styles.own}>
      {over?.side === side ? (
        <OwnChip own={over} state="carried" {...chip} />
      ) : own ? (
        <OwnChip own={own} state={isSending ? "sending" : lifted === side ? "lifted" : "still"} {...chip} />
      ) : null}
    </td>
  )
}
