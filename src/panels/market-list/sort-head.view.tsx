/** Which column decides the order? A head to press; the one in charge is in accent and says its direction. */

import type { ReactNode } from "react"
import type { ListSort } from "#workers/market/market.api.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronDown, ChevronUp, Icon } from "../../ui/icon.tsx"
import type { MarketListState } from "./list-state.ts"
import styles from "./sort-head.module.css"

interface SortHeadProps {
  list: MarketListState
  by: ListSort
  children: ReactNode
}

export function SortHead({ list, by, children }: SortHeadProps) {
  const isOn = list.choice.sort === by
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(styles.head, isOn && styles.on)}
      onClick={() => list.sort(by)}
    >
      {children}
      {isOn ? <Icon glyph={list.choice.direction === "down" ? ChevronDown : ChevronUp} size={12} /> : null}
    </button>
  )
}

/** For `aria-sort` of a table head. */
export function sortState(list: MarketListState, by: ListSort): "ascending" | "descending" | "none" {
  if (list.choice.sort !== by) return "none"
  return list.choice.direction === "up" ? "ascending" : "descending"
}
