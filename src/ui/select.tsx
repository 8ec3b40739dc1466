/** Which of many is chosen? The device's own list, small on the page. */

import { classNames } from "./class-names.ts"
import { ChevronDown, Icon } from "./icon.tsx"
import styles from "./select.module.css"

interface SelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Shown instead of the chosen option's own label. */
  face?: string
  isDisabled?: boolean
  className?: string | undefined
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, face, isDisabled = false, className } = props
  return (
    <span className={classNames(styles.select, isDisabled && styles.disabled, className)}>
      <span aria-hidden="true">{face ?? options.find((option) => option.value === value)?.label}</span>
      <Icon glyph={ChevronDown} size={12} />
      <select
        className={styles.native}
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
