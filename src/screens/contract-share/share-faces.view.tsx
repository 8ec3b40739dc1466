/** What the sharing screen shows instead of a picture: that it is on its way, or that there is no such position. */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./share.module.css"

/** `hasId` false: the address names none at all. */
export function NoPosition({ hasId }: { hasId: boolean }) {
  const { t } = useTranslation("share")
  return (
    <EmptyState
      glyph={SearchX}
      action={
        <span className={styles.ways}>
          <ScreenLink to="/pages/contract/trade" className={classNames(buttonClass({}), styles.way)}>
            {t("toOpen")}
          </ScreenLink>
          <ScreenLink to="/pages/contract/history" className={classNames(buttonClass({}), styles.way)}>
            {t("toClosed")}
          </ScreenLink>
        </span>
      }
    >
      {t(hasId ? "unknown" : "noId")}
    </EmptyState>
  )
}

export function ShareSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <div className={styles.stage}>
        <Skeleton width="min(100%, 22rem)" height={352} hasSheen />
      </div>
      <div className={styles.controls}>
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={48} />
      </div>
    </div>
  )
}
