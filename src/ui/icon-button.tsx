/** A button with an icon and no words. */

import type { ButtonHTMLAttributes, Ref } from "react"
import { classNames } from "./class-names.ts"
import { type Glyph, Icon } from "./icon.tsx"
import styles from "./icon-button.module.css"

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> {
  glyph: Glyph
  /** Said aloud and shown as a tooltip. */
  label: string
  /** A toggle: filled and in accent when on. Left out: no toggle, or one that says `aria-pressed` and has looks of its own. */
  isOn?: boolean | undefined
  size?: 16 | 20
  ref?: Ref<HTMLButtonElement>
}

/** The class alone, for a link that looks like one. */
export const iconButtonClass = styles.button

export function IconButton({ glyph, label, isOn, size = 20, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-pressed={isOn}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, isOn && styles.on, className)}
    >
      <Icon glyph={glyph} size={size} isFilled={isOn === true} />
    </button>
  )
}
