/** How does "not yet" look? One column, what is missing, what comes after it, and a way on. */

import type { ReactNode } from "react"
import { type Glyph, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import styles from "./not-yet.module.css"

interface NotYetViewProps {
  glyph: Glyph
  title: string
  text: string
  note: string | undefined
  action: ReactNode
}

export function NotYetView({ glyph, title, text, note, action }: NotYetViewProps) {
  return (
    <div className={styles.page}>
      <Icon glyph={glyph} size={28} className={styles.icon} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {note ? <Note tone="info">{note}</Note> : null}
      {action}
    </div>
  )
}
