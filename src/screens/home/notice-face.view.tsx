/** The line of the newest notice. The same before and after its text came. */

import { ChevronRight, Icon, Megaphone } from "../../ui/icon.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./notice-face.module.css"

interface NoticeFaceProps {
  /** Left out: still on its way. */
  text?: string
  /** The text's language, if it isn't the reader's. */
  language?: string
}

export function NoticeFace({ text, language }: NoticeFaceProps) {
  return (
    <span className={styles.line}>
      <Icon glyph={Megaphone} size={16} className={styles.glyph} />
      {text === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <span className={styles.text} lang={language}>
          {text}
        </span>
      )}
      <Icon glyph={ChevronRight} size={16} className={styles.end} />
    </span>
  )
}
