/** A table head that sorts. A head to press; the one in charge is in accent and says its direction. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ListSort } from "#workers/market/market.api.ts"
import { marketList } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronDown, ChevronUp, Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { MarketListState } from "./list-state.ts"
import styles from "./sort-head.module.css"

interface SortHeadProps {
  list: MarketListState
  by: ListSort
  /** Stands in a table head, which has said the direction already (`aria-sort`). */
  isInTable?: boolean
  /** The same head once more, above a second column: for the eye and the finger only. */
  isCopy?: boolean
  children: ReactNode
}

/** Those are compared by their worth in one currency. */
const BY_WORTH: ReadonlySet<ListSort> = new Set(["last", "turnover", "mark"])

export function SortHead({ list, by, isInTable = false, isCopy = false, children }: SortHeadProps) {
  const { t } = useTranslation("market")
  const { worthIn } = useSnapshot(marketList)
  const { sort, direction } = list.choice
  const isOn = sort === by
  return (
    <button
      type="button"
      aria-pressed={isOn}
      tabIndex={isCopy ? -1 : undefined}
      title={BY_WORTH.has(by) && worthIn ? t("list.comparedIn", { currency: worthIn }) : undefined}
      className={classNames(styles.head, isOn && styles.on)}
      onClick={() => list.sort(by)}
    >
      {children}
      {isOn ? <Icon glyph={direction === "down" ? ChevronDown : ChevronUp} size={12} /> : null}
      {isOn && !isInTable ? (
        <VisuallyHidden>, {t(direction === "down" ? "list.descending" : "list.ascending")}</VisuallyHidden>
      ) : null}
    </button>
  )
}

/** For `aria-sort` of a table head. */
export function sortState(list: MarketListState, by: ListSort): "ascending" | "descending" | "none" {
  if (list.choice.sort !== by) return "none"
  return list.choice.direction === "up" ? "ascending" : "descending"
}
