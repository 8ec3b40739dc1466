/** Which level would the finger take, and for what? Its row at 44 px above the thumb; for eyes only, keys have the buttons. */

import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import { Bell, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./magnified-row.module.css"
import type { PressedLevel } from "./row-press.ts"

interface MagnifiedRowProps {
  level: PressedLevel
  /** What stands there now; null: the level has emptied. */
  size: string | null
}

export function MagnifiedRow({ level, size }: MagnifiedRowProps) {
  const { t } = useTranslation(["market", "alerts"])
  const { side, price, top, left, width, isAlert } = level
  return createPortal(
    <div
      className={classNames(styles.row, side === "sell" ? styles.ask : styles.bid)}
      style={{ top, left, width }}
      aria-hidden="true"
      data-magnified={side}
    >
      {isAlert ? <Icon glyph={Bell} size={16} /> : null}
      <span className={styles.act}>{isAlert ? t("alerts:alert") : t(`market:ticket.${side}`)}</span>
      <span className={styles.price}>
        <PriceText text={price} />
      </span>
      <span className={styles.size}>{size ?? "–"}</span>
    </div>,
    document.body,
  )
}
