/** A field for text. A label inside, a line below that is always reserved, and a password that can be shown. */

import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react"
import { classNames } from "./class-names.ts"
import { Eye, EyeOff, Icon } from "./icon.tsx"
import styles from "./text-field.module.css"

interface TextFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** What password managers and keyboards go by. */
  name: string
  autoComplete: string
  type?: "text" | "email" | "password" | "datetime-local"
  /** Of a date and time, as `2026-11-25T10:00`. */
  min?: string
  max?: string
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"]
  /** Words of the button that shows a password, and hides it again. */
  reveal?: { show: string; hide: string }
  /** Why it can't stay so; the field is marked with it. */
  problem?: string | undefined
  /** Under the field while there is no problem. */
  hint?: ReactNode
  /** At the right end, inside. */
  end?: ReactNode
  /** Marked as wrong; why is said elsewhere. */
  isRefused?: boolean
  maxLength?: number
  isDisabled?: boolean
  autoCapitalize?: string
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function TextField(props: TextFieldProps) {
  const { label, value, type = "text", reveal, problem, hint, end, isDisabled = false } = props
  const isRefused = problem !== undefined || props.isRefused === true
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <div data-field="">
      <div className={classNames(styles.field, isRefused && styles.refused, isDisabled && styles.disabled)}>
        <div className={styles.inside}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          <input
            ref={props.inputRef}
            id={id}
            className={styles.value}
            type={type === "password" && isShown ? "text" : type}
            name={props.name}
            autoComplete={props.autoComplete}
            autoCapitalize={props.autoCapitalize ?? "none"}
            autoCorrect="off"
            spellCheck={false}
            inputMode={props.inputMode}
            maxLength={props.maxLength}
            min={props.min}
            max={props.max}
            value={value}
            disabled={isDisabled}
            aria-invalid={isRefused ? true : undefined}
            aria-describedby={`${id}-below`}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
          />
        </div>
        {type === "password" && reveal ? (
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={isShown}
            aria-label={isShown ? reveal.hide : reveal.show}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon glyph={isShown ? EyeOff : Eye} />
          </button>
        ) : null}
        {end ? <div className={styles.end}>{end}</div> : null}
      </div>
      <div
        id={`${id}-below`}
        className={classNames(styles.below, problem && styles.refused)}
        aria-live="polite"
      >
        {problem ?? hint}
      </div>
    </div>
  )
}
