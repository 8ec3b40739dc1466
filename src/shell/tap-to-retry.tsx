/** Shown when a screen fails to load: one sentence; the whole screen is the button. */

import { CircleAlert, Icon } from "../ui/icon.tsx"
import { useFirstWords } from "../words/first-words.ts"
import styles from "./tap-to-retry.module.css"

interface TapToRetryProps {
  kind: "timeout" | "missing" | "error" | "crash"
  onRetry: () => void
  /** What exactly failed, small: for a report. */
  detail?: string | undefined
}

export function TapToRetry({ kind, onRetry, detail }: TapToRetryProps) {
  const t = useFirstWords()
  return (
    <button type="button" className={styles.screen} onClick={onRetry}>
      <Icon glyph={CircleAlert} size={28} className={styles.icon} />
      <span role="alert" className={styles.words}>
        <span className={styles.title}>{t(`error.${kind}.title`)}</span>
        <span className={styles.detail}>{t(`error.${kind}.detail`)}</span>
      </span>
      <span className={styles.tap}>{t("error.tap")}</span>
      {detail ? <code className={styles.code}>{detail}</code> : null}
    </button>
  )
}
