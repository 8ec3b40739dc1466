/** The page "not yet". One column, what is missing, what comes after it, and a way on. */

import type { ReactNode } from "react"
import { type Glyph, Icon } from "../../ui/icon.tsx"
import styles from "./not-yet.module.css"

interface NotYetViewProps {
  glyph: Glyph
  title: string
  text: string
  action: ReactNode
}

export function NotYetView({ glyph, title, text, action }: NotYetViewProps) {
  return (
    <div className={styles.page}>
      <Icon glyph={glyph} size={28} className={styles.icon} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
