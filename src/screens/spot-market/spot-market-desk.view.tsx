/** The spot markets on a desk: the leading coins, one line of tools, and the table. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { DeskList } from "../../panels/market-list/desk-list.view.tsx"
import { useMarketList } from "../../panels/market-list/list-state.ts"
import { MarketCards } from "../../panels/market-list/market-cards.view.tsx"
import { SearchField } from "../../panels/market-list/search-field.view.tsx"
import { market, marketList } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { TabPanel } from "../../ui/tabs.tsx"
import { KindTabs } from "./kind-tabs.view.tsx"
import styles from "./spot-market.module.css"

const CHIPS = ["favourites", "all", "gainers", "losers", "new"] as const

export function SpotMarketDesk() {
  const { t, i18n } = useTranslation("market")
  const list = useMarketList("spot")
  const { total } = useSnapshot(marketList)
  const freshness = useSnapshot(market).freshness.list
  const chips = CHIPS.map((chip) => ({
    value: chip,
    label:
      chip === "all" && total > 0
        ? `${t("list.all")} ${formatNumber(total, i18n.language)}`
        : t(`list.${chip}`),
  }))
  return (
    <div className={styles.desk}>
      <MarketCards />
      <div className={styles.tools}>
        <KindTabs className={styles.kinds} />
        <ChipBar label={t("list.filter")} chips={chips} value={list.choice.chip} onChange={list.chooseChip} />
        <AgeMark freshness={freshness} isAnnounced className={styles.age} />
        <SearchField
          className={styles.deskField}
          value={list.choice.query}
          onChange={list.search}
          placeholder={t("list.searchBy")}
        />
      </div>
      <TabPanel id="kind" value="spot" className={styles.table}>
        <DeskList list={list} />
      </TabPanel>
    </div>
  )
}
