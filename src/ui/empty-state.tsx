/** Shown where there is nothing. One sentence that says what it means, and at most one action. */

import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import styles from "./empty-state.module.css"
import { type Glyph, Icon, Inbox } from "./icon.tsx"

interface EmptyStateProps {
  glyph?: Glyph
  children: ReactNode
  /** A link or a quiet button. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({ glyph = Inbox, children, action, className }: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, className)}>
      <Icon glyph={glyph} size={28} className={styles.icon} />
      <p>{children}</p>
      {action}
    </div>
  )
}
