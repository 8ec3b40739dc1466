/** One more list: its name, and how many there may be. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { createList, LISTS_MAX, watchLists } from "../../stores/watch-lists-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { useListName } from "./list-name.ts"
import { NameForm } from "./name-form.view.tsx"
import styles from "./watch-lists-sheet.module.css"

/** `market`: goes into the new list at once. */
export function NewList({ market }: { market: string | undefined }) {
  const { t, i18n } = useTranslation("lists")
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  const written = (count: number) => formatNumber(count, i18n.language)
  return (
    <div className={styles.fresh}>
      {all.length < LISTS_MAX ? (
        <NameForm
          label={t("newName")}
          submit={t("create")}
          onSubmit={(name) => {
            const made = createList(name, nameOf({ name: "" }), market)
            return "refusal" in made ? made.refusal : null
          }}
        />
      ) : (
        <p className={styles.refusal}>{t("refused.listsFull")}</p>
      )}
      <p className={styles.note}>
        {t("limits", { count: all.length, number: written(all.length), most: written(LISTS_MAX) })}
      </p>
    </div>
  )
}
