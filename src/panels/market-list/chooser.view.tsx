/** The chooser of markets. The list as a sheet over the screen of a market; a row leads there and closes it. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { ChipBar } from "../../ui/chip.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./chooser.module.css"
import { useMarketList } from "./list-state.ts"
import { ListsBar } from "./lists-bar.view.tsx"
import { LIST_CHIPS } from "./market-list.model.ts"
import { type MarketPlace, PhoneList } from "./phone-list.view.tsx"

interface MarketChooserProps {
  kind: MarketKind
  /** Where a row leads; the trade screen when left out. */
  to: MarketPlace | undefined
  onClose: () => void
}

export function MarketChooser({ kind, to, onClose }: MarketChooserProps) {
  const { t } = useTranslation("market")
  const [isOpen, setIsOpen] = useState(true)
  const list = useMarketList(kind)
  const close = () => {
    setIsOpen(false)
    onClose()
  }
  return (
    <Sheet isOpen={isOpen} onOpenChange={(open) => (open ? undefined : close())} title={t("head.choose")}>
      <div className={styles.chooser}>
        <SearchField
          value={list.choice.query}
          onChange={list.search}
          placeholder={t("list.searchBy")}
          className={styles.search}
        />
        <ChipBar
          label={t("list.filter")}
          className={styles.chips}
          chips={LIST_CHIPS.map((chip) => ({ value: chip, label: t(`list.${chip}`) }))}
          value={list.choice.chip}
          onChange={list.chooseChip}
        />
        <ListsBar list={list}>
          <PhoneList list={list} onChoose={close} to={to} />
        </ListsBar>
      </div>
    </Sheet>
  )
}
