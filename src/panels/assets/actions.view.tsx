/** What can be done with the money? The four ways out of the asset center. */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, type Glyph, Icon, List } from "../../ui/icon.tsx"
import styles from "./actions.module.css"

const ACTIONS: readonly { name: string; to: ScreenPath; glyph: Glyph }[] = [
  { name: "deposit", to: "/pages/assets/recharge", glyph: ArrowDownToLine },
  { name: "withdraw", to: "/pages/assets/withdraw", glyph: ArrowUpFromLine },
  { name: "transfer", to: "/pages/assets/transfer", glyph: ArrowLeftRight },
  { name: "bill", to: "/pages/assets/record", glyph: List },
]

export function AssetActions() {
  const { t } = useTranslation("assets")
  return (
    <nav className={styles.actions} aria-label={t("actions.label")}>
      {ACTIONS.map(({ name, to, glyph }) => (
        <ScreenLink key={name} to={to} className={styles.action}>
          <Icon glyph={glyph} />
          {t(`app:screen.${name}`)}
        </ScreenLink>
      ))}
    </nav>
  )
}
