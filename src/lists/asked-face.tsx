/** The states of something that is fetched. On its way, failed with a way on, or there (also empty). */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Asked } from "../api/query.ts"
import { ErrorState } from "../ui/error-state.tsx"
import { useIsLate } from "../ui/late.ts"
import styles from "./asked-face.module.css"

interface AskedFaceProps<Data> {
  asked: Asked<Data>
  /** The rough shape of what comes. */
  skeleton: ReactNode
  /** What is said when it doesn't come. */
  failed: string
  /** Full, or empty where there is nothing. */
  children: (data: Data) => ReactNode
}

/** A skeleton that stays for ten seconds turns into the error; the answer may still come and takes its place. */
export function AskedFace<Data>({ asked, skeleton, failed, children }: AskedFaceProps<Data>) {
  const { t } = useTranslation("app")
  const { data, failure, isRetrying, retry } = asked
  const isLate = useIsLate(data === undefined && failure === undefined)
  if (data !== undefined) return children(data)
  if (failure)
    return (
      <ErrorState
        className={styles.error}
        title={failed}
        detail={failure.text}
        isBusy={isRetrying}
        onRetry={retry}
      />
    )
  if (isLate)
    return <ErrorState className={styles.error} title={failed} detail={t("error.network")} onRetry={retry} />
  return skeleton
}
