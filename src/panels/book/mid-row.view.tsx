/** Where is the market now? Last price with its direction, and the spread; a press puts the book's middle here. */

import { useTranslation } from "react-i18next"
import type { BookFrame } from "#workers/market/market.api.ts"
import { classNames } from "../../ui/class-names.ts"
import { ArrowDown, ArrowUp, Icon } from "../../ui/icon.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./book.module.css"

interface MidRowProps {
  frame: BookFrame | null
  columns: number
  onCentre: () => void
}

const DIRECTIONS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

export function MidRow({ frame, columns, onCentre }: MidRowProps) {
  const { t } = useTranslation("market")
  const moved = frame?.lastMoved ?? 0
  return (
    <tbody>
      <tr className={styles.mid}>
        <td colSpan={columns} className={styles.midCell}>
          <button type="button" className={styles.centre} title={t("book.recentre")} onClick={onCentre}>
            <span className={classNames(styles.last, DIRECTIONS[moved])}>
              <PriceText text={frame?.last} />
              {moved === 0 ? null : <Icon glyph={moved === 1 ? ArrowUp : ArrowDown} size={12} />}
            </span>
            <span className={styles.spread}>
              {t("book.spread")} <PriceText text={frame?.spread} />
            </span>
          </button>
        </td>
      </tr>
    </tbody>
  )
}
