/** The market has left the rows: where it went, and the way back to it. */

import { useTranslation } from "react-i18next"
import { classNames } from "../../ui/class-names.ts"
import { ArrowDown, ArrowUp, Icon } from "../../ui/icon.tsx"
import styles from "./price-ladder.module.css"

interface CentreAtProps {
  beyond: "above" | "below" | undefined
  onCentre: () => void
}

export function CentreAt({ beyond, onCentre }: CentreAtProps) {
  const { t } = useTranslation("ladder")
  if (!beyond) return null
  return (
    <button type="button" className={classNames(styles.beyond, styles[beyond])} onClick={onCentre}>
      <Icon glyph={beyond === "above" ? ArrowUp : ArrowDown} size={12} />
      {t(beyond)}
    </button>
  )
}
