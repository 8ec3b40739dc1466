/** The first stops of the tab key, seen only while they have the focus: past the bars, and to what a screen is for. */

import type { ReactNode } from "react"
import { createPortal } from "react-dom"
import { useBarSlots } from "./bar-slots.tsx"
import styles from "./skip.module.css"

interface SkipProps {
  onPress: () => void
  children: ReactNode
}

export function SkipButton({ onPress, children }: SkipProps) {
  return (
    <button type="button" className={styles.skip} onClick={onPress}>
      {children}
    </button>
  )
}

/** A screen's own, behind the shell's: to its ticket, say. */
export function ScreenSkip(props: SkipProps) {
  const { skips } = useBarSlots()
  return skips ? createPortal(<SkipButton {...props} />, skips) : null
}
