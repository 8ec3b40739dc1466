/** A small native select. The device's own list, small on the page. */

import { classNames } from "./class-names.ts"
import { ChevronDown, Icon } from "./icon.tsx"
import { NativeSelect } from "./native-select.tsx"
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
      <NativeSelect
        label={label}
        className={styles.native}
        options={options}
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    </span>
  )
}
