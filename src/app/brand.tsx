/** How does the brand look? A falcon's wings, and the name. */

import { useTranslation } from "react-i18next"
import styles from "./brand.module.css"

function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" className={styles.mark} aria-hidden="true">
      <path d="M2 6.5 12 12l10-8.5-6.2 12.2L12 21l-2.6-6.4z" />
    </svg>
  )
}

export function Brand() {
  const { t } = useTranslation("app")
  return (
    <span className={styles.brand}>
      <BrandMark />
      {t("brand")}
    </span>
  )
}
