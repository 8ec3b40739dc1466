/** The watch-lists of one market, to be ticked. A tick for each. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { type ListRefusal, setListed, watchLists } from "../../stores/watch-lists-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { useListName } from "./list-name.ts"
import styles from "./watch-lists-sheet.module.css"

export function ListChoices({ market }: { market: string }) {
  const { t, i18n } = useTranslation("lists")
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  const [refused, setRefused] = useState<{ list: string; why: ListRefusal } | null>(null)
  return (
    <ul className={styles.lists}>
      {all.map((list) => (
        <li key={list.id}>
          <Checkbox
            className={styles.choice}
            isOn={list.ids.includes(market)}
            onChange={(isOn) => {
              const why = setListed(list.id, market, isOn)
              setRefused(why && { list: list.id, why })
            }}
          >
            <bdi className={styles.name}>{nameOf(list)}</bdi>
            <span className={styles.count}>
              {t("markets", { count: list.ids.length, number: formatNumber(list.ids.length, i18n.language) })}
            </span>
          </Checkbox>
          {refused?.list === list.id ? (
            <p role="alert" className={styles.refusal}>
              {t(`refused.${refused.why}`)}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
