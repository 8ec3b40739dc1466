/** A slider for a share of a whole. A native range under the look, so keys and screen readers come for free. */

import { type CSSProperties, useId } from "react"
import { classNames } from "./class-names.ts"
import { SLIDER_STOPS, snapToStop } from "./slider.model.ts"
import styles from "./slider.module.css"

interface SliderProps {
  label: string
  /** Whole percent, 0 … 100. May lie anywhere: the amount leads, the knob follows. */
  value: number
  onChange: (value: number) => void
  tone?: "accent" | "positive" | "negative"
  /** Spoken and shown under the knob's stop; by default `50 %`. */
  format?: (value: number) => string
  isDisabled?: boolean
  className?: string | undefined
}

const plainPercent = (value: number) => `${value} %`

export function Slider(props: SliderProps) {
  const { label, value, onChange, tone = "accent", format = plainPercent, isDisabled = false } = props
  const id = useId()
  return (
    <div
      className={classNames(styles.slider, styles[tone], isDisabled && styles.disabled, props.className)}
      style={{ "--at": `${value}%` } as CSSProperties}
    >
      <div className={styles.track} aria-hidden="true">
        <div className={styles.done} />
        {SLIDER_STOPS.map((stop) => (
          <span
            key={stop}
            className={classNames(styles.stop, stop <= value && styles.passed)}
            style={{ left: `${stop}%` }}
          />
        ))}
        <span className={styles.knob} />
      </div>
      <input
        id={id}
        type="range"
        className={styles.input}
        aria-label={label}
        aria-valuetext={format(value)}
        min={0}
        max={100}
        step={1}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(event.target.value))}
        onInput={(event) => {
          // A finger is caught by the stops, an arrow key is not.
          const position = Number(event.currentTarget.value)
          if (Math.abs(position - value) > 1) event.currentTarget.value = String(snapToStop(position))
        }}
      />
      <div className={styles.labels} aria-hidden="true">
        {SLIDER_STOPS.map((stop) => (
          <span
            key={stop}
            className={classNames(styles.mark, stop === value && styles.chosen)}
            style={{ left: `${stop}%` }}
          >
            {stop === 0 && !props.format ? "0" : format(stop)}
          </span>
        ))}
      </div>
    </div>
  )
}
