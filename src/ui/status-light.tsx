/** The quality of the connection to the server. Three bars and the round trip. */

import type { ConnectionStatus } from "#workers/market/market.api.ts"
import { useFirstWords } from "../words/first-words.ts"
import { classNames } from "./class-names.ts"
import { barsOf } from "./status-light.model.ts"
import styles from "./status-light.module.css"

interface StatusLightProps {
  /** Undefined: the worker hasn't spoken yet. */
  status: Pick<ConnectionStatus, "state" | "roundTrip"> | undefined
  /** Opens the details. */
  onPress: () => void
  /** The bars alone; the word stays when something is wrong. */
  isCompact?: boolean
}

export function StatusLight({ status, onPress, isCompact = false }: StatusLightProps) {
  const t = useFirstWords()
  const state = status?.state ?? "connecting"
  const roundTrip = state === "open" ? (status?.roundTrip ?? null) : null
  const bars = barsOf(state, roundTrip)
  const text =
    state === "open"
      ? roundTrip === null
        ? "–"
        : t("status.milliseconds", { value: Math.round(roundTrip) })
      : t(`status.${state}`)
  return (
    <button
      type="button"
      className={classNames(styles.status, bars === 1 && styles.slow, state === "offline" && styles.offline)}
      aria-label={t("status.label", { status: text })}
      onClick={onPress}
    >
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={classNames(styles.bar, bar <= bars && styles.lit)} />
        ))}
      </span>
      {isCompact && state === "open" ? null : <span className={styles.text}>{text}</span>}
    </button>
  )
}
