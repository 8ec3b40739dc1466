/** A choice of two or three exclusive things that changes the form. */

import { useId } from "react"
import { classNames } from "./class-names.ts"
import styles from "./segmented.module.css"

interface Segment<Value extends string> {
  value: Value
  label: string
  /** Fill when chosen; a raised surface when left out. */
  tone?: "positive" | "negative"
}

interface SegmentedProps<Value extends string> {
  /** What is being chosen, for screen readers. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  isDisabled?: boolean
  className?: string | undefined
}

/** Native radio buttons under the look: arrow keys, form rules and screen readers come for free. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, segments, value, onChange, isDisabled = false, className } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.segmented, className)}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classNames(styles.segment, segment.tone && styles[segment.tone])}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={isDisabled}
            onChange={() => onChange(segment.value)}
            // What already stands there is chosen as well, and no change is told of it.
            onClick={() => segment.value === value && onChange(value)}
          />
          <span className={styles.face}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
