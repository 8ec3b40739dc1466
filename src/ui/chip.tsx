/** Chips that switch filters. */

import type { ButtonHTMLAttributes, ReactNode } from "react"
import styles from "./chip.module.css"
import { classNames } from "./class-names.ts"

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isOn: boolean
  children: ReactNode
}

function Chip({ isOn, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={isOn}
      className={classNames(styles.chip, isOn && styles.on, className)}
    />
  )
}

interface ChipBarProps<Value extends string> {
  label: string
  chips: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** `bar` scrolls sideways, `sheet` wraps. */
  place?: "bar" | "sheet"
  className?: string | undefined
}

/** Chips of which exactly one is on. */
export function ChipBar<Value extends string>(props: ChipBarProps<Value>) {
  const { label, chips, value, onChange, place = "bar", className } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't scroll sideways in every browser
    <div
      role="group"
      aria-label={label}
      className={classNames(styles.bar, place === "bar" ? styles.scrolling : styles.wrapping, className)}
    >
      {chips.map((chip) => (
        <Chip key={chip.value} isOn={chip.value === value} onClick={() => onChange(chip.value)}>
          {chip.label}
        </Chip>
      ))}
    </div>
  )
}
