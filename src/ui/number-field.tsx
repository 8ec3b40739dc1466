/** A field for numbers. As text, from the first key to the wire: nothing here ever makes a float of it. */

import { type KeyboardEvent, type ReactNode, type Ref, useId } from "react"
import { useTranslation } from "react-i18next"
import { classNames } from "./class-names.ts"
import { useHoldRepeat } from "./hold-repeat.ts"
import { Icon, Minus, Plus } from "./icon.tsx"
import styles from "./number-field.module.css"

interface NumberFieldProps {
  label: string
  /** Exactly what was typed; never reformatted under the cursor. */
  value: string
  onChange: (text: string) => void
  /** The place to put the text in order. */
  onFocus?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  /** One step up or down; ten with shift. Left out: no steppers. */
  onStep?: ((steps: 1 | -1 | 10 | -10) => void) | undefined
  unit?: string | undefined
  placeholder?: string | undefined
  state?: "normal" | "warned" | "refused"
  /** Under the field, its line always reserved: left what was understood, right the distance or the step. */
  echo?: { left?: ReactNode; right?: ReactNode } | undefined
  /** Inside at the right end, behind a line: a choice of unit. */
  choice?: ReactNode
  isDisabled?: boolean
  /** The label stands above its figure on a desk too: where there is no room beside it. */
  isStacked?: boolean
  /** Little height: one line without echo until it is in use. */
  isFolded?: boolean
  inputRef?: Ref<HTMLInputElement> | undefined
  className?: string | undefined
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, onStep, unit, state = "normal", echo, choice, isDisabled = false } = props
  const id = useId()
  return (
    <div className={classNames(props.className, props.isFolded && styles.folded)} data-field="">
      <div className={classNames(styles.field, styles[state], isDisabled && styles.disabled)}>
        <div className={classNames(styles.inside, props.isStacked && styles.stacked)}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          <span className={styles.line}>
            <input
              ref={props.inputRef}
              id={id}
              className={styles.value}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              value={value}
              // As wide as its text where `field-sizing` is unknown (WebKit, Firefox 128); elsewhere without effect.
              size={Math.max(1, value.length, props.placeholder?.length ?? 0)}
              placeholder={props.placeholder}
              disabled={isDisabled}
              aria-invalid={state === "refused" || undefined}
              aria-describedby={`${id}-echo`}
              onChange={(event) => props.onChange(event.target.value)}
              onFocus={props.onFocus}
              onBlur={props.onBlur}
              onKeyDown={(event) => stepByKey(event, onStep)}
            />
            {unit ? <span className={styles.unit}>{unit}</span> : null}
          </span>
        </div>
        {onStep ? <Steppers label={label} onStep={onStep} isDisabled={isDisabled} /> : null}
        {choice ? <div className={styles.choice}>{choice}</div> : null}
      </div>
      <div id={`${id}-echo`} className={classNames(styles.echo, styles[state])}>
        <span>{echo?.left}</span>
        <span>{echo?.right}</span>
      </div>
    </div>
  )
}

interface SteppersProps {
  label: string
  onStep: (steps: 1 | -1) => void
  isDisabled: boolean
}

function Steppers({ label, onStep, isDisabled }: SteppersProps) {
  const { t } = useTranslation("app")
  const less = useHoldRepeat(() => onStep(-1))
  const more = useHoldRepeat(() => onStep(1))
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={styles.step}
        disabled={isDisabled}
        aria-label={t("field.less", { field: label })}
        {...less}
      >
        <Icon glyph={Minus} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.step}
        disabled={isDisabled}
        aria-label={t("field.more", { field: label })}
        {...more}
      >
        <Icon glyph={Plus} />
      </button>
    </>
  )
}

function stepByKey(event: KeyboardEvent, onStep: NumberFieldProps["onStep"]): void {
  if (!onStep || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
  event.preventDefault()
  const size = event.shiftKey ? 10 : 1
  onStep(event.key === "ArrowUp" ? size : size === 10 ? -10 : -1)
}
