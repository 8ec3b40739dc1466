/** What do I own, at the first glance? The total as in the asset center, and the way there. */

import { useTranslation } from "react-i18next"
import { AskedFace } from "../../app/asked-face.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { Total, TotalSkeleton } from "../../panels/assets/total.view.tsx"
import { useMoney } from "../../panels/assets/use-money.ts"
import { buttonClass } from "../../ui/button.tsx"
import styles from "./own-total.module.css"

export function OwnTotalView() {
  const { t } = useTranslation("assets")
  const asked = useMoney()
  return (
    <div className={styles.own}>
      <div className={styles.total}>
        <AskedFace asked={asked} skeleton={<TotalSkeleton />} failed={t("failed")}>
          {(money) => <Total money={money} />}
        </AskedFace>
      </div>
      <ScreenLink to="/pages/assets/index" className={buttonClass({ tone: "accent" })}>
        {t("app:screen.assets")}
      </ScreenLink>
    </div>
  )
}
