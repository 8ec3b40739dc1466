/** Which of many is chosen, as a field of a form? The device's own list under the look of the other fields. */

import { useId } from "react"
import styles from "./choice-field.module.css"
import { classNames } from "./class-names.ts"
import { ChevronDown, Icon } from "./icon.tsx"

interface ChoiceFieldProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  isDisabled?: boolean
  className?: string | undefined
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, options, value, onChange, isDisabled = false, className } = props
  const id = useId()
  return (
    <div data-field="" className={classNames(styles.field, isDisabled && styles.disabled, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.value}
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
      <Icon glyph={ChevronDown} size={16} className={styles.chevron} />
    </div>
  )
}
