/** Buttons. */

import type { ButtonHTMLAttributes, ReactNode } from "react"
import styles from "./button.module.css"
import { classNames } from "./class-names.ts"

/** `positive` and `negative` are the filled pair (never more than one a screen), `plain` is a raised surface. */
export type ButtonTone = "positive" | "negative" | "accent" | "warn" | "plain" | "outline" | "quiet"

interface ButtonLook {
  tone?: ButtonTone
  /** `primary`: 48 px on a phone, 40 on a desk; `normal`: 44 and 32. */
  size?: "primary" | "normal"
  /** As wide as its place. */
  isBlock?: boolean
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** A second, smaller line: the total, a warning, or why it can't be pressed. */
  second?: ReactNode
  icon?: ReactNode
  /** The label stays, a ring replaces the icon, and further presses do nothing. */
  isBusy?: boolean
}

export function Button(props: ButtonProps) {
  const { tone, size, isBlock, second, icon, isBusy = false, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass({ tone, size, isBlock }), className)}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span className={styles.ring} /> : icon}
      <span className={styles.label}>
        {children}
        {second ? <span className={styles.second}>{second}</span> : null}
      </span>
    </button>
  )
}

/** The classes alone, for a link that looks like a button. */
export function buttonClass(look: { [Key in keyof ButtonLook]?: ButtonLook[Key] | undefined }): string {
  const { tone = "plain", size = "normal", isBlock = false } = look
  return classNames(
    styles.button,
    styles[tone],
    size === "primary" && styles.primary,
    isBlock && styles.block,
  )
}
