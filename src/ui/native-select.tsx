/** The native select. The device's own list, without a look of its own; select.tsx and choice-field.tsx give it one. */

interface NativeSelectProps<Value extends string> {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  isDisabled: boolean
  className: string | undefined
  id?: string
  /** Where no label element stands beside it. */
  label?: string
}

export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { options, value, onChange, isDisabled, className, id, label } = props
  return (
    <select
      id={id}
      className={className}
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
  )
}
