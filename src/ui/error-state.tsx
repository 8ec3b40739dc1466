/** Shown where something didn't load. What happened, what is safe, and a way to try again. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import styles from "./error-state.module.css"
import { CircleAlert, Icon } from "./icon.tsx"

interface ErrorStateProps {
  title: ReactNode
  detail?: ReactNode
  onRetry?: (() => void) | undefined
  isBusy?: boolean
  className?: string | undefined
}

export function ErrorState({ title, detail, onRetry, isBusy = false, className }: ErrorStateProps) {
  const { t } = useTranslation("app")
  return (
    <div role="alert" className={classNames(styles.error, className)}>
      <Icon glyph={CircleAlert} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {detail ? <p className={styles.detail}>{detail}</p> : null}
      </div>
      {onRetry ? (
        <Button tone="outline" isBusy={isBusy} onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
    </div>
  )
}
