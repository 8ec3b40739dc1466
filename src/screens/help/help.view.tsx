/** The help page. A search field, the articles, and whom to ask when none fits. */

import { useTranslation } from "react-i18next"
import type { ArticleRow } from "#core/wire/content.ts"
import type { AskedPages } from "../../api/query.ts"
import { ArticleList } from "../../panels/article/article-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import styles from "./help.module.css"

interface HelpViewProps {
  query: string
  /** What the list shows: the query of a moment ago. */
  asked: string
  list: AskedPages<ArticleRow>
  onQuery: (query: string) => void
}

export function HelpView({ query, asked, list, onQuery }: HelpViewProps) {
  const { t } = useTranslation("article")
  return (
    <>
      <div className={styles.search}>
        <SearchField value={query} onChange={onQuery} placeholder={t("help.search")} />
      </div>
      <ArticleList list={list} empty={asked ? t("help.none", { query: asked }) : t("help.empty")} />
      <p className={styles.service}>
        <ScreenLink to="/pages/ks/index" className={buttonClass({ tone: "quiet" })}>
          {t("help.service")}
        </ScreenLink>
      </p>
    </>
  )
}
