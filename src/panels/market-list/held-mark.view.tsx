/**
 * A pin that shows that the order of rows is held. A pin in the head's empty corner, with the reason; its place is
 * always kept.
 */

import { useTranslation } from "react-i18next"
import { Icon, Pin } from "../../ui/icon.tsx"
import styles from "./sort-head.module.css"

export function HeldMark({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation("market")
  return (
    <span className={styles.held} title={isHeld ? t("list.held") : undefined}>
      {isHeld ? <Icon glyph={Pin} size={12} /> : null}
    </span>
  )
}
