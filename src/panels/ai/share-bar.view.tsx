/** How far something has come: a thin bar with its words beside it, never the bar alone. */

import type { ReactNode } from "react"
import styles from "./ai.module.css"

interface ShareBarProps {
  /** Whole per cent, 0 … 100. */
  percent: number
  children: ReactNode
}

export function ShareBar({ percent, children }: ShareBarProps) {
  return (
    <div className={styles.share}>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <span>{children}</span>
    </div>
  )
}
