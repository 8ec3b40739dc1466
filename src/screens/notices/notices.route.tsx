/** The platform's notices. Its notices, pinned ones first. */

import { useTranslation } from "react-i18next"
import { articles } from "#core/wire/content-calls.ts"
import { usePages } from "../../api/query.ts"
import { ArticleList } from "../../panels/article/article-list.view.tsx"

export function NoticesScreen() {
  const { t } = useTranslation("article")
  return <ArticleList list={usePages(articles, { kind: "notice" })} empty={t("list.noNotices")} />
}
