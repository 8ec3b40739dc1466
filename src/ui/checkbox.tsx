/** A box to tick, in our own colours. The words beside it belong to it: a press on them ticks it too. */

import type { ReactNode } from "react"
import styles from "./checkbox.module.css"
import { classNames } from "./class-names.ts"

interface CheckboxProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  /** Id of what explains it further. */
  describedBy?: string
  className?: string | undefined
  children: ReactNode
}

export function Checkbox({
  isOn,
  onChange,
  isDisabled = false,
  describedBy,
  className,
  children,
}: CheckboxProps) {
  return (
    <label className={classNames(styles.choice, isDisabled && styles.off, className)}>
      <input
        type="checkbox"
        className={styles.box}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
