/** The own total on the home screen. The total as in the asset center, the way there, and practice money where there is none. */

import { useTranslation } from "react-i18next"
import { AskedFace } from "../../lists/asked-face.tsx"
import { PracticeMoney } from "../../panels/assets/practice.view.tsx"
import { Total, TotalSkeleton } from "../../panels/assets/total.view.tsx"
import { useMoney } from "../../panels/assets/use-money.ts"
import { useOwnWorth } from "../../panels/assets/use-worth.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import styles from "./own-total.module.css"

export function OwnTotalView() {
  const { t } = useTranslation("assets")
  const asked = useMoney()
  const worth = useOwnWorth()
  const hasNothing = asked.data?.balances.every(({ available, held }) => !/[1-9]/.test(available + held))
  const taken = () => {
    asked.retry()
    worth.retry()
  }
  return (
    <>
      {hasNothing && asked.answer ? <PracticeMoney answer={asked.answer} onTaken={taken} /> : null}
      <div className={styles.own}>
        <div className={styles.total}>
          <AskedFace asked={asked} skeleton={<TotalSkeleton />} failed={t("failed")}>
            {(money) => <Total money={money} told={worth.data} isNarrow />}
          </AskedFace>
        </div>
        <ScreenLink to="/pages/assets/index" className={buttonClass({ tone: "accent" })}>
          {t("app:screen.assets")}
        </ScreenLink>
      </div>
    </>
  )
}
