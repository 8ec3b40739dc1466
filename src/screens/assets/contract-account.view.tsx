/** Under the contract account's coins: its margin, and the open positions. */

import { useTranslation } from "react-i18next"
import { MarginMeter } from "../../panels/positions/margin-meter.view.tsx"
import { PositionsPanel } from "../../panels/positions/positions.view.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./assets.module.css"

export function ContractAccount() {
  const { t } = useTranslation("positions")
  const isDesk = useIsDesk()
  return (
    <>
      <MarginMeter />
      <h2 className={styles.listTitle}>{t("title")}</h2>
      <PositionsPanel form={isDesk ? "table" : "cards"} scrolls="page" />
    </>
  )
}
