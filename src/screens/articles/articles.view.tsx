/** The list of articles. Their shelves as chips, and the list below. */

import { useTranslation } from "react-i18next"
import type { ArticleCategory, ArticleRow } from "#core/wire/content.ts"
import type { AskedPages } from "../../api/query.ts"
import { ArticleList } from "../../panels/article/article-list.view.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import styles from "./articles.module.css"

interface ArticlesViewProps {
  categories: readonly ArticleCategory[]
  /** Undefined: all of them. */
  chosen: number | undefined
  list: AskedPages<ArticleRow>
  onChoose: (id: number | undefined) => void
}

const ALL = "all"

export function ArticlesView({ categories, chosen, list, onChoose }: ArticlesViewProps) {
  const { t } = useTranslation("article")
  const chips = [
    { value: ALL, label: t("list.all") },
    ...categories.map(({ id, title }) => ({ value: String(id), label: title })),
  ]
  return (
    <>
      <div className={styles.shelves}>
        <ChipBar
          className={styles.chips}
          label={t("list.categories")}
          chips={chips}
          value={chosen === undefined ? ALL : String(chosen)}
          onChange={(value) => onChoose(value === ALL ? undefined : Number(value))}
        />
      </div>
      <ArticleList list={list} empty={t("list.empty")} />
    </>
  )
}
