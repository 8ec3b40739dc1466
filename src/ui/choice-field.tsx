/** A native select as a field of a form. The device's own list under the look of the other fields. */

import { useId } from "react"
import styles from "./choice-field.module.css"
import { classNames } from "./class-names.ts"
import { ChevronDown, Icon } from "./icon.tsx"
import { NativeSelect } from "./native-select.tsx"

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
      <NativeSelect
        id={id}
        className={styles.value}
        options={options}
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
      />
      <Icon glyph={ChevronDown} size={16} className={styles.chevron} />
    </div>
  )
}
