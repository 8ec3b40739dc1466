/** In which lists is this market? A tick for each. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { type ListRefusal, setListed, watchLists } from "../../stores/watch-lists-store.ts"
import { formatNumber } from "../../text/numbers.ts"
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
          <label className={styles.choice}>
            <input
              type="checkbox"
              className={styles.tick}
              checked={list.ids.includes(market)}
              onChange={(event) => {
                const why = setListed(list.id, market, event.target.checked)
                setRefused(why && { list: list.id, why })
              }}
            />
            <bdi className={styles.name}>{nameOf(list)}</bdi>
            <span className={styles.count}>
              {t("markets", { count: list.ids.length, number: formatNumber(list.ids.length, i18n.language) })}
            </span>
          </label>
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
