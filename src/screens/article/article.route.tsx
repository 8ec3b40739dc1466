/** The article that the address names. */

import { useEffect } from "react"
import { article } from "#core/wire/content-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { setScreenTitle } from "../../page-head/document-title.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { ArticleView, UnknownArticle } from "./article.view.tsx"

export function ArticleScreen() {
  const { id } = useScreenSearch()
  const asked = useAnswer(article, { id: id ?? "" }, id !== undefined)
  const title = asked.data?.title
  useEffect(() => {
    if (title !== undefined) setScreenTitle(title)
  }, [title])
  if (id === undefined || asked.failure?.name === "UNKNOWN_ARTICLE") return <UnknownArticle />
  return <ArticleView asked={asked} />
}
