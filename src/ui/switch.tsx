/** A switch that takes effect at once. */

import { classNames } from "./class-names.ts"
import styles from "./switch.module.css"

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={isDisabled}
      className={classNames(styles.switch, isOn && styles.on)}
      onClick={() => onChange(!isOn)}
    />
  )
}
