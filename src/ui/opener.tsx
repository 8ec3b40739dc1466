/** Buttons that open a choice too large for a native list, looking as the native ones do: small, or a field of a form. */

import choice from "./choice-field.module.css"
import { classNames } from "./class-names.ts"
import { ChevronDown, Icon } from "./icon.tsx"
import styles from "./opener.module.css"
import select from "./select.module.css"

interface OpenerProps {
  /** What is chosen here. */
  label: string
  /** What is chosen now. */
  value: string
  onOpen: () => void
  className?: string | undefined
}

/** As `Select`: only its value is shown. */
export function SmallOpener({ label, value, onOpen, className }: OpenerProps) {
  return (
    <button
      type="button"
      className={classNames(select.select, styles.small, className)}
      aria-haspopup="dialog"
      aria-label={value === label ? label : `${label}: ${value}`}
      onClick={onOpen}
    >
      {value}
      <Icon glyph={ChevronDown} size={12} />
    </button>
  )
}

/** As `ChoiceField`: its label stands in it. */
export function FieldOpener({ label, value, onOpen, className }: OpenerProps) {
  return (
    <div className={classNames(choice.field, className)} data-field="">
      <span className={choice.label} aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        className={classNames(choice.value, styles.field)}
        aria-haspopup="dialog"
        aria-label={`${label}: ${value}`}
        onClick={onOpen}
      >
        {value}
      </button>
      <Icon glyph={ChevronDown} size={16} className={choice.chevron} />
    </div>
  )
}
