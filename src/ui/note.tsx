/** A note above an action. One sentence in a tinted box; the mend is a link inside it. */

import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import { CircleAlert, Icon, Info, TriangleAlert } from "./icon.tsx"
import styles from "./note.module.css"

interface NoteProps {
  tone?: "plain" | "info" | "warn" | "danger"
  /** Read out at once, for a refusal that has just appeared. */
  isAlert?: boolean
  /** Read out when the reader has finished what it says. */
  isStatus?: boolean
  children: ReactNode
  className?: string | undefined
}

const GLYPHS = { plain: Info, info: Info, warn: TriangleAlert, danger: CircleAlert } as const

export function Note({ tone = "plain", isAlert = false, isStatus = false, children, className }: NoteProps) {
  const role = isAlert ? "alert" : isStatus ? "status" : undefined
  return (
    <div role={role} className={classNames(styles.note, styles[tone], className)}>
      <Icon glyph={GLYPHS[tone]} size={16} className={styles.icon} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
