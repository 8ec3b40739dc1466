/** Does the order stand still just now? A pin in the head's empty corner, with the reason. */

import { useTranslation } from "react-i18next"
import { Icon, Pin } from "../../ui/icon.tsx"
import styles from "./sort-head.module.css"

export function HeldMark({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation("market")
  return isHeld ? (
    <span className={styles.held} title={t("list.held")} data-testid="order-held">
      <Icon glyph={Pin} size={12} />
    </span>
  ) : null
}
